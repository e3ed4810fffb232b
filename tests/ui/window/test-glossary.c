/* Tests of the explanations of terms: every link of the window leads to a term of the glossary, and
 * the guide opens scrolled to it. */
#include <string.h>

#include "ui/pages/parts/term-help.h"
#include "ui/pages/start/help-window.h"
#include "ui/session/model/fields.h"
#include "ui/session/text/glossary.h"
#include "ui/window-support.h"

#define LINK "glossary.md#"

static void
assert_link(const char *link)
{
  g_assert_true(g_str_has_prefix(link, LINK));
  if (!trammel_glossary_find(link + strlen(LINK)))
    g_error("%s leads nowhere", link);
}

/* Asserts the links of a menu; returns their number. */
static guint
check_menu(GMenuModel *menu)
{
  int n = g_menu_model_get_n_items(menu);

  for (int i = 0; i < n; i++) {
    g_autoptr(GVariant) target = g_menu_model_get_item_attribute_value(
        menu, i, G_MENU_ATTRIBUTE_TARGET, G_VARIANT_TYPE_STRING);
    g_autoptr(GVariant) action = g_menu_model_get_item_attribute_value(
        menu, i, G_MENU_ATTRIBUTE_ACTION, G_VARIANT_TYPE_STRING);
    g_assert_cmpstr(g_variant_get_string(action, NULL), ==, "win.guide");
    assert_link(g_variant_get_string(target, NULL));
  }
  return (guint)n;
}

/* Asserts the links of a “?” that is shown; returns their number. */
static guint
check_help(GtkWidget *help)
{
  GtkWidget *button = gtk_widget_get_first_child(help);

  g_assert_nonnull(button);
  g_assert_nonnull(gtk_widget_get_tooltip_text(button));
  if (GTK_IS_MENU_BUTTON(button))
    return check_menu(gtk_menu_button_get_menu_model(GTK_MENU_BUTTON(button)));
  g_assert_true(gtk_widget_get_focusable(button));
  g_assert_cmpstr(gtk_actionable_get_action_name(GTK_ACTIONABLE(button)), ==, "win.guide");
  assert_link(
      g_variant_get_string(gtk_actionable_get_action_target_value(GTK_ACTIONABLE(button)), NULL));
  return 1;
}

/* Asserts the links of the visible page, of which there are at least `least`. */
static void
check_page(TrammelWindow *window, const char *page, const char *view, guint least)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new();
  guint n = 0;

  activate(window, "page", page);
  if (view)
    show_view(window, view);
  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_TERM_HELP, found);
  for (guint i = 0; i < found->len; i++)
    n += check_help(found->pdata[i]);
  g_test_message("%s %s: %u links", page, view ? view : "", n);
  g_assert_cmpuint(n, >=, least);
}

static void
test_links(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  check_page(window, "identify", "sweep", 4 + 1 + 3 + 6);
  check_page(window, "model", NULL, 2);
  check_page(window, "validate", NULL, 8);
  check_page(window, "inspect", "residuals", 5);
  check_page(window, "inspect", "uncertainty", 7);
  check_page(window, "inspect", "states", 2);
  check_page(window, "inspect", "table", 2);
  close_window(window);
}

/* The headings of the properties explain their terms. */
static void
test_properties(void)
{
  TrammelWindow *window = open_example("furuta");
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));
  guint n = 0;

  for (int kind = TRAMMEL_ELEMENT_GRAVITY; kind <= TRAMMEL_ELEMENT_SENSOR; kind++) {
    const TrammelElement element = {.kind = kind};
    g_assert_cmpuint(trammel_project_get_n_elements(project, kind), >, 0);
    g_autoptr(GPtrArray) fields = trammel_model_fields_new(project, element);
    for (guint i = 0; i < fields->len; i++) {
      const char *terms = ((const TrammelField *)fields->pdata[i])->terms;
      g_auto(GStrv) anchors = g_strsplit(terms ? terms : "", " ", -1);
      for (char **anchor = anchors; *anchor; anchor++, n++)
        g_assert_nonnull(trammel_glossary_find(*anchor));
    }
  }
  g_assert_cmpuint(n, >, 4);
  close_window(window);
}

/* Finds the heading of the guide below `help`. */
static GtkWidget *
find_heading(GtkWidget *help, const char *text)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(help, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (gtk_widget_has_css_class(labels->pdata[i], "guide-heading") &&
        g_str_equal(gtk_label_get_text(labels->pdata[i]), text))
      return labels->pdata[i];
  return NULL;
}

typedef struct {
  GtkWidget *help; /* the window of the guide */
  const char *heading;
} Place;

/* TestCondition: the heading stands at the top of the visible text. */
static gboolean
is_at_top(gpointer data)
{
  const Place *place = data;
  GtkWidget *heading = find_heading(place->help, place->heading);
  GtkWidget *scroller = heading ? gtk_widget_get_ancestor(heading, GTK_TYPE_SCROLLED_WINDOW) : NULL;
  graphene_rect_t bounds;

  return scroller && gtk_widget_compute_bounds(heading, scroller, &bounds) &&
         bounds.size.height > 0 && bounds.origin.y >= -1 && bounds.origin.y < 60;
}

/* TestCondition: the window of the guide is open. */
static gboolean
has_help(gpointer user)
{
  return find_toplevel(TRAMMEL_TYPE_HELP_WINDOW) != NULL;
}

static void
test_open(void)
{
  TrammelWindow *window = open_example("pendulum");
  g_autoptr(GPtrArray) found = g_ptr_array_new();

  activate(window, "page", "identify");
  collect_widgets(GTK_WIDGET(window), TRAMMEL_TYPE_TERM_HELP, found);
  g_assert_cmpuint(found->len, >, 0);
  /* the first one stands in the row of kappa */
  GtkWidget *button = gtk_widget_get_first_child(found->pdata[0]);
  g_assert_true(gtk_widget_activate(button));
  /* a button that is pressed by a key is drawn so for a moment first */
  g_assert_true(test_wait(has_help, NULL, TEST_DEADLINE));
  GtkWidget *help = find_toplevel(TRAMMEL_TYPE_HELP_WINDOW);
  g_assert_cmpstr(trammel_help_window_get_page(TRAMMEL_HELP_WINDOW(help)), ==, "glossary.md");
  g_assert_true(test_wait(is_at_top, &(Place){help, "Kappa"}, TEST_DEADLINE));
  /* another term in the same window */
  activate(window, "guide", LINK "open-loop");
  g_assert_true(test_wait(is_at_top, &(Place){help, "Open loop"}, TEST_DEADLINE));
  g_assert_false(is_at_top(&(Place){help, "Kappa"}));
  gtk_window_destroy(GTK_WINDOW(help));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/glossary/links", test_links);
  g_test_add_func("/ui/glossary/properties", test_properties);
  g_test_add_func("/ui/glossary/open", test_open);
  return run_window_tests();
}
