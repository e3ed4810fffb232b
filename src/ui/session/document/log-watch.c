#include "ui/session/document/log-watch.h"

/* A watched file, with its last known size, time and inode: two files that are written within a
 * tick of the clock have the same time. */
typedef struct {
  char *path;
  GFileMonitor *monitor; /* NULL if the folder cannot be watched */
  guint64 size, time;    /* [us] */
  guint64 inode;
} Watched;

struct _TrammelLogWatch {
  GObject parent_instance;
  TrammelDocument *document;
  GPtrArray *files; /* Watched of each log of the project */
};

G_DEFINE_FINAL_TYPE(TrammelLogWatch, trammel_log_watch, G_TYPE_OBJECT)

enum { LOG_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_watched(gpointer data)
{
  Watched *file = data;

  if (file->monitor)
    g_file_monitor_cancel(file->monitor);
  g_clear_object(&file->monitor);
  g_free(file->path);
  g_free(file);
}

static void
trammel_log_watch_dispose(GObject *object)
{
  TrammelLogWatch *self = TRAMMEL_LOG_WATCH(object);

  g_clear_pointer(&self->files, g_ptr_array_unref);
  g_clear_object(&self->document);
  G_OBJECT_CLASS(trammel_log_watch_parent_class)->dispose(object);
}

static void
trammel_log_watch_class_init(TrammelLogWatchClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_log_watch_dispose;
  signals[LOG_CHANGED] = g_signal_new("log-changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
trammel_log_watch_init(TrammelLogWatch *self)
{
  self->files = g_ptr_array_new_with_free_func(free_watched);
}

/* Updates size, time and inode; returns TRUE if the file exists and has changed. */
static gboolean
look(Watched *file)
{
  g_autoptr(GFile) location = g_file_new_for_path(file->path);
  g_autoptr(GFileInfo) info =
      g_file_query_info(location,
                        G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED
                                                       "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC
                                                       "," G_FILE_ATTRIBUTE_UNIX_INODE,
                        G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (!info)
    return FALSE;
  guint64 size = (guint64)g_file_info_get_size(info);
  guint64 time =
      g_file_info_get_attribute_uint64(info, G_FILE_ATTRIBUTE_TIME_MODIFIED) * G_USEC_PER_SEC +
      g_file_info_get_attribute_uint32(info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC);
  guint64 inode = g_file_info_get_attribute_uint64(info, G_FILE_ATTRIBUTE_UNIX_INODE);
  gboolean differs = size != file->size || time != file->time || inode != file->inode;
  file->size = size;
  file->time = time;
  file->inode = inode;
  return differs;
}

static void
on_monitor_changed_cb(GFileMonitor *monitor,
                      GFile *file,
                      GFile *other,
                      GFileMonitorEvent event,
                      TrammelLogWatch *self)
{
  /* a file being written changes often; CHANGES_DONE_HINT follows at the end */
  if (event == G_FILE_MONITOR_EVENT_CHANGED || event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED)
    return;
  for (guint i = 0; i < self->files->len; i++) {
    Watched *watched = self->files->pdata[i];
    if (watched->monitor == monitor && look(watched))
      g_signal_emit(self, signals[LOG_CHANGED], 0, i);
  }
}

static Watched *
new_watched(TrammelLogWatch *self, const char *path)
{
  Watched *watched = g_new0(Watched, 1);
  g_autoptr(GFile) file = g_file_new_for_path(path);

  watched->path = g_strdup(path);
  watched->monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (watched->monitor)
    g_signal_connect_object(watched->monitor, "changed", G_CALLBACK(on_monitor_changed_cb), self,
                            0);
  look(watched);
  return watched;
}

/* Updates the list of files; those already watched are kept. */
static void
update(TrammelLogWatch *self)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  guint n = trammel_project_get_n_logs(project);

  if (self->files->len > n)
    g_ptr_array_set_size(self->files, (int)n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = trammel_project_dup_log_path(project, i);
    if (i >= self->files->len) {
      g_ptr_array_add(self->files, new_watched(self, path));
    } else if (!g_str_equal(((Watched *)self->files->pdata[i])->path, path)) {
      free_watched(self->files->pdata[i]);
      self->files->pdata[i] = new_watched(self, path);
    }
  }
}

TrammelLogWatch *
trammel_log_watch_new(TrammelDocument *document)
{
  TrammelLogWatch *self = g_object_new(TRAMMEL_TYPE_LOG_WATCH, NULL);

  self->document = g_object_ref(document);
  g_signal_connect_object(document, "changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  update(self);
  return self;
}
