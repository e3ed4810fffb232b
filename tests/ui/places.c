#include "ui/places.h"

#include <math.h>

#include "ui/pages/identify/check-panel.h"
#include "ui/pages/identify/settings-panel.h"
#include "ui/pages/parts/message-bar.h"
#include "ui/pages/parts/setting-row.h"

typedef struct {
  GtkWidget *widget;
  graphene_rect_t bounds;
} Place;

static void
clear_place(gpointer place)
{
  g_object_unref(((Place *)place)->widget);
}

/* Returns TRUE for a part whose inside changes with what it shows: the knob of a slider, the words
 * of a choice. */
static gboolean
is_free_inside(GtkWidget *widget)
{
  return GTK_IS_SCALE(widget) || GTK_IS_PROGRESS_BAR(widget) || GTK_IS_DROP_DOWN(widget);
}

static void
collect_places(GtkWidget *widget, GtkWidget *window, GArray *places)
{
  Place place = {.widget = widget};

  GtkWidget *first = gtk_widget_get_first_child(widget);

  /* the bars of scrolled windows get thicker and thinner by themselves */
  if (GTK_IS_SCROLLBAR(widget) || (first && TRAMMEL_IS_MESSAGE_BAR(first)) ||
      !gtk_widget_get_mapped(widget) || !gtk_widget_compute_bounds(widget, window, &place.bounds))
    return;
  g_object_ref(widget);
  g_array_append_val(places, place);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child && !is_free_inside(widget);
       child = gtk_widget_get_next_sibling(child))
    collect_places(child, window, places);
}

GArray *
places_list(TrammelWindow *window)
{
  GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));

  g_array_set_clear_func(places, clear_place);
  collect_places(GTK_WIDGET(window), GTK_WIDGET(window), places);
  g_assert_cmpuint(places->len, >, 200);
  return places;
}

/* Returns TRUE for what stands below all sliders in their column, or holds it: result and findings
 * may grow there. */
static gboolean
is_below_sliders(TrammelWindow *window, const Place *place)
{
  GtkWidget *panel = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SETTINGS_PANEL, NULL);
  GtkWidget *findings = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_CHECK_PANEL, NULL);
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  graphene_rect_t last;

  if (!panel || !gtk_widget_is_ancestor(place->widget, panel))
    return FALSE;
  collect_widgets(panel, TRAMMEL_TYPE_SETTING_ROW, rows);
  g_assert_true(gtk_widget_compute_bounds(rows->pdata[rows->len - 1], GTK_WIDGET(window), &last));
  return place->bounds.origin.y > last.origin.y + last.size.height ||
         gtk_widget_is_ancestor(findings, place->widget);
}

/* Returns whether two bounds are the same but for a pixel that two columns share anew. */
static gboolean
is_same_place(const graphene_rect_t *a, const graphene_rect_t *b)
{
  return fabsf(a->origin.x - b->origin.x) <= 1 && fabsf(a->origin.y - b->origin.y) <= 1 &&
         fabsf(a->size.width - b->size.width) <= 1 && fabsf(a->size.height - b->size.height) <= 1;
}

guint
places_count_moved(TrammelWindow *window, const GArray *places, const char *when)
{
  guint n_moved = 0;

  for (guint i = 0; i < places->len; i++) {
    const Place *place = &g_array_index(places, Place, i);
    graphene_rect_t now;
    if (!gtk_widget_get_mapped(place->widget) || is_below_sliders(window, place) ||
        !gtk_widget_compute_bounds(place->widget, GTK_WIDGET(window), &now) ||
        is_same_place(&now, &place->bounds))
      continue;
    n_moved++;
    g_test_message("%s: %s “%s” moved from %g %g %g %g to %g %g %g %g", when,
                   G_OBJECT_TYPE_NAME(place->widget),
                   GTK_IS_LABEL(place->widget) ? gtk_label_get_text(GTK_LABEL(place->widget)) : "",
                   place->bounds.origin.x, place->bounds.origin.y, place->bounds.size.width,
                   place->bounds.size.height, now.origin.x, now.origin.y, now.size.width,
                   now.size.height);
  }
  return n_moved;
}

void
places_assert_same(TrammelWindow *window, const GArray *places, const char *when)
{
  g_assert_cmpuint(places_count_moved(window, places, when), ==, 0);
}
