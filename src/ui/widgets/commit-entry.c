#include "ui/widgets/commit-entry.h"

#include "plot/figure/number-text.h"

typedef struct {
  TrammelCommitFunc commit;
  gpointer user;
  char *known; /* the applied text */
} Commit;

static void
commit_free(gpointer data)
{
  g_free(((Commit *)data)->known);
  g_free(data);
}

static Commit *
get_commit(GtkWidget *entry)
{
  return g_object_get_data(G_OBJECT(entry), "commit");
}

static void
commit_text(GtkWidget *entry)
{
  g_autoptr(GtkWidget) alive = g_object_ref(entry); /* the edit may destroy it */
  Commit *commit = get_commit(entry);
  g_autofree char *text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));

  if (g_strcmp0(text, commit->known) == 0)
    return;
  if (!commit->commit(entry, text, commit->user)) {
    gtk_widget_add_css_class(entry, "error");
    return;
  }
  gtk_widget_remove_css_class(entry, "error");
  g_free(commit->known);
  commit->known = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)));
}

static void
on_focus_left_cb(GtkEventControllerFocus *focus, GtkWidget *entry)
{
  commit_text(entry);
}

static gboolean
on_key_pressed_cb(
    GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, GtkWidget *entry)
{
  const char *known = get_commit(entry)->known;

  if (key != GDK_KEY_Escape ||
      g_strcmp0(gtk_editable_get_text(GTK_EDITABLE(entry)), known ? known : "") == 0)
    return GDK_EVENT_PROPAGATE;
  g_autofree char *text = g_strdup(known);
  trammel_commit_entry_set_text(entry, text);
  return GDK_EVENT_STOP;
}

void
trammel_commit_entry_connect(GtkWidget *entry, TrammelCommitFunc func, gpointer user)
{
  Commit *commit = g_new0(Commit, 1);
  GtkEventController *focus = gtk_event_controller_focus_new();
  GtkEventController *keys = gtk_event_controller_key_new();

  *commit = (Commit){func, user, g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)))};
  g_object_set_data_full(G_OBJECT(entry), "commit", commit, commit_free);
  g_signal_connect(entry, "activate", G_CALLBACK(commit_text), NULL);
  g_signal_connect(focus, "leave", G_CALLBACK(on_focus_left_cb), entry);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key_pressed_cb), entry);
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(entry, focus);
  gtk_widget_add_controller(entry, keys);
}

void
trammel_commit_entry_set_text(GtkWidget *entry, const char *text)
{
  Commit *commit = get_commit(entry);

  g_free(commit->known);
  commit->known = g_strdup(text ? text : "");
  gtk_widget_remove_css_class(entry, "error");
  if (g_strcmp0(gtk_editable_get_text(GTK_EDITABLE(entry)), commit->known) != 0)
    gtk_editable_set_text(GTK_EDITABLE(entry), commit->known);
}

void
trammel_commit_entry_set_number(GtkWidget *entry, const char *text)
{
  g_autofree char *shown = trammel_number_text_dup(text ? text : "");

  trammel_commit_entry_set_text(entry, shown);
}

gboolean
trammel_commit_entry_is_edited(GtkWidget *entry)
{
  const char *known = get_commit(entry)->known;

  return g_strcmp0(gtk_editable_get_text(GTK_EDITABLE(entry)), known ? known : "") != 0;
}
