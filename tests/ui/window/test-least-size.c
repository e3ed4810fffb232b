/* Test of the least size of the window: a wide window can be made small on each page and each of
 * its tabs, in English, German and Swedish; the panes beside the page give way, and come back. */
#include <libintl.h>
#include <locale.h>

#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/parts/page-switcher.h"
#include "ui/pages/parts/scene-pane.h"
#include "ui/pages/start/project-browser.h"
#include "ui/pages/validate/validate-page.h"
#include "ui/window-support.h"

/* Largest least size of the window with any of its pages [px]; width of a wide window. */
enum { MOST_WIDTH = 1000, MOST_HEIGHT = 700, WIDE = 1400, LARGE_TEXT_WIDTH = 1024 };

/* Number of frames after which panes have given way. */
enum { N_FRAMES = 8 };

static int
measure(GtkWidget *widget, GtkOrientation orientation)
{
  int least;

  gtk_widget_measure(widget, orientation, -1, &least, NULL, NULL, NULL);
  return least;
}

/* Prints the widgets that need most of the size of `widget`. */
static void
print_path(GtkWidget *widget, GtkOrientation orientation)
{
  while (widget) {
    GtkWidget *largest = NULL;

    g_test_message("  %4d %s %s", measure(widget, orientation), G_OBJECT_TYPE_NAME(widget),
                   GTK_IS_LABEL(widget) ? gtk_label_get_text(GTK_LABEL(widget)) : "");
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
      if (gtk_widget_get_mapped(child) &&
          (!largest || measure(child, orientation) > measure(largest, orientation)))
        largest = child;
    widget = largest;
  }
}

typedef struct {
  GtkWidget *window;
  int width;
} Width;

static gboolean
has_width(gpointer data)
{
  const Width *width = data;

  return gtk_widget_get_width(width->window) == width->width;
}

/* Makes the window that wide; returns FALSE if it stays wider. */
static gboolean
set_width(TrammelWindow *window, int width)
{
  gtk_window_set_default_size(GTK_WINDOW(window), width, MOST_HEIGHT);
  gboolean done = test_wait(has_width, &(Width){GTK_WIDGET(window), width}, 5);
  for (int i = 0; i < N_FRAMES; i++)
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
  return done;
}

static guint
count_large(TrammelWindow *window, const char *page)
{
  int width = measure(GTK_WIDGET(window), GTK_ORIENTATION_HORIZONTAL),
      height = measure(GTK_WIDGET(window), GTK_ORIENTATION_VERTICAL);

  g_test_message("%s %s: %d x %d in %d", g_getenv("LANGUAGE"), page, width, height,
                 gtk_widget_get_width(GTK_WIDGET(window)));
  if (width > MOST_WIDTH)
    print_path(GTK_WIDGET(window), GTK_ORIENTATION_HORIZONTAL);
  if (height > MOST_HEIGHT)
    print_path(GTK_WIDGET(window), GTK_ORIENTATION_VERTICAL);
  return (width > MOST_WIDTH) + (height > MOST_HEIGHT);
}

/* Looks at the visible page in a wide window, and in that window made small. */
static guint
look(TrammelWindow *window, const char *page)
{
  g_assert_true(set_width(window, WIDE));
  guint n = count_large(window, page);
  n += !set_width(window, MOST_WIDTH);
  return n + count_large(window, page);
}

static guint
visit_tabs(TrammelWindow *window)
{
  static const char *const tabs[] = {"residuals", "uncertainty",  "states",
                                     "table",     "combinations", "experiment"};
  TrammelInspectPage *page =
      TRAMMEL_INSPECT_PAGE(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL));
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS(tabs); i++) {
    g_autofree char *name = g_strdup_printf("inspect, %s", tabs[i]);
    trammel_inspect_page_show_tab(page, tabs[i]);
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
    n += look(window, name);
  }
  return n;
}

/* Whether the page Validate has its scores, and with them the choice of a sensor. */
static gboolean
has_scores(gpointer window)
{
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_VALIDATE_PAGE, NULL);

  return trammel_validate_page_is_up_to_date(TRAMMEL_VALIDATE_PAGE(page));
}

/* Shows a page, with all that comes late. */
static void
show_page(TrammelWindow *window, const char *name)
{
  activate(window, "page", name);
  if (g_str_equal(name, "validate"))
    g_assert_true(test_wait(has_scores, window, TEST_DEADLINE));
  gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
}

static guint
visit_pages(const char *example)
{
  static const char *const pages[] = {"data", "model", "identify", "inspect", "validate"};
  TrammelWindow *window = open_example(example);
  guint n = 0;

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++) {
    show_page(window, pages[i]);
    n += look(window, pages[i]);
    if (g_str_equal(pages[i], "inspect"))
      n += visit_tabs(window);
  }
  close_window(window);
  return n;
}

static void
speak(const char *language)
{
  g_setenv("LANGUAGE", language, TRUE);
  setlocale(LC_ALL, "C.UTF-8");
  textdomain("trammel");
  g_assert_cmpstr(dgettext("trammel", "Open"), ==,
                  g_str_equal(language, "de")   ? "Öffnen"
                  : g_str_equal(language, "sv") ? "Öppna"
                                                : "Open");
}

static void
test_language(gconstpointer language)
{
  speak(language);
  guint n = visit_pages("furuta") + visit_pages("servo");
  g_setenv("LANGUAGE", "en", TRUE);
  setlocale(LC_ALL, "C.UTF-8");
  g_assert_cmpuint(n, ==, 0);
}

/* The name of a page that is cut is in the tooltip of its button. */
static void
check_names(TrammelWindow *window)
{
  GtkWidget *switcher = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_PAGE_SWITCHER, NULL);
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(switcher, GTK_TYPE_LABEL, labels);
  g_assert_cmpuint(labels->len, ==, 5);
  for (guint i = 0; i < labels->len; i++) {
    GtkWidget *button = gtk_widget_get_ancestor(labels->pdata[i], GTK_TYPE_BUTTON);
    const char *tip = gtk_widget_get_tooltip_text(button);
    if (pango_layout_is_ellipsized(gtk_label_get_layout(labels->pdata[i])))
      g_assert_true(g_str_has_prefix(tip, gtk_label_get_text(labels->pdata[i])));
  }
}

/* A window of 1024 px stays that wide with texts half as large again. */
static void
test_large_text(gconstpointer language)
{
  static const char *const pages[] = {"data", "model", "identify", "inspect", "validate"};
  guint n = 0;

  speak(language);
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  TrammelWindow *window = open_example("furuta");
  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++) {
    show_page(window, pages[i]);
    gboolean fits = set_width(window, LARGE_TEXT_WIDTH);
    int width = measure(GTK_WIDGET(window), GTK_ORIENTATION_HORIZONTAL);
    g_test_message("%s: %d px", pages[i], width);
    if (width > LARGE_TEXT_WIDTH)
      print_path(GTK_WIDGET(window), GTK_ORIENTATION_HORIZONTAL);
    n += !fits || width > LARGE_TEXT_WIDTH;
    check_names(window);
  }
  close_window(window);
  speak("en");
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", 96 * 1024, NULL);
  g_assert_cmpuint(n, ==, 0);
}

static gboolean
has(TrammelWindow *window, GType type)
{
  return find_widget(GTK_WIDGET(window), type, NULL) != NULL;
}

static void
set_state(TrammelWindow *window, const char *action, gboolean state)
{
  g_action_group_change_action_state(G_ACTION_GROUP(window), action, g_variant_new_boolean(state));
  for (int i = 0; i < N_FRAMES; i++)
    gtk_test_widget_wait_for_draw(GTK_WIDGET(window));
}

/* The 3D view gives way in a narrow window, and comes back. */
static void
test_fold(void)
{
  static const char *const pages[] = {"inspect", "validate"};
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  /* a window as narrow as the last one that was closed begins without its side panes */
  g_assert_true(set_width(window, WIDE));
  set_state(window, "show-browser", TRUE);
  set_state(window, "show-scene", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++) {
    activate(window, "page", pages[i]);
    g_assert_true(set_width(window, WIDE));
    g_assert_true(has(window, TRAMMEL_TYPE_SCENE_PANE));
    g_assert_true(set_width(window, MOST_WIDTH));
    g_assert_false(has(window, TRAMMEL_TYPE_SCENE_PANE));
    g_assert_true(has(window, TRAMMEL_TYPE_PROJECT_BROWSER));
    /* who asks for it gets it in the place of the browser */
    set_state(window, "show-scene", FALSE);
    set_state(window, "show-scene", TRUE);
    g_assert_true(has(window, TRAMMEL_TYPE_SCENE_PANE));
    g_assert_false(has(window, TRAMMEL_TYPE_PROJECT_BROWSER));
    set_state(window, "show-browser", TRUE);
    g_assert_true(set_width(window, WIDE));
    g_assert_true(has(window, TRAMMEL_TYPE_SCENE_PANE));
  }
  close_window(window);
}

/* The titles of the cards on the start page are level in each row. */
static void
test_cards(void)
{
  TrammelWindow *window = open_window();
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  g_autoptr(GHashTable) levels = g_hash_table_new(NULL, NULL);
  guint n = 0;

  collect_widgets(GTK_WIDGET(window), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++) {
    GtkWidget *card = gtk_widget_get_ancestor(labels->pdata[i], GTK_TYPE_FLOW_BOX_CHILD);
    graphene_rect_t place, title;
    if (!card || !gtk_widget_has_css_class(labels->pdata[i], "card-title"))
      continue;
    g_assert_true(gtk_widget_compute_bounds(card, GTK_WIDGET(window), &place));
    g_assert_true(gtk_widget_compute_bounds(labels->pdata[i], card, &title));
    gpointer row = GINT_TO_POINTER((int)place.origin.y), level;
    if (g_hash_table_lookup_extended(levels, row, NULL, &level))
      g_assert_cmpint(GPOINTER_TO_INT(level), ==, (int)title.origin.y);
    g_hash_table_insert(levels, row, GINT_TO_POINTER((int)title.origin.y));
    n++;
  }
  g_assert_cmpuint(n, >, g_hash_table_size(levels));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  bindtextdomain("trammel", g_getenv("TRAMMEL_TEXTS"));
  bind_textdomain_codeset("trammel", "UTF-8");
  textdomain("trammel");
  g_test_add_data_func("/ui/least-size/large-text/english", "en", test_large_text);
  g_test_add_data_func("/ui/least-size/large-text/german", "de", test_large_text);
  g_test_add_data_func("/ui/least-size/large-text/swedish", "sv", test_large_text);
  g_test_add_func("/least-size/cards", test_cards);
  g_test_add_func("/least-size/fold", test_fold);
  g_test_add_data_func("/least-size/english", "en", test_language);
  g_test_add_data_func("/least-size/german", "de", test_language);
  g_test_add_data_func("/least-size/swedish", "sv", test_language);
  return run_window_tests();
}
