#include "ui/desktop/file-dialogs.h"

#include <glib/gi18n.h>

/* Texts and file types of each choice. */
typedef struct {
  const char *title, *accept;
  GtkFileChooserAction action;
  const char *filter, *patterns[9];
} Question;

static const Question questions[] = {
    [TRAMMEL_CHOOSE_OPEN_PROJECT] = {N_("Open Project"),
                                     N_("_Open"),
                                     GTK_FILE_CHOOSER_ACTION_OPEN,
                                     N_("Projects and models (URDF, MJCF, SDF)"),
                                     {"*.trammel", "*.trammelz", "*.urdf", "*.sdf", "*.mjcf",
                                      "*.xml"}},
    [TRAMMEL_CHOOSE_OPEN_LOG] = {N_("Open Log"),
                                 N_("_Open"),
                                 GTK_FILE_CHOOSER_ACTION_OPEN,
                                 N_("Logs (CSV, MAT)"),
                                 {"*.csv", "*.CSV", "*.tsv", "*.txt", "*.mat", "*.MAT"}},
    [TRAMMEL_CHOOSE_SAVE_PROJECT] = {N_("Save Project"),
                                     N_("_Save"),
                                     GTK_FILE_CHOOSER_ACTION_SAVE,
                                     N_("Trammel projects"),
                                     {"*.trammel", "*.trammelz"}},
    [TRAMMEL_CHOOSE_SAVE_PACKED] = {N_("Save as Packed Project"),
                                    N_("_Save"),
                                    GTK_FILE_CHOOSER_ACTION_SAVE,
                                    N_("Packed projects"),
                                    {"*.trammelz"}},
    [TRAMMEL_CHOOSE_OPEN_MODEL] = {N_("Choose Model File"),
                                   N_("_Choose"),
                                   GTK_FILE_CHOOSER_ACTION_OPEN,
                                   N_("Models (URDF, MJCF)"),
                                   {"*.urdf", "*.URDF", "*.xml", "*.XML", "*.mjcf"}},
    [TRAMMEL_CHOOSE_SAVE_EXPORT] = {N_("Choose Location"),
                                    N_("_Choose"),
                                    GTK_FILE_CHOOSER_ACTION_SAVE,
                                    N_("Exported files"),
                                    {"*.json", "*.mat", "*.csv", "*.h", "*.urdf", "*.xml", "*.pdf",
                                     "*.html"}},
    [TRAMMEL_CHOOSE_SAVE_IMAGE] = {N_("Save Image"),
                                   N_("_Save"),
                                   GTK_FILE_CHOOSER_ACTION_SAVE,
                                   N_("Images (PNG, SVG, PDF)"),
                                   {"*.png", "*.svg", "*.pdf"}},
    [TRAMMEL_CHOOSE_SAVE_PNG] =
        {N_("Save Image"), N_("_Save"), GTK_FILE_CHOOSER_ACTION_SAVE, N_("PNG images"), {"*.png"}},
    [TRAMMEL_CHOOSE_SAVE_FOLDER] = {N_("Name the Folder of the Pictures"),
                                    N_("_Save"),
                                    GTK_FILE_CHOOSER_ACTION_SAVE,
                                    N_("Folders"),
                                    {NULL}},
    [TRAMMEL_CHOOSE_SAVE_VIDEO] = {N_("Save Video"),
                                   N_("_Save"),
                                   GTK_FILE_CHOOSER_ACTION_SAVE,
                                   N_("WebM videos"),
                                   {"*.webm"}},
    [TRAMMEL_CHOOSE_SAVE_DATA] =
        {N_("Save Data"), N_("_Save"), GTK_FILE_CHOOSER_ACTION_SAVE, N_("CSV files"), {"*.csv"}},
    [TRAMMEL_CHOOSE_SAVE_FIGURES] = {N_("Export Figures"),
                                     N_("_Export"),
                                     GTK_FILE_CHOOSER_ACTION_SAVE,
                                     N_("Figures (PNG, SVG, PDF)"),
                                     {"*.png", "*.svg", "*.pdf"}},
};

static TrammelDialogSeam seam;

void
trammel_file_dialogs_set_seam(TrammelDialogSeam new_seam)
{
  seam = new_seam;
}

static void
add_filters(GtkFileChooser *chooser, const Question *question)
{
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new();
  g_autoptr(GtkFileFilter) all = gtk_file_filter_new();

  gtk_file_filter_set_name(filter, _(question->filter));
  for (int i = 0; question->patterns[i]; i++)
    gtk_file_filter_add_pattern(filter, question->patterns[i]);
  gtk_file_filter_set_name(all, _("All files"));
  gtk_file_filter_add_pattern(all, "*");
  if (question->patterns[0])
    gtk_file_chooser_add_filter(chooser, filter);
  gtk_file_chooser_add_filter(chooser, all);
}

static void
return_file(GTask *task, GFile *file)
{
  if (file)
    g_task_return_pointer(task, file, g_object_unref);
  else
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "No file was chosen.");
}

static void
on_chooser_response_cb(GtkNativeDialog *dialog, int response, gpointer data)
{
  g_autoptr(GTask) task = data;
  GFile *file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
  gtk_native_dialog_hide(dialog);
  return_file(task, file);
}

/* Suggests a file name, in its folder if the name has one. */
static void
suggest(GtkFileChooser *chooser, const char *name)
{
  g_autofree char *base = g_path_get_basename(name), *path = g_path_get_dirname(name);
  g_autoptr(GFile) folder = g_file_new_for_path(path);

  if (g_path_is_absolute(name))
    gtk_file_chooser_set_current_folder(chooser, folder, NULL);
  gtk_file_chooser_set_current_name(chooser, base);
}

void
trammel_choose_file_async(GtkWindow *parent,
                          TrammelChoice choice,
                          const char *name,
                          GAsyncReadyCallback callback,
                          gpointer user)
{
  const Question *question = &questions[choice];
  g_autoptr(GTask) task = g_task_new(parent, NULL, callback, user);

  g_task_set_source_tag(task, trammel_choose_file_async);
  if (seam.choose) {
    return_file(task, seam.choose(choice, name, seam.user));
    return;
  }
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
      _(question->title), parent, question->action, _(question->accept), _("_Cancel"));
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  add_filters(GTK_FILE_CHOOSER(dialog), question);
  if (name && question->action == GTK_FILE_CHOOSER_ACTION_SAVE)
    suggest(GTK_FILE_CHOOSER(dialog), name);
  g_task_set_task_data(task, dialog, g_object_unref);
  g_signal_connect(dialog, "response", G_CALLBACK(on_chooser_response_cb), g_object_ref(task));
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

GFile *
trammel_choose_file_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}

static void
on_question_response_cb(GtkDialog *dialog, int response, gpointer data)
{
  g_autoptr(GTask) task = data;
  TrammelAnswer answer = response >= 0 ? (TrammelAnswer)response : TRAMMEL_ANSWER_CANCEL;

  /* the parent may go before the dialog, whose click still holds it and which would refer to it */
  gtk_window_set_transient_for(GTK_WINDOW(dialog), NULL);
  gtk_window_destroy(GTK_WINDOW(dialog));
  g_task_return_int(task, answer);
}

/* Creates a question with a text on the loss; the caller adds the answers, each a TrammelAnswer. */
static GtkDialog *
new_question(GTask *task, GtkWindow *parent, const char *question, const char *loss)
{
  GtkWidget *dialog =
      gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                             GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", question);

  gtk_window_set_title(GTK_WINDOW(dialog), "Trammel"); /* where the system draws the frame */
  gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", loss);
  g_signal_connect(dialog, "response", G_CALLBACK(on_question_response_cb), g_object_ref(task));
  return GTK_DIALOG(dialog);
}

/* Presents the question.  Enter gives the answer `safe`, and the button of `loss` is red (CANCEL:
 * there is none). */
static void
present_question(GtkDialog *dialog, TrammelAnswer safe, TrammelAnswer loss)
{
  gtk_dialog_set_default_response(dialog, (int)safe);
  if (safe != TRAMMEL_ANSWER_CANCEL)
    gtk_widget_add_css_class(gtk_dialog_get_widget_for_response(dialog, (int)safe),
                             "suggested-action");
  if (loss != TRAMMEL_ANSWER_CANCEL)
    gtk_widget_add_css_class(gtk_dialog_get_widget_for_response(dialog, (int)loss),
                             "destructive-action");
  gtk_window_present(GTK_WINDOW(dialog));
}

void
trammel_ask_save_async(GtkWindow *parent,
                       const char *title,
                       GAsyncReadyCallback callback,
                       gpointer user)
{
  g_autoptr(GTask) task = g_task_new(parent, NULL, callback, user);

  if (seam.ask) {
    g_task_return_int(task, seam.ask(title, seam.user));
    return;
  }
  g_autofree char *question = g_strdup_printf(_("Save changes to “%s”?"), title);
  GtkDialog *dialog =
      new_question(task, parent, question, _("Changes since the last save will be lost."));
  gtk_dialog_add_buttons(dialog, _("_Cancel"), TRAMMEL_ANSWER_CANCEL, _("_Discard"),
                         TRAMMEL_ANSWER_DISCARD, _("_Save"), TRAMMEL_ANSWER_SAVE, NULL);
  present_question(dialog, TRAMMEL_ANSWER_SAVE, TRAMMEL_ANSWER_DISCARD);
}

void
trammel_ask_stop_async(GtkWindow *parent,
                       const char *work,
                       GAsyncReadyCallback callback,
                       gpointer user)
{
  g_autoptr(GTask) task = g_task_new(parent, NULL, callback, user);

  if (seam.ask_stop) {
    g_task_return_int(task, seam.ask_stop(work, seam.user));
    return;
  }
  g_autofree char *question = g_strdup_printf(_("Stop %s and close the window?"), work);
  GtkDialog *dialog = new_question(task, parent, question, _("Its results so far will be lost."));
  gtk_dialog_add_buttons(dialog, _("_Keep Running"), TRAMMEL_ANSWER_CANCEL, _("_Stop and Close"),
                         TRAMMEL_ANSWER_DISCARD, NULL);
  present_question(dialog, TRAMMEL_ANSWER_CANCEL, TRAMMEL_ANSWER_DISCARD);
}

void
trammel_ask_changed_async(GtkWindow *parent,
                          const char *title,
                          GAsyncReadyCallback callback,
                          gpointer user)
{
  g_autoptr(GTask) task = g_task_new(parent, NULL, callback, user);

  if (seam.ask_changed) {
    g_task_return_int(task, seam.ask_changed(title, seam.user));
    return;
  }
  g_autofree char *question =
      g_strdup_printf(_("Another program has changed the file of “%s”."), title);
  GtkDialog *dialog = new_question(
      task, parent, question,
      _("Overwrite replaces what is in the file now. Reload shows it here; Undo then brings your "
        "changes back."));
  gtk_dialog_add_buttons(dialog, _("_Cancel"), TRAMMEL_ANSWER_CANCEL, _("_Overwrite"),
                         TRAMMEL_ANSWER_SAVE, _("_Reload"), TRAMMEL_ANSWER_RELOAD, _("Save _As…"),
                         TRAMMEL_ANSWER_SAVE_AS, NULL);
  present_question(dialog, TRAMMEL_ANSWER_SAVE_AS, TRAMMEL_ANSWER_SAVE);
}

void
trammel_ask_size_async(GtkWindow *parent,
                       const char *need,
                       GAsyncReadyCallback callback,
                       gpointer user)
{
  g_autoptr(GTask) task = g_task_new(parent, NULL, callback, user);

  if (seam.ask_size) {
    g_task_return_int(task, seam.ask_size(need, seam.user));
    return;
  }
  GtkDialog *dialog = new_question(task, parent, _("Start a fit of this size?"), need);
  gtk_dialog_add_buttons(dialog, _("_Cancel"), TRAMMEL_ANSWER_CANCEL, _("_Start Anyway"),
                         TRAMMEL_ANSWER_START, NULL);
  present_question(dialog, TRAMMEL_ANSWER_CANCEL, TRAMMEL_ANSWER_CANCEL);
}

TrammelAnswer
trammel_ask_save_finish(GAsyncResult *result)
{
  return (TrammelAnswer)g_task_propagate_int(G_TASK(result), NULL);
}
