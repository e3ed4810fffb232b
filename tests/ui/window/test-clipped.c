/* Test that no text of a page is lost, at the usual sizes of the window, in English, German and
 * Swedish, and with larger text in German: a label that is cut has a tooltip with all of it, and no
 * sentence is cut.  Numbers have the decimal sign of the language, no button lies outside what is
 * seen, and the window does not grow. */
#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#include "plot/figure/number-text.h"
#include "ui/desktop/settings.h"
#include "ui/pages/import/mapping-dialog.h"
#include "ui/pages/import/mapping-grid.h"
#include "ui/window-support.h"

/* Number of frames after which panes have given way. */
enum { N_FRAMES = 8 };

/* Returns TRUE if the label, or what it is in, has a tooltip. */
static gboolean
has_tooltip(GtkWidget *label)
{
  for (GtkWidget *at = label; at; at = gtk_widget_get_parent(at)) {
    if (gtk_widget_get_has_tooltip(at))
      return TRUE;
    if (GTK_IS_WINDOW(at) || GTK_IS_STACK(at))
      return FALSE;
  }
  return FALSE;
}

/* Returns TRUE for whole sentences, which say nothing without their end. */
static gboolean
is_sentence(GtkLabel *label)
{
  const char *text = gtk_label_get_text(label);

  return strstr(text, ". ") || (g_str_has_suffix(text, ".") && strchr(text, ' '));
}

static guint
count_cut(TrammelWindow *window, const char *page)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  guint n = 0;

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++) {
    GtkLabel *label = labels->pdata[i];
    if (!gtk_widget_get_mapped(GTK_WIDGET(label)) ||
        !pango_layout_is_ellipsized(gtk_label_get_layout(label)) ||
        (has_tooltip(GTK_WIDGET(label)) && !is_sentence(label)))
      continue;
    g_test_message("%s, %d px: “%s” is cut", page, gtk_widget_get_width(GTK_WIDGET(window)),
                   gtk_label_get_text(label));
    n++;
  }
  return n;
}

/* Returns a text with the right decimal signs; NULL if it has them. */
static char *
dup_corrected(const char *text)
{
  g_autofree char *shown = text ? trammel_number_text_dup(text) : NULL;

  return shown && g_regex_match_simple("[0-9]\\.[0-9]", text, 0, 0) && !g_str_equal(shown, text)
             ? g_steal_pointer(&shown)
             : NULL;
}

/* Counts the numbers with a point that should have a comma, in labels and entries; that of OpenGL
 * is a version. */
static guint
count_points(TrammelWindow *window, const char *page)
{
  g_autoptr(GPtrArray) widgets = g_ptr_array_new();
  guint n = 0;

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_LABEL, widgets);
  collect_widgets(GTK_WIDGET(window), GTK_TYPE_TEXT, widgets);
  for (guint i = 0; i < widgets->len; i++) {
    const char *text = GTK_IS_LABEL(widgets->pdata[i])
                           ? gtk_label_get_text(widgets->pdata[i])
                           : gtk_editable_get_text(GTK_EDITABLE(widgets->pdata[i]));
    g_autofree char *shown = dup_corrected(text);
    if (!shown || strstr(text, "OpenGL"))
      continue;
    g_test_message("%s: “%s” should be “%s”", page, text, shown);
    n++;
  }
  return n;
}

/* Returns TRUE if a button or drop-down is partly to the right or the left of its bar.  Tables and
 * lists scroll. */
static gboolean
is_aside(GtkWidget *control)
{
  GtkWidget *frame = gtk_widget_get_ancestor(control, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  if (gtk_widget_get_ancestor(control, GTK_TYPE_COLUMN_VIEW) ||
      gtk_widget_get_ancestor(control, GTK_TYPE_LIST_VIEW))
    return FALSE;
  if (!frame)
    frame = GTK_WIDGET(gtk_widget_get_root(control));
  return gtk_widget_compute_bounds(control, frame, &bounds) &&
         (bounds.origin.x < 0 ||
          bounds.origin.x + bounds.size.width > (float)gtk_widget_get_width(frame));
}

static guint
count_aside(TrammelWindow *window, const char *page)
{
  g_autoptr(GPtrArray) controls = g_ptr_array_new();
  guint n = 0;

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_BUTTON, controls);
  collect_widgets(GTK_WIDGET(window), GTK_TYPE_DROP_DOWN, controls);
  for (guint i = 0; i < controls->len; i++) {
    if (!gtk_widget_get_mapped(controls->pdata[i]) || !is_aside(controls->pdata[i]))
      continue;
    const char *label = GTK_IS_BUTTON(controls->pdata[i]) ? gtk_button_get_label(controls->pdata[i])
                                                          : G_OBJECT_TYPE_NAME(controls->pdata[i]);
    g_test_message("%s, %d px: “%s” is not seen", page, gtk_widget_get_width(GTK_WIDGET(window)),
                   label);
    n++;
  }
  return n;
}

static guint
count_tooltips_with_point(TrammelWindow *window, const char *page)
{
  g_autoptr(GPtrArray) widgets = g_ptr_array_new();
  guint n = 0;

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_WIDGET, widgets);
  for (guint i = 0; i < widgets->len; i++) {
    const char *text = gtk_widget_get_tooltip_text(widgets->pdata[i]);
    g_autofree char *shown = dup_corrected(text);
    if (!shown)
      continue;
    g_test_message("%s: the tooltip “%s” should be “%s”", page, text, shown);
    n++;
  }
  return n;
}

/* Returns 1 if the window is larger than it was opened, else 0. */
static guint
count_growth(TrammelWindow *window, const char *page)
{
  int width = gtk_widget_get_width(GTK_WIDGET(window));
  int height = gtk_widget_get_height(GTK_WIDGET(window));
  int wanted = g_settings_get_int(trammel_settings_get(), "window-width");
  int high = g_settings_get_int(trammel_settings_get(), "window-height");

  if (width == wanted && height == high)
    return 0;
  g_test_message("%s: %d x %d px instead of %d x %d", page, width, height, wanted, high);
  return 1;
}

/* Counts the faults of a page once its panes have given way. */
static guint
count_faults(TrammelWindow *window, const char *page)
{
  for (int i = 0; i < N_FRAMES; i++)
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return count_cut(window, page) + count_points(window, page) +
         count_tooltips_with_point(window, page) + count_aside(window, page) +
         count_growth(window, page);
}

static guint
visit(int width, int height)
{
  static const char *const pages[] = {"data", "model", "identify", "inspect", "validate"};
  static const char *const tabs[] = {"residuals", "uncertainty",  "states",    "table",
                                     "refits",    "combinations", "experiment"};
  guint n = 0;

  g_settings_set_int(trammel_settings_get(), "window-width", width);
  g_settings_set_int(trammel_settings_get(), "window-height", height);
  TrammelWindow *window = open_example("furuta");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++) {
    activate(window, "page", pages[i]);
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
    n += count_faults(window, pages[i]);
    for (guint k = 0; g_str_equal(pages[i], "inspect") && k < G_N_ELEMENTS(tabs); k++) {
      show_view(window, tabs[k]);
      n += count_faults(window, tabs[k]);
    }
  }
  close_window(window);
  return n;
}

static const char *const languages[][2] = {{"en", "Open"}, {"de", "Öffnen"}, {"sv", "Öppna"}};

/* Speaks a language from now on. */
static void
speak(const char *language, const char *open)
{
  g_setenv("LANGUAGE", language, TRUE);
  setlocale(LC_ALL, "C.UTF-8");
  textdomain("trammel"); /* forgets the texts that it has given */
  g_assert_cmpstr(_("Open"), ==, open);
  trammel_number_text_set_decimal_sign(g_str_equal(language, "en") ? '.' : ',');
}

static void
test_sizes(gconstpointer data)
{
  const char *const *language = data;
  static const int sizes[][2] = {{1024, 700}, {1440, 900}, {1920, 1080}};
  guint n = 0;

  speak(language[0], language[1]);
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
    n += visit(sizes[i][0], sizes[i][1]);
  speak("en", "Open");
  g_assert_cmpuint(n, ==, 0);
}

static void
test_large_text(void)
{
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  speak("de", "Öffnen");
  guint n = visit(1440, 900) + visit(1024, 700);
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 96 * 1024, NULL);
  speak("en", "Open");
  g_assert_cmpuint(n, ==, 0);
}

/* TestCondition */
static gboolean
has_mapping(gpointer dialog)
{
  GtkWidget *found = find_toplevel(TRAMMEL_TYPE_MAPPING_DIALOG);

  if (!found || !trammel_mapping_dialog_is_ready(TRAMMEL_MAPPING_DIALOG(found)))
    return FALSE;
  *(GtkWidget **)dialog = found;
  return TRUE;
}

/* All columns of the mapping of channels are seen in a dialog as wide as the smallest window. */
static void
test_mapping(gconstpointer data)
{
  enum { LEAST_WINDOW = 1024, MARGINS = 32 };
  const char *const *language = data;
  GtkWidget *dialog = NULL;
  int least;

  speak(language[0], language[1]);
  TrammelWindow *window = open_example("furuta");
  activate(window, "map-log", NULL);
  g_assert_true(test_wait(has_mapping, &dialog, TEST_DEADLINE));
  GtkWidget *grid = find_widget(dialog, TRAMMEL_TYPE_MAPPING_GRID, NULL);
  gtk_widget_measure(grid, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_test_message("%s: %d px", language[0], least);
  gtk_window_close(GTK_WINDOW(dialog));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  close_window(window);
  speak("en", "Open");
  g_assert_cmpint(least, <=, LEAST_WINDOW - MARGINS);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  bindtextdomain("trammel", g_getenv("TRAMMEL_TEXTS"));
  bind_textdomain_codeset("trammel", "UTF-8");
  g_test_add_data_func("/clipped/english", languages[0], test_sizes);
  g_test_add_data_func("/clipped/german", languages[1], test_sizes);
  g_test_add_data_func("/clipped/swedish", languages[2], test_sizes);
  g_test_add_func("/clipped/large-text", test_large_text);
  g_test_add_data_func("/clipped/mapping-english", languages[0], test_mapping);
  g_test_add_data_func("/clipped/mapping-german", languages[1], test_mapping);
  g_test_add_data_func("/clipped/mapping-swedish", languages[2], test_mapping);
  return run_window_tests();
}
