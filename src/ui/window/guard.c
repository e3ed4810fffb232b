/* Protection against loss in the window: notices of the document's guard, missing log files, and
 * offers of unsaved work. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/desktop/settings.h"
#include "ui/session/document/recovery-offer.h"
#include "ui/session/thread/file-hash.h"

enum { DEFAULT_INTERVAL = 60 }; /* [s] */

static void
offer_locate(TrammelWindow *self, int log, GString *notes)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  g_autofree char *path = trammel_project_dup_log_place(project, (guint)log);
  g_autofree char *action = g_strdup_printf("win.locate-log(uint32 %d)", log);

  g_string_append_printf(notes, _("The log “%s” is missing: %s."),
                         trammel_project_get_log_name(project, (guint)log), path);
  trammel_message_bar_show(self->notices, TRAMMEL_MESSAGE_WARNING, notes->str);
  trammel_message_bar_add_action(self->notices, _("Locate…"), action);
}

/* Appends the notices on the document; returns FALSE if its logs cannot be read yet. */
static gboolean
tell(TrammelWindow *self, GString *notes)
{
  int missing = trammel_document_find_missing_log(self->document, 0);

  if (trammel_project_is_read_only(trammel_document_get_project(self->document)))
    g_string_append(notes, _("A newer version of the program wrote this project, so it is "
                             "read-only here. It can be used, and saved under another name. "));
  if (missing >= 0)
    offer_locate(self, missing, notes);
  else if (notes->len)
    trammel_message_bar_show(self->notices, TRAMMEL_MESSAGE_WARNING, notes->str);
  return missing < 0;
}

static void
on_log_changed_cb(TrammelWindow *self, guint log)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  g_autofree char *text = g_strdup_printf(_("The file of the log “%s” has changed on disk."),
                                          trammel_project_get_log_name(project, log));

  trammel_message_bar_show(self->notices, TRAMMEL_MESSAGE_INFO, text);
  trammel_message_bar_add_action(self->notices, _("Reload"), "win.reload");
}

void
_trammel_window_report_unsaved(TrammelWindow *self, const GError *error)
{
  _trammel_window_show_text(self->messages, TRAMMEL_MESSAGE_ERROR, error->message,
                            &self->unsaved_message);
}

void
_trammel_window_settle_unsaved(TrammelWindow *self)
{
  _trammel_window_hide_text(self->messages, &self->unsaved_message);
  _trammel_window_hide_text(self->notices, &self->unsaved_notice);
}

static void
on_recovery_failed_cb(TrammelWindow *self, const GError *error)
{
  g_autofree char *text = g_strdup_printf(
      _("Unsaved work could not be backed up: %s. Save the project."), error->message);

  _trammel_window_show_text(self->notices, TRAMMEL_MESSAGE_WARNING, text, &self->unsaved_notice);
}

static void
on_file_changed_cb(TrammelWindow *self)
{
  _trammel_window_show_text(self->notices, TRAMMEL_MESSAGE_INFO,
                            _("Another program has changed the file of this project."),
                            &self->unsaved_notice);
  trammel_message_bar_add_action(self->notices, _("Reload"), "win.reload-project");
}

static guint
get_interval(void)
{
  return (guint)trammel_settings_get_int("autosave-interval", DEFAULT_INTERVAL);
}

static void
on_interval_changed_cb(TrammelDocumentGuard *guard)
{
  trammel_document_guard_set_interval(guard, get_interval());
}

static void
on_open_elsewhere_cb(TrammelWindow *self)
{
  trammel_message_bar_show(self->notices, TRAMMEL_MESSAGE_WARNING,
                           trammel_document_guard_get_other(self->guard));
}

gboolean
_trammel_window_guard(TrammelWindow *self, const char *leftover)
{
  self->guard = trammel_document_guard_new(self->document, leftover, get_interval());
  g_autoptr(GString) notes = g_string_new(trammel_document_guard_get_other(self->guard));

  g_signal_connect_object(self->guard, "failed", G_CALLBACK(on_recovery_failed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->guard, "log-changed", G_CALLBACK(on_log_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->guard, "file-changed", G_CALLBACK(on_file_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->guard, "open-elsewhere", G_CALLBACK(on_open_elsewhere_cb), self,
                          G_CONNECT_SWAPPED);
  if (trammel_settings_get())
    g_signal_connect_object(trammel_settings_get(), "changed::autosave-interval",
                            G_CALLBACK(on_interval_changed_cb), self->guard, G_CONNECT_SWAPPED);
  return tell(self, notes);
}

void
_trammel_window_unguard(TrammelWindow *self)
{
  if (self->guard)
    trammel_document_guard_close(self->guard);
  g_clear_object(&self->guard);
}

static void
on_stop_answered_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelWindow *self = TRAMMEL_WINDOW(source);

  if (trammel_ask_save_finish(result) != TRAMMEL_ANSWER_DISCARD)
    return;
  self->may_stop = TRUE;
  gtk_window_close(GTK_WINDOW(self));
  self->may_stop = FALSE; /* the user may cancel the next question */
}

gboolean
_trammel_window_ask_about_work(TrammelWindow *self)
{
  gboolean fits = trammel_fit_control_is_requested(self->fits);
  g_autofree char *work = fits ? g_strdup(_("the identification")) : _trammel_window_dup_work(self);

  if (!work)
    work = _trammel_window_dup_export(self);
  if (!work || self->may_stop)
    return FALSE;
  trammel_ask_stop_async(GTK_WINDOW(self), work, on_stop_answered_cb, NULL);
  return TRUE;
}

void
_trammel_window_keep_unsaved(TrammelWindow *self)
{
  g_autoptr(GError) error = NULL;

  if (!trammel_document_guard_keep(self->guard, &error))
    on_recovery_failed_cb(self, error);
}

void
trammel_window_leave(TrammelWindow *self)
{
  g_return_if_fail(TRAMMEL_IS_WINDOW(self));
  g_autoptr(GError) error = NULL;

  if (self->guard && !trammel_document_guard_leave(self->guard, &error))
    g_printerr("trammel: %s\n", error->message);
}

static void
on_reload_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (self->document && trammel_document_find_missing_log(self->document, 0) < 0)
    trammel_fit_control_reload(self->fits);
}

static void
on_reload_project_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (self->document && trammel_document_get_file(self->document) && !self->is_saving)
    _trammel_window_revert(self);
}

void
_trammel_window_read_logs(TrammelWindow *self)
{
  g_autoptr(GString) notes = g_string_new(NULL);

  if (tell(self, notes))
    trammel_fit_control_reload(self->fits);
}

/* Sets the file of a log, then asks for the next missing one. */
static void
use_file(TrammelWindow *self, guint log, const char *path)
{
  trammel_document_set_log_file(self->document, log, path);
  trammel_message_bar_hide(self->notices);
  _trammel_window_read_logs(self);
}

typedef struct {
  TrammelWindow *window;
  guint log;
} Locating;

static void
free_locating(Locating *locating)
{
  g_object_unref(locating->window);
  g_free(locating);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Locating, free_locating)

static void
ask_for_other(TrammelWindow *self, guint log, const char *path)
{
  g_autofree char *text = g_strdup_printf(
      _("The content of %s differs from that of the log “%s”."), path,
      trammel_project_get_log_name(trammel_document_get_project(self->document), log));
  g_autoptr(GVariant) target = g_variant_ref_sink(g_variant_new("(us)", log, path));
  g_autofree char *use = g_action_print_detailed_name("win.use-log", target);
  g_autofree char *again = g_strdup_printf("win.locate-log(uint32 %u)", log);

  trammel_message_bar_show(self->notices, TRAMMEL_MESSAGE_WARNING, text);
  trammel_message_bar_add_action(self->notices, _("Use Anyway"), use);
  trammel_message_bar_add_action(self->notices, _("Another File…"), again);
}

static void
on_hashed_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(Locating) locating = data;
  TrammelWindow *self = locating->window;
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_file_get_path(G_FILE(source));
  g_autofree char *hash = trammel_file_hash_finish(result, &error);

  if (!self->document ||
      locating->log >= trammel_project_get_n_logs(trammel_document_get_project(self->document)))
    return;
  g_autofree char *known = trammel_document_dup_log_hash(self->document, locating->log);
  if (error)
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
  else if (known && g_ascii_strcasecmp(known, hash) != 0)
    ask_for_other(self, locating->log, path);
  else
    use_file(self, locating->log, path);
}

static void
on_located_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  Locating *locating = NULL;

  if (!file) {
    /* cancelled: the message is shown again */
    TrammelWindow *self = TRAMMEL_WINDOW(source);
    g_autoptr(GString) notes = g_string_new(NULL);
    tell(self, notes);
    return;
  }
  locating = g_new0(Locating, 1);
  locating->window = g_object_ref(TRAMMEL_WINDOW(source));
  locating->log = GPOINTER_TO_UINT(data);
  trammel_file_hash_async(file, on_hashed_cb, locating);
}

static void
on_locate_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  guint log = g_variant_get_uint32(parameter);

  if (self->document &&
      log < trammel_project_get_n_logs(trammel_document_get_project(self->document)))
    trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_OPEN_LOG, NULL, on_located_cb,
                              GUINT_TO_POINTER(log));
}

static void
on_use_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  const char *path;
  guint log;

  g_variant_get(parameter, "(u&s)", &log, &path);
  if (self->document &&
      log < trammel_project_get_n_logs(trammel_document_get_project(self->document)))
    use_file(self, log, path);
}

static void
on_recovery_open_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  const char *path = g_variant_get_string(parameter, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = trammel_recovery_offer_open(path, &error);

  if (document)
    _trammel_window_show_recovered(self, document, path);
  else
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

static void
on_recovery_discard_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  trammel_recovery_offer_discard(g_variant_get_string(parameter, NULL));
  trammel_window_offer_recovery(data);
}

static const GActionEntry entries[] = {
    {.name = "reload", .activate = on_reload_cb},
    {.name = "reload-project", .activate = on_reload_project_cb},
    {.name = "locate-log", .activate = on_locate_cb, .parameter_type = "u"},
    {.name = "use-log", .activate = on_use_cb, .parameter_type = "(us)"},
    {.name = "recovery-open", .activate = on_recovery_open_cb, .parameter_type = "s"},
    {.name = "recovery-discard", .activate = on_recovery_discard_cb, .parameter_type = "s"},
};

void
_trammel_window_add_guard_actions(TrammelWindow *self)
{
  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}

static void
add_recovery_action(TrammelWindow *self, const char *label, const char *name, const char *path)
{
  g_autoptr(GVariant) target = g_variant_ref_sink(g_variant_new_string(path));
  g_autofree char *action = g_action_print_detailed_name(name, target);

  trammel_message_bar_add_action(self->offers, label, action);
}

void
trammel_window_offer_recovery(TrammelWindow *self)
{
  g_return_if_fail(TRAMMEL_IS_WINDOW(self));
  g_autoptr(TrammelLeftover) offer = trammel_recovery_offer_find();

  trammel_message_bar_hide(self->offers);
  if (!offer)
    return;
  g_autoptr(GDateTime) now = g_date_time_new_now_local();
  g_autofree char *text = trammel_recovery_offer_dup_text(offer, now);
  trammel_message_bar_show(self->offers, TRAMMEL_MESSAGE_INFO, text);
  add_recovery_action(self, _("Open"), "win.recovery-open", offer->path);
  add_recovery_action(self, _("Discard"), "win.recovery-discard", offer->path);
}
