/* Opening, saving and closing of documents in the window. */
#include "ui/window/private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/import/import.h"
#include "io/packed/packed.h"
#include "io/project/save.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/desktop/recent.h"
#include "ui/pages/start/model-import-dialog.h"
#include "ui/pages/start/template-dialog.h"
#include "ui/session/import/log-import.h"
#include "ui/window/tour.h"

static void
report_error(TrammelWindow *self, const GError *error)
{
  if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

TrammelWindow *
trammel_window_find(GtkApplication *application, GFile *file)
{
  for (GList *l = gtk_application_get_windows(application); l; l = l->next) {
    TrammelDocument *document =
        TRAMMEL_IS_WINDOW(l->data) ? trammel_window_get_document(TRAMMEL_WINDOW(l->data)) : NULL;
    GFile *own = document ? trammel_document_get_file(document) : NULL;
    if (own && g_file_equal(own, file))
      return l->data;
  }
  return NULL;
}

static void
open_project(TrammelWindow *self, GFile *file)
{
  TrammelWindow *other = trammel_window_find(gtk_window_get_application(GTK_WINDOW(self)), file);
  g_autofree char *path = g_file_get_path(file);
  g_autoptr(GError) error = NULL;

  if (other) {
    gtk_window_present(GTK_WINDOW(other));
    return;
  }
  if (path && trammel_packed_is_file(path)) {
    _trammel_window_open_packed(self, file);
    return;
  }
  g_autoptr(TrammelDocument) document = trammel_document_load(file, &error);

  if (!document) {
    report_error(self, error);
    return;
  }
  trammel_recent_add(file);
  trammel_window_show_document(self, document);
}

/* Shows the project of an imported model on the page Model. */
static void
on_model_imported_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelWindow) self = data;
  g_autoptr(GError) error = NULL;
  const char *path;
  g_autoptr(TrammelProject) project = trammel_model_import_dialog_finish(result, &path, &error);

  if (!project) {
    report_error(self, error);
    return;
  }
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  trammel_document_set_imported(document, path);
  trammel_window_show_document(self, document);
}

static gboolean
is_project(GFile *file)
{
  g_autofree char *name = g_file_get_basename(file);

  return name && trammel_project_is_file_name(name);
}

void
trammel_window_open_file(TrammelWindow *self, GFile *file)
{
  GFile *files[] = {file};

  trammel_window_open_files(self, files, 1);
}

void
trammel_window_open_files(TrammelWindow *self, GFile *const *files, gsize n)
{
  g_return_if_fail(TRAMMEL_IS_WINDOW(self));
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();

  for (gsize i = 0; i < n; i++) {
    g_autofree char *path = g_file_get_path(files[i]);
    g_autoptr(GError) error = NULL;
    if (is_project(files[i]))
      open_project(self, files[i]);
    else if (path && trammel_model_import_has_ending(path))
      trammel_model_import_dialog_run(GTK_WINDOW(self), path, on_model_imported_cb,
                                      g_object_ref(self));
    else if (path && trammel_log_import_can_read(path, &error))
      g_strv_builder_add(builder, path);
    else if (path)
      report_error(self, error);
    else
      _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR,
                             _("This is not a local file. Copy it to a local folder first."));
  }
  g_auto(GStrv) logs = g_strv_builder_end(builder);
  if (logs[0])
    _trammel_window_import(self, (const char *const *)logs);
}

static void
on_file_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelWindow *self = TRAMMEL_WINDOW(source);
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, &error);

  if (file)
    trammel_window_open_file(self, file);
  else
    report_error(self, error);
}

/* Opens a chosen template on the page Model, where it is edited. */
static void
on_template_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelWindow) self = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_template_dialog_finish(result, &error);

  if (!project) {
    report_error(self, error);
    return;
  }
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  trammel_window_show_document(self, document);
}

void
_trammel_window_new_project(TrammelWindow *self)
{
  trammel_template_dialog_run(GTK_WINDOW(self), on_template_chosen_cb, g_object_ref(self));
}

void
_trammel_window_open(TrammelWindow *self)
{
  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_OPEN_PROJECT, NULL, on_file_chosen_cb,
                            NULL);
}

void
_trammel_window_open_log(TrammelWindow *self)
{
  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_OPEN_LOG, NULL, on_file_chosen_cb,
                            NULL);
}

void
_trammel_window_open_uri(TrammelWindow *self, const char *uri)
{
  g_autoptr(GFile) file = g_file_new_for_uri(uri);
  trammel_window_open_file(self, file);
}

void
_trammel_window_open_example(TrammelWindow *self, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = trammel_document_new_from_example(name, &error);

  if (!document) {
    report_error(self, error);
    return;
  }
  trammel_window_show_document(self, document);
  if (self->document == document)
    trammel_tour_start_once(GTK_WIDGET(self));
}

static void
close_now(TrammelWindow *self)
{
  self->closing = TRUE;
  gtk_window_close(GTK_WINDOW(self));
}

/* Saves the document; a packed project is written on another thread. */
static void
save_to(TrammelWindow *self, GFile *file, gboolean then_close)
{
  g_autofree char *path = g_file_get_path(file);
  g_autoptr(GError) error = NULL;

  if (path && trammel_project_save_packs(path)) {
    _trammel_window_save_packed(self, file, then_close);
    return;
  }
  trammel_document_take_view(self->document, _trammel_window_store_view(self));
  if (!trammel_document_save(self->document, file, &error)) {
    _trammel_window_report_unsaved(self, error);
    return;
  }
  _trammel_window_settle_unsaved(self);
  trammel_recent_add(file);
  if (then_close)
    close_now(self);
}

/* Returns `path` with the extension once: the dialog leaves it to the user, and its entry keeps the
 * extension of the proposed name when the selected part is replaced by a full name.  NULL if it is
 * right as it is. */
static char *
correct_ending(const char *path, const char *ending, gboolean has_ending)
{
  g_autofree char *twice = g_strconcat(ending, ending, NULL);

  if (g_str_has_suffix(path, twice))
    return g_strndup(path, strlen(path) - strlen(ending));
  return has_ending ? NULL : g_strconcat(path, ending, NULL);
}

/* Returns a chosen file with the extension of projects.  Fails when that file exists, since the
 * user was not asked to replace it. */
static GFile *
add_ending(GFile *file, gboolean packed, GError **error)
{
  g_autofree char *path = g_file_get_path(file);
  g_autofree char *full =
      path ? correct_ending(path, packed ? TRAMMEL_PACKED_ENDING : TRAMMEL_PROJECT_ENDING,
                            packed ? trammel_packed_has_ending(path) : is_project(file))
           : NULL;

  if (!full)
    return g_object_ref(file);
  if (!g_file_test(full, G_FILE_TEST_EXISTS))
    return g_file_new_for_path(full);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_EXISTS,
              _("A file %s already exists. Choose it with its full name to replace it."), full);
  return NULL;
}

static void
save_chosen(TrammelWindow *self, GAsyncResult *result, gboolean packed, gboolean then_close)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) chosen = trammel_choose_file_finish(result, &error);
  g_autoptr(GFile) file = chosen ? add_ending(chosen, packed, &error) : NULL;

  if (file)
    save_to(self, file, then_close);
  else
    report_error(self, error);
}

static void
on_save_file_chosen_cb(GObject *source, GAsyncResult *result, gpointer then_close)
{
  save_chosen(TRAMMEL_WINDOW(source), result, FALSE, then_close != NULL);
}

static void
on_packed_file_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  save_chosen(TRAMMEL_WINDOW(source), result, TRUE, FALSE);
}

static void
ask_for_name(TrammelWindow *self,
             TrammelChoice choice,
             const char *ending,
             GAsyncReadyCallback callback,
             gpointer user)
{
  g_autofree char *stem = trammel_document_dup_stem(self->document);
  g_autofree char *name = g_strconcat(stem, ending, NULL);
  g_autofree char *folder = trammel_document_dup_folder(self->document);
  g_autofree char *path = folder ? g_build_filename(folder, name, NULL) : g_strdup(name);

  trammel_choose_file_async(GTK_WINDOW(self), choice, path, callback, user);
}

void
_trammel_window_save_as_packed(TrammelWindow *self)
{
  ask_for_name(self, TRAMMEL_CHOOSE_SAVE_PACKED, TRAMMEL_PACKED_ENDING, on_packed_file_chosen_cb,
               NULL);
}

static void
on_changed_answered_cb(GObject *source, GAsyncResult *result, gpointer then_close)
{
  TrammelWindow *self = TRAMMEL_WINDOW(source);

  switch (trammel_ask_save_finish(result)) {
  case TRAMMEL_ANSWER_SAVE:
    save_to(self, trammel_document_get_file(self->document), then_close != NULL);
    break;
  case TRAMMEL_ANSWER_SAVE_AS:
    _trammel_window_save(self, TRUE, then_close != NULL);
    break;
  case TRAMMEL_ANSWER_RELOAD:
    _trammel_window_revert(self);
    break;
  default:
    break;
  }
}

void
_trammel_window_save(TrammelWindow *self, gboolean as, gboolean then_close)
{
  GFile *file = trammel_document_get_file(self->document);

  if (file && !as) {
    if (trammel_document_is_file_changed(self->document))
      trammel_ask_changed_async(GTK_WINDOW(self), trammel_document_get_title(self->document),
                                on_changed_answered_cb, GINT_TO_POINTER(then_close));
    else
      save_to(self, file, then_close);
    return;
  }
  g_autofree char *path = file ? g_file_get_path(file) : NULL;
  ask_for_name(self, TRAMMEL_CHOOSE_SAVE_PROJECT,
               path && trammel_project_save_packs(path) ? TRAMMEL_PACKED_ENDING
                                                        : TRAMMEL_PROJECT_ENDING,
               on_save_file_chosen_cb, GINT_TO_POINTER(then_close));
}

static void
on_save_answered_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelWindow *self = TRAMMEL_WINDOW(source);

  switch (trammel_ask_save_finish(result)) {
  case TRAMMEL_ANSWER_SAVE:
    _trammel_window_save(self, FALSE, TRUE);
    break;
  case TRAMMEL_ANSWER_DISCARD:
    close_now(self);
    break;
  default:
    break;
  }
}

void
_trammel_window_ask_before_close(TrammelWindow *self)
{
  trammel_ask_save_async(GTK_WINDOW(self), trammel_document_get_title(self->document),
                         on_save_answered_cb, NULL);
}
