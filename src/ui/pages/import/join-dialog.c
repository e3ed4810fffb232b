#include "ui/pages/import/join-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/base/whole_file.h"
#include "io/intake/join.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/text-label.h"

enum { WIDTH = 480 };

#define TRAMMEL_TYPE_JOIN_DIALOG (trammel_join_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelJoinDialog, trammel_join_dialog, TRAMMEL, JOIN_DIALOG, GtkWindow)

struct _TrammelJoinDialog {
  GtkWindow parent_instance;
  char **paths;
  GtkBox *files;
  GtkEditable *rate;
  GtkLabel *reason;
  GtkWidget *join;
  GTask *task; /* NULL after it has returned */
};

G_DEFINE_FINAL_TYPE(TrammelJoinDialog, trammel_join_dialog, GTK_TYPE_WINDOW)

/* ---- joining --------------------------------------------------------------------------------- */

typedef struct {
  char **paths, *to;
  double rate;
} Work;

static void
work_free(gpointer data)
{
  Work *work = data;

  g_strfreev(work->paths);
  g_free(work->to);
  g_free(work);
}

/* Runs on the worker thread. */
static void
join_files(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  const TrammelJoin join = {(const char *const *)work->paths, work->rate};
  TrammelJoined joined = {0};
  GError *error = NULL;

  if (trammel_logs_join(&joined, &join, cancellable, &error) &&
      trammel_whole_file_write(work->to, joined.csv, strlen(joined.csv), &error))
    g_task_return_pointer(task, g_strdup(work->to), g_free);
  else
    g_task_return_error(task, error);
  trammel_joined_clear(&joined);
}

static void
on_joined_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelJoinDialog *self = TRAMMEL_JOIN_DIALOG(source);
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_task_propagate_pointer(G_TASK(result), &error);
  g_autoptr(GTask) task = path ? g_steal_pointer(&self->task) : NULL;

  gtk_widget_set_sensitive(self->join, TRUE);
  if (error)
    trammel_label_set_sentence(self->reason, error->message);
  if (!task)
    return;
  gtk_window_destroy(GTK_WINDOW(self));
  g_task_return_pointer(task, g_steal_pointer(&path), g_free);
}

/* Reads the rate, 0 for an empty entry; shows why another text is none. */
static gboolean
read_rate(TrammelJoinDialog *self, double *rate)
{
  g_autoptr(GError) error = NULL;
  gboolean ok = trammel_parse_quantity(gtk_editable_get_text(self->rate), "Hz", 0, rate, &error) &&
                *rate >= 0;

  if (!ok)
    gtk_label_set_text(self->reason, _("The rate must be a number above 0 Hz."));
  return ok;
}

static void
on_place_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelJoinDialog) self = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  double rate = 0;

  if (!file || !self->task || !read_rate(self, &rate))
    return;
  Work *work = g_new0(Work, 1);
  *work = (Work){g_strdupv(self->paths), g_file_get_path(file), rate};
  gtk_widget_set_sensitive(self->join, FALSE);
  gtk_label_set_text(self->reason, _("The files are being joined."));
  g_autoptr(GTask) task = g_task_new(self, NULL, on_joined_cb, NULL);
  g_task_set_task_data(task, work, work_free);
  g_task_run_in_thread(task, join_files);
}

/* ---- buttons --------------------------------------------------------------------------------- */

static void
on_join_clicked_cb(TrammelJoinDialog *self)
{
  g_autofree char *name = trammel_join_dup_name((const char *const *)self->paths);
  double rate;

  if (!read_rate(self, &rate))
    return;
  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_SAVE_DATA, name, on_place_chosen_cb,
                            g_object_ref(self));
}

static void
on_separate_clicked_cb(TrammelJoinDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  gtk_window_destroy(GTK_WINDOW(self));
  if (task)
    g_task_return_pointer(task, NULL, NULL);
}

static GtkWidget *
new_button(TrammelJoinDialog *self, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_mnemonic(label);

  if (callback)
    g_signal_connect_object(button, "clicked", callback, self, G_CONNECT_SWAPPED);
  else
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "window.close");
  return button;
}

static GtkWidget *
new_buttons(TrammelJoinDialog *self)
{
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);

  self->join = new_button(self, _("_Join by Time…"), G_CALLBACK(on_join_clicked_cb));
  gtk_widget_add_css_class(self->join, "suggested-action");
  gtk_widget_set_halign(buttons, GTK_ALIGN_END);
  gtk_box_append(GTK_BOX(buttons), new_button(self, _("_Cancel"), NULL));
  gtk_box_append(GTK_BOX(buttons),
                 new_button(self, _("_Separate Logs"), G_CALLBACK(on_separate_clicked_cb)));
  gtk_box_append(GTK_BOX(buttons), self->join);
  gtk_window_set_default_widget(GTK_WINDOW(self), self->join);
  return buttons;
}

/* ---- dialog ---------------------------------------------------------------------------------- */

static GtkWidget *
new_rate(TrammelJoinDialog *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new_with_mnemonic(_("_Rate of files without a time [Hz]"));
  GtkWidget *entry = gtk_entry_new();

  self->rate = GTK_EDITABLE(entry);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), entry);
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "1000");
  gtk_editable_set_width_chars(self->rate, 10);
  gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
  gtk_widget_set_tooltip_text(entry, _("The rows of a file without a column of times follow each "
                                       "other by this rate, from the first stamp of the others."));
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), entry);
  return box;
}

static void
show_files(TrammelJoinDialog *self)
{
  for (char **path = self->paths; *path; path++) {
    g_autofree char *base = g_path_get_basename(*path);
    gtk_box_append(self->files, trammel_text_label_new(base, "heading"));
  }
}

static void
trammel_join_dialog_dispose(GObject *object)
{
  TrammelJoinDialog *self = TRAMMEL_JOIN_DIALOG(object);
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  G_OBJECT_CLASS(trammel_join_dialog_parent_class)->dispose(object);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "closed");
}

static void
trammel_join_dialog_finalize(GObject *object)
{
  g_strfreev(TRAMMEL_JOIN_DIALOG(object)->paths);
  G_OBJECT_CLASS(trammel_join_dialog_parent_class)->finalize(object);
}

static void
trammel_join_dialog_class_init(TrammelJoinDialogClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_join_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_join_dialog_finalize;
  gtk_widget_class_add_binding_action(GTK_WIDGET_CLASS(klass), GDK_KEY_Escape, 0, "window.close",
                                      NULL);
}

static void
trammel_join_dialog_init(TrammelJoinDialog *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *words;

  gtk_window_set_title(GTK_WINDOW(self), _("Files with Different Columns"));
  gtk_window_set_modal(GTK_WINDOW(self), TRUE);
  gtk_window_set_default_size(GTK_WINDOW(self), WIDTH, -1);
  self->files = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2));
  words = trammel_text_label_new(
      _("If these files show the same motion, such as positions in one and torques in the other, "
        "join them by time into one log. The joined file has the columns of all."),
      "join-words");
  self->reason = GTK_LABEL(trammel_text_label_new("", "error"));
  gtk_widget_add_css_class(box, "compare-head");
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(self->files));
  gtk_box_append(GTK_BOX(box), words);
  gtk_box_append(GTK_BOX(box), new_rate(self));
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(self->reason));
  gtk_box_append(GTK_BOX(box), new_buttons(self));
  gtk_window_set_child(GTK_WINDOW(self), box);
}

void
trammel_join_dialog_run(GtkWindow *parent,
                        const char *const *paths,
                        GAsyncReadyCallback callback,
                        gpointer user)
{
  TrammelJoinDialog *self = g_object_new(TRAMMEL_TYPE_JOIN_DIALOG, "transient-for", parent,
                                         "application", gtk_window_get_application(parent), NULL);

  self->task = g_task_new(NULL, NULL, callback, user);
  self->paths = g_strdupv((char **)paths);
  show_files(self);
  gtk_window_present(GTK_WINDOW(self));
  gtk_widget_grab_focus(self->join);
}

gboolean
trammel_join_dialog_finish(GAsyncResult *result, char **joined, GError **error)
{
  GError *failure = NULL;

  *joined = g_task_propagate_pointer(G_TASK(result), &failure);
  if (failure)
    g_propagate_error(error, failure);
  return !failure;
}
