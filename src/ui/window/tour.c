#include "ui/window/tour.h"

#include <glib/gi18n.h>

#include "ui/desktop/popup.h"
#include "ui/desktop/settings.h"

#define NOTE_KEY    "trammel-tour"
#define STYLE_CLASS "tour"

enum { TEXT_CHARS = 44 };

typedef struct {
  const char *id; /* widget in the .ui files that the note points at */
  GtkPositionType side;
  double x, y; /* place on it, as shares of its size */
  const char *title, *text;
} Step;

static const Step steps[] = {
    {"plots", GTK_POS_BOTTOM, 0.4, 0.35, N_("The log"),
     N_("The dots are what the sensors measured; a dashed line, if there is one, is what the model "
        "does with its start values. Scroll to zoom, drag to move.")},
    {"drawer", GTK_POS_TOP, 0.25, 0.2, N_("The parameters"),
     N_("These numbers of the model are estimated from the log. Their start values may be rough. "
        "The page Model has all numbers; a padlock there makes one free.")},
    {"identify_button", GTK_POS_BOTTOM, 0.5, 1, N_("Identify"),
     N_("Press Identify, or F5. The line comes to lie on the dots, and every parameter gets a "
        "value "
        "with its uncertainty.")},
    {"switcher", GTK_POS_BOTTOM, 0.7, 1, N_("The result"),
     N_("Inspect says what the result is worth and what to improve. Validate compares it with "
        "other "
        "logs. Export writes values, models and a report.")}};

static void show_step(GtkWidget *window, guint step);

static GtkWidget *
find_by_id(GtkWidget *widget, const char *id)
{
  GtkWidget *found = NULL;

  if (g_strcmp0(gtk_buildable_get_buildable_id(GTK_BUILDABLE(widget)), id) == 0 &&
      gtk_widget_get_mapped(widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child && !found;
       child = gtk_widget_get_next_sibling(child))
    found = find_by_id(child, id);
  return found;
}

static void
on_note_destroyed_cb(gpointer window, GObject *note)
{
  if (g_object_get_data(window, NOTE_KEY) == note)
    g_object_set_data(window, NOTE_KEY, NULL);
}

/* Takes the note off the window's data; NULL when none is shown. */
static GtkWidget *
take_note(GtkWidget *window)
{
  GtkWidget *note = g_object_get_data(G_OBJECT(window), NOTE_KEY);

  if (note) {
    g_object_set_data(G_OBJECT(window), NOTE_KEY, NULL);
    g_object_weak_unref(G_OBJECT(note), on_note_destroyed_cb, window);
  }
  return note;
}

void
trammel_tour_end(GtkWidget *window)
{
  GtkWidget *note = take_note(window);

  if (note)
    gtk_popover_popdown(GTK_POPOVER(note));
}

void
trammel_tour_forget(GtkWidget *window)
{
  GtkWidget *next;

  take_note(window);
  /* a note that has just been closed is still there for a moment */
  for (GtkWidget *child = gtk_widget_get_first_child(window); child; child = next) {
    next = gtk_widget_get_next_sibling(child);
    if (gtk_widget_has_css_class(child, STYLE_CLASS))
      gtk_widget_unparent(child);
  }
}

static void
on_next_cb(GtkButton *button, GtkWidget *window)
{
  guint next = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "step")) + 1;

  trammel_tour_end(window);
  show_step(window, next);
}

static GtkWidget *
new_label(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), TEXT_CHARS);
  if (style)
    gtk_widget_add_css_class(label, style);
  return label;
}

/* Returns "2 of 4" with the buttons. */
static GtkWidget *
new_foot(GtkWidget *window, guint step)
{
  gboolean is_last = step + 1 == G_N_ELEMENTS(steps);
  g_autofree char *count = g_strdup_printf(_("%u of %u"), step + 1, (guint)G_N_ELEMENTS(steps));
  GtkWidget *foot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
            *label = new_label(count, "dim-label");
  GtkWidget *skip = gtk_button_new_with_label(_("Skip"));
  GtkWidget *next = gtk_button_new_with_label(is_last ? _("Done") : _("Next"));

  gtk_widget_set_hexpand(label, TRUE);
  gtk_widget_set_visible(skip, !is_last);
  gtk_widget_add_css_class(next, "suggested-action");
  g_object_set_data(G_OBJECT(next), "step", GUINT_TO_POINTER(step));
  g_signal_connect_object(skip, "clicked", G_CALLBACK(trammel_tour_end), window, G_CONNECT_SWAPPED);
  g_signal_connect_object(next, "clicked", G_CALLBACK(on_next_cb), window, 0);
  gtk_box_append(GTK_BOX(foot), label);
  gtk_box_append(GTK_BOX(foot), skip);
  gtk_box_append(GTK_BOX(foot), next);
  return foot;
}

/* Gives the window the keys of its shortcuts: GTK ends their way at a popover.  Those that move the
 * focus stay with the note. */
static gboolean
on_key_pressed_cb(
    GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, GtkWidget *window)
{
  gboolean is_function = key >= GDK_KEY_F1 && key <= GDK_KEY_F12;

  return (is_function || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))) &&
         gtk_event_controller_key_forward(keys, window);
}

static void
pass_keys_on(GtkWidget *note, GtkWidget *window)
{
  GtkEventController *keys = gtk_event_controller_key_new();

  g_signal_connect_object(keys, "key-pressed", G_CALLBACK(on_key_pressed_cb), window, 0);
  gtk_widget_add_controller(note, keys);
}

static GtkWidget *
new_note(GtkWidget *window, guint step)
{
  GtkWidget *note = gtk_popover_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);

  gtk_box_append(GTK_BOX(box), new_label(_(steps[step].title), "heading"));
  gtk_box_append(GTK_BOX(box), new_label(_(steps[step].text), NULL));
  gtk_box_append(GTK_BOX(box), new_foot(window, step));
  gtk_widget_add_css_class(note, STYLE_CLASS);
  gtk_popover_set_autohide(GTK_POPOVER(note), FALSE);
  gtk_popover_set_position(GTK_POPOVER(note), steps[step].side);
  gtk_popover_set_child(GTK_POPOVER(note), box);
  pass_keys_on(note, window);
  g_signal_connect_swapped(note, "map", G_CALLBACK(gtk_widget_grab_focus),
                           gtk_widget_get_last_child(gtk_widget_get_last_child(box)));
  return note;
}

/* Shows a step; the tour ends after the last one, and where the part of the window is hidden. */
static void
show_step(GtkWidget *window, guint step)
{
  GtkWidget *at = step < G_N_ELEMENTS(steps) ? find_by_id(window, steps[step].id) : NULL;

  if (!at)
    return;
  GtkWidget *note = new_note(window, step);
  g_object_weak_ref(G_OBJECT(note), on_note_destroyed_cb, window);
  g_object_set_data(G_OBJECT(window), NOTE_KEY, note);
  trammel_popup_open(note, window, at, steps[step].x * gtk_widget_get_width(at),
                     steps[step].y * gtk_widget_get_height(at));
}

void
trammel_tour_start(GtkWidget *window)
{
  trammel_tour_end(window);
  show_step(window, 0);
}

/* Starts the tour once the pages have their places. */
static gboolean
on_idle_cb(gpointer window)
{
  trammel_tour_start(window);
  return G_SOURCE_REMOVE;
}

void
trammel_tour_start_once(GtkWidget *window)
{
  GSettings *settings = trammel_settings_get();

  if (!settings || g_settings_get_boolean(settings, "tour-seen"))
    return;
  g_settings_set_boolean(settings, "tour-seen", TRUE);
  g_timeout_add_full(G_PRIORITY_LOW, 700, on_idle_cb, g_object_ref(window), g_object_unref);
}
