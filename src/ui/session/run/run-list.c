#include "ui/session/run/run-list.h"

typedef struct {
  TrammelRunRecord *record;
  char *name, *notes;
  gboolean deleted;
} Mark;

struct _TrammelRunList {
  GObject parent_instance;
  GPtrArray *all;      /* all Mark in order of arrival, oldest first */
  GListStore *visible; /* newest first */
  TrammelRunMarks *marks;
  guint layout; /* idle source that creates the texts of runs */
};

G_DEFINE_FINAL_TYPE(TrammelRunList, trammel_run_list, G_TYPE_OBJECT)

enum { OVERLAYS_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_mark(gpointer data)
{
  Mark *mark = data;

  g_object_unref(mark->record);
  g_free(mark->name);
  g_free(mark->notes);
  g_free(mark);
}

static Mark *
new_mark(TrammelRunRecord *record, const char *name, const char *notes, gboolean deleted)
{
  Mark *mark = g_new0(Mark, 1);

  mark->record = g_object_ref(record);
  mark->name = g_strdup(name);
  mark->notes = g_strdup(notes);
  mark->deleted = deleted;
  return mark;
}

static void
trammel_run_list_finalize(GObject *object)
{
  TrammelRunList *self = TRAMMEL_RUN_LIST(object);

  g_clear_handle_id(&self->layout, g_source_remove);
  g_clear_object(&self->visible);
  g_clear_pointer(&self->marks, g_ptr_array_unref);
  g_clear_pointer(&self->all, g_ptr_array_unref);
  G_OBJECT_CLASS(trammel_run_list_parent_class)->finalize(object);
}

static void
trammel_run_list_class_init(TrammelRunListClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_run_list_finalize;
  signals[OVERLAYS_CHANGED] = g_signal_new("overlays-changed", G_TYPE_FROM_CLASS(klass),
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_run_list_init(TrammelRunList *self)
{
  self->all = g_ptr_array_new_with_free_func(free_mark);
  self->visible = g_list_store_new(TRAMMEL_TYPE_RUN_RECORD);
}

TrammelRunList *
trammel_run_list_new(void)
{
  return g_object_new(TRAMMEL_TYPE_RUN_LIST, NULL);
}

GListModel *
trammel_run_list_get_model(TrammelRunList *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN_LIST(self), NULL);
  return G_LIST_MODEL(self->visible);
}

guint
trammel_run_list_get_next_number(TrammelRunList *self)
{
  guint number = 0;

  for (guint i = 0; i < self->all->len; i++)
    number = MAX(number, trammel_run_record_get_number(((Mark *)self->all->pdata[i])->record));
  return number + 1;
}

guint
trammel_run_list_get_n_all(TrammelRunList *self)
{
  return self->all->len;
}

/* Creates one text per idle call, since each takes some milliseconds: then saving many runs takes
 * no longer than writing them. */
static gboolean
on_layout_idle_cb(gpointer data)
{
  TrammelRunList *self = data;

  for (guint i = self->all->len; i-- > 0;)
    if (trammel_run_record_lay_out(((Mark *)self->all->pdata[i])->record))
      return G_SOURCE_CONTINUE;
  self->layout = 0;
  return G_SOURCE_REMOVE;
}

static void
schedule_layout(TrammelRunList *self)
{
  if (self->layout == 0)
    self->layout = g_idle_add_full(G_PRIORITY_LOW, on_layout_idle_cb, self, NULL);
}

static void
on_overlay_changed_cb(TrammelRunList *self)
{
  g_signal_emit(self, signals[OVERLAYS_CHANGED], 0);
}

static void
on_name_changed_cb(TrammelRunRecord *record, GParamSpec *pspec, TrammelRunList *self)
{
  if (trammel_run_record_get_overlay(record))
    g_signal_emit(self, signals[OVERLAYS_CHANGED], 0);
}

static Mark *
new_own_mark(TrammelRunRecord *record, gboolean deleted)
{
  return new_mark(record, trammel_run_record_get_name(record), trammel_run_record_get_notes(record),
                  deleted);
}

/* Appends `record`, hidden until marks show it if `deleted`. */
static void
append(TrammelRunList *self, TrammelRunRecord *record, gboolean deleted)
{
  g_ptr_array_add(self->all, new_own_mark(record, deleted));
  if (!deleted)
    g_list_store_insert(self->visible, 0, record);
  g_signal_connect_object(record, "notify::overlay", G_CALLBACK(on_overlay_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(record, "notify::name", G_CALLBACK(on_name_changed_cb), self, 0);
  schedule_layout(self);
}

void
trammel_run_list_append(TrammelRunList *self, TrammelRunRecord *record)
{
  g_return_if_fail(TRAMMEL_IS_RUN_LIST(self) && TRAMMEL_IS_RUN_RECORD(record));
  append(self, record, FALSE);
}

TrammelRunMarks *
trammel_run_list_replace(TrammelRunList *self, GListModel *records)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN_LIST(self), NULL);
  GPtrArray *marks = g_ptr_array_new_with_free_func(free_mark);

  for (guint i = 0; i < self->all->len; i++) {
    Mark *came = self->all->pdata[i];
    g_ptr_array_add(marks, new_own_mark(came->record, TRUE));
  }
  for (guint i = g_list_model_get_n_items(records); i-- > 0;) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(records, i);
    append(self, record, TRUE);
    g_ptr_array_add(marks, new_own_mark(record, FALSE));
  }
  return marks;
}

TrammelRunRecord *
trammel_run_list_find(TrammelRunList *self, TrammelRun *run)
{
  for (guint i = 0; run && i < self->all->len; i++) {
    Mark *mark = self->all->pdata[i];
    if (trammel_run_record_get_run(mark->record) == run)
      return mark->record;
  }
  return NULL;
}

TrammelRunRecord *
trammel_run_list_find_number(TrammelRunList *self, guint number)
{
  for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(self->visible)); i++) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(G_LIST_MODEL(self->visible), i);
    if (trammel_run_record_get_number(record) == number)
      return record;
  }
  return NULL;
}

TrammelRunMarks *
trammel_run_list_get_marks(TrammelRunList *self)
{
  return self->marks;
}

static const Mark *
find_mark(const TrammelRunMarks *marks, TrammelRunRecord *record)
{
  for (guint i = 0; marks && i < marks->len; i++)
    if (((Mark *)marks->pdata[i])->record == record)
      return marks->pdata[i];
  return NULL;
}

TrammelRunMarks *
trammel_run_list_dup_marks_with(TrammelRunList *self,
                                TrammelRunRecord *record,
                                const char *name,
                                const char *notes,
                                gboolean deleted)
{
  GPtrArray *marks = g_ptr_array_new_with_free_func(free_mark);

  for (guint i = 0; self->marks && i < self->marks->len; i++) {
    Mark *mark = self->marks->pdata[i];
    if (mark->record != record)
      g_ptr_array_add(marks, new_mark(mark->record, mark->name, mark->notes, mark->deleted));
  }
  g_ptr_array_add(marks, new_mark(record, name, notes, deleted));
  return marks;
}

/* Returns the position among the visible ones; their number if it is not there. */
static guint
find_visible(TrammelRunList *self, TrammelRunRecord *record)
{
  guint at = g_list_model_get_n_items(G_LIST_MODEL(self->visible));

  g_list_store_find(self->visible, record, &at);
  return at;
}

/* Hides `record`, or inserts it behind the `n_newer` visible records that are newer. */
static void
show_record(TrammelRunList *self, TrammelRunRecord *record, gboolean shown, guint n_newer)
{
  guint at = find_visible(self, record), n = g_list_model_get_n_items(G_LIST_MODEL(self->visible));

  if (shown && at == n)
    g_list_store_insert(self->visible, n_newer, record);
  else if (!shown && at < n)
    g_list_store_remove(self->visible, at);
}

void
trammel_run_list_set_marks(TrammelRunList *self, TrammelRunMarks *marks)
{
  g_return_if_fail(TRAMMEL_IS_RUN_LIST(self));
  guint n_newer = 0;

  if (self->marks == marks)
    return;
  if (marks)
    g_ptr_array_ref(marks);
  for (guint i = self->all->len; i-- > 0;) {
    const Mark *came = self->all->pdata[i], *mark = find_mark(marks, came->record);
    mark = mark ? mark : came;
    trammel_run_record_set_words(came->record, mark->name, mark->notes);
    show_record(self, came->record, !mark->deleted, n_newer);
    n_newer += !mark->deleted;
  }
  g_clear_pointer(&self->marks, g_ptr_array_unref);
  self->marks = marks;
  schedule_layout(self);
}

GPtrArray *
trammel_run_list_dup_texts(TrammelRunList *self)
{
  GPtrArray *texts = g_ptr_array_new();

  for (guint i = g_list_model_get_n_items(G_LIST_MODEL(self->visible)); i-- > 0;) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(G_LIST_MODEL(self->visible), i);
    g_ptr_array_add(texts, (gpointer)trammel_run_record_get_text(record));
  }
  return texts;
}
