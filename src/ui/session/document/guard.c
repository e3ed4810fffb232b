#include "ui/session/document/guard.h"

#include <glib/gi18n.h>

#include "ui/session/document/file-lock.h"
#include "ui/session/document/log-watch.h"
#include "ui/session/document/recovery.h"

struct _TrammelDocumentGuard {
  GObject parent_instance;
  TrammelDocument *document;
  TrammelRecovery *recovery;
  TrammelLogWatch *watch;
  TrammelFileLock *lock;
  GFile *locked_file;    /* file that the lock was requested for */
  GFileMonitor *monitor; /* of that file; NULL if it cannot be watched */
  char *other;           /* sentence on the process that has locked it; nullable */
};

G_DEFINE_FINAL_TYPE(TrammelDocumentGuard, trammel_document_guard, G_TYPE_OBJECT)

enum { FAILED, LOG_CHANGED, FILE_CHANGED, OPEN_ELSEWHERE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
take_lock(TrammelDocumentGuard *self)
{
  GFile *file = trammel_document_get_file(self->document);
  TrammelProcessIdentity other;
  gboolean taken = FALSE;

  g_clear_pointer(&self->lock, trammel_file_lock_free);
  g_clear_pointer(&self->other, g_free);
  if (file)
    self->lock = trammel_file_lock_new(file, &other, &taken);
  g_set_object(&self->locked_file, file);
  if (taken)
    self->other =
        g_strdup_printf(_("This project is also open elsewhere (process %ld on %s). Saving "
                          "asks before it replaces what was saved there. "),
                        (long)other.pid, other.host);
}

static void
on_file_changed_cb(GFileMonitor *monitor,
                   GFile *file,
                   GFile *other,
                   GFileMonitorEvent event,
                   TrammelDocumentGuard *self)
{
  /* CHANGES_DONE_HINT follows when the file is written completely */
  if (event != G_FILE_MONITOR_EVENT_CHANGED && trammel_document_is_file_changed(self->document))
    g_signal_emit(self, signals[FILE_CHANGED], 0);
}

static void
unwatch_file(TrammelDocumentGuard *self)
{
  if (self->monitor)
    g_file_monitor_cancel(self->monitor);
  g_clear_object(&self->monitor);
}

static void
watch_file(TrammelDocumentGuard *self)
{
  GFile *file = trammel_document_get_file(self->document);

  unwatch_file(self);
  if (file)
    self->monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor)
    g_signal_connect_object(self->monitor, "changed", G_CALLBACK(on_file_changed_cb), self, 0);
}

/* Locks and watches the new file after saving under another name. */
static void
on_saved_cb(TrammelDocumentGuard *self)
{
  GFile *file = trammel_document_get_file(self->document);

  if (!file || (self->locked_file && g_file_equal(file, self->locked_file)))
    return;
  take_lock(self);
  watch_file(self);
  if (self->other)
    g_signal_emit(self, signals[OPEN_ELSEWHERE], 0);
}

static void
on_log_changed_cb(TrammelDocumentGuard *self, guint log)
{
  g_signal_emit(self, signals[LOG_CHANGED], 0, log);
}

static void
on_recovery_failed_cb(TrammelDocumentGuard *self, const GError *error)
{
  g_signal_emit(self, signals[FAILED], 0, error);
}

static void
trammel_document_guard_dispose(GObject *object)
{
  TrammelDocumentGuard *self = TRAMMEL_DOCUMENT_GUARD(object);

  g_clear_object(&self->recovery);
  g_clear_object(&self->watch);
  unwatch_file(self);
  g_clear_object(&self->locked_file);
  g_clear_object(&self->document);
  g_clear_pointer(&self->lock, trammel_file_lock_free);
  g_clear_pointer(&self->other, g_free);
  G_OBJECT_CLASS(trammel_document_guard_parent_class)->dispose(object);
}

static void
trammel_document_guard_class_init(TrammelDocumentGuardClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_document_guard_dispose;
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[LOG_CHANGED] = g_signal_new("log-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FILE_CHANGED] =
      g_signal_new("file-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OPEN_ELSEWHERE] =
      g_signal_new("open-elsewhere", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_document_guard_init(TrammelDocumentGuard *self)
{
}

TrammelDocumentGuard *
trammel_document_guard_new(TrammelDocument *document, const char *leftover, guint interval)
{
  TrammelDocumentGuard *self = g_object_new(TRAMMEL_TYPE_DOCUMENT_GUARD, NULL);

  self->document = g_object_ref(document);
  self->recovery = trammel_recovery_new(document, leftover, interval);
  g_signal_connect_object(self->recovery, "failed", G_CALLBACK(on_recovery_failed_cb), self,
                          G_CONNECT_SWAPPED);
  self->watch = trammel_log_watch_new(document);
  g_signal_connect_object(self->watch, "log-changed", G_CALLBACK(on_log_changed_cb), self,
                          G_CONNECT_SWAPPED);
  take_lock(self);
  watch_file(self);
  g_signal_connect_object(document, "notify::dirty", G_CALLBACK(on_saved_cb), self,
                          G_CONNECT_SWAPPED);
  return self;
}

void
trammel_document_guard_set_interval(TrammelDocumentGuard *self, guint interval)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT_GUARD(self));
  trammel_recovery_set_interval(self->recovery, interval);
}

const char *
trammel_document_guard_get_other(TrammelDocumentGuard *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT_GUARD(self), NULL);
  return self->other;
}

gboolean
trammel_document_guard_keep(TrammelDocumentGuard *self, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT_GUARD(self), FALSE);
  return trammel_recovery_write(self->recovery, error);
}

gboolean
trammel_document_guard_leave(TrammelDocumentGuard *self, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT_GUARD(self), FALSE);
  gboolean is_kept = trammel_recovery_write(self->recovery, error);

  g_clear_pointer(&self->lock, trammel_file_lock_free);
  return is_kept;
}

void
trammel_document_guard_close(TrammelDocumentGuard *self)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT_GUARD(self));
  trammel_recovery_close(self->recovery);
  g_clear_pointer(&self->lock, trammel_file_lock_free);
}
