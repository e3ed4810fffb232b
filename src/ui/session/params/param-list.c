#include "ui/session/params/param-list.h"

#include "io/project/examples.h"
#include "ui/session/text/format.h"

struct _TrammelParamList {
  GObject parent_instance;
  TrammelDocument *document;
  GListStore *store;
};

G_DEFINE_FINAL_TYPE(TrammelParamList, trammel_param_list, G_TYPE_OBJECT)

static const TrammelQuantity *
find_quantity(TrammelProject *project, const char *id)
{
  guint n = trammel_project_get_n_quantities(project);

  for (guint i = 0; i < n; i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (g_str_equal(quantity->id, id))
      return quantity;
  }
  return NULL;
}

static TrammelParamItem *
get_item(TrammelParamList *self, guint i)
{
  return g_list_model_get_item(G_LIST_MODEL(self->store), i);
}

/* Returns FALSE for untouched offsets, scales and delays of channels, which are many. */
static gboolean
is_of_interest(const TrammelQuantity *quantity)
{
  double usual = quantity->param.kind == TR_PARAM_CHANNEL_SCALE ? 1 : 0;

  return tr_param_is_of_model(quantity->param) || quantity->free || quantity->tied ||
         quantity->value != usual;
}

static gboolean
is_listed(const TrammelProject *project, const TrammelQuantity *quantity)
{
  return tr_param_can_be_free(trammel_project_get_model(project), quantity->param) &&
         is_of_interest(quantity);
}

static guint
count_listed(const TrammelProject *project)
{
  guint n = 0;

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    n += is_listed(project, trammel_project_get_quantity(project, i));
  return n;
}

static void
on_document_run_changed_cb(TrammelParamList *self)
{
  guint n = g_list_model_get_n_items(G_LIST_MODEL(self->store));

  for (guint i = 0; i < n; i++) {
    g_autoptr(TrammelParamItem) item = get_item(self, i);
    trammel_param_item_set_run(item, trammel_document_get_run(self->document));
  }
}

/* Sets the true value if the document is a copy of an example. */
static void
set_reference(TrammelParamList *self, TrammelParamItem *item)
{
  const char *name = trammel_document_get_example(self->document);
  const TrammelExample *example = name ? trammel_examples_find(name) : NULL;
  double value;

  if (example && trammel_examples_get_reference(example, trammel_param_item_get_id(item), &value))
    trammel_param_item_set_reference(item, value);
}

static void
append_quantities(TrammelParamList *self, gboolean are_free)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  guint n = trammel_project_get_n_quantities(project);

  for (guint i = 0; i < n; i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (quantity->free != are_free || !is_listed(project, quantity))
      continue;
    g_autoptr(TrammelParamItem) item = trammel_param_item_new(project, quantity);
    set_reference(self, item);
    g_list_store_append(self->store, item);
  }
}

static void
fill(TrammelParamList *self)
{
  g_list_store_remove_all(self->store);
  append_quantities(self, TRUE);
  append_quantities(self, FALSE);
  on_document_run_changed_cb(self);
}

/* Returns FALSE if the unit has changed, as for a joint that slides after it turned. */
static gboolean
has_same_unit(TrammelParamItem *item, const TrammelQuantity *quantity)
{
  const char *shown = trammel_param_item_get_unit(item);

  return g_str_equal(shown, quantity->unit) || g_str_equal(quantity->unit, "1");
}

/* Updates the rows; rebuilds them all if quantities were added or removed. */
static void
on_document_changed_cb(TrammelParamList *self)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  guint n = g_list_model_get_n_items(G_LIST_MODEL(self->store)), n_found = 0;

  for (guint i = 0; i < n; i++) {
    g_autoptr(TrammelParamItem) item = get_item(self, i);
    const TrammelQuantity *quantity = find_quantity(project, trammel_param_item_get_id(item));
    n_found += quantity && is_listed(project, quantity) && has_same_unit(item, quantity);
    if (quantity)
      trammel_param_item_set_quantity(item, project, quantity);
  }
  if (n_found < n || n < count_listed(project))
    fill(self);
}

static void
trammel_param_list_dispose(GObject *object)
{
  TrammelParamList *self = TRAMMEL_PARAM_LIST(object);

  g_clear_object(&self->document);
  g_clear_object(&self->store);
  G_OBJECT_CLASS(trammel_param_list_parent_class)->dispose(object);
}

static void
trammel_param_list_class_init(TrammelParamListClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_param_list_dispose;
}

static void
trammel_param_list_init(TrammelParamList *self)
{
  self->store = g_list_store_new(TRAMMEL_TYPE_PARAM_ITEM);
}

TrammelParamList *
trammel_param_list_new(TrammelDocument *document)
{
  TrammelParamList *self = g_object_new(TRAMMEL_TYPE_PARAM_LIST, NULL);

  self->document = g_object_ref(document);
  fill(self);
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "notify::run", G_CALLBACK(on_document_run_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "run-extended", G_CALLBACK(on_document_run_changed_cb), self,
                          G_CONNECT_SWAPPED);
  return self;
}

GListModel *
trammel_param_list_get_model(TrammelParamList *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PARAM_LIST(self), NULL);
  return G_LIST_MODEL(self->store);
}

void
trammel_param_list_set_progress(TrammelParamList *self, const TrammelJobProgress *progress)
{
  g_return_if_fail(TRAMMEL_IS_PARAM_LIST(self));
  const TrTask *task = trammel_problem_get_task(progress->problem);
  guint n = g_list_model_get_n_items(G_LIST_MODEL(self->store));
  const double *last =
      progress->history_parameters + (gsize)(progress->n_history - 1) * (gsize)progress->n_free;

  for (int p = 0; p < progress->n_free; p++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, p);
    for (guint i = 0; i < n; i++) {
      g_autoptr(TrammelParamItem) item = get_item(self, i);
      if (g_str_equal(trammel_param_item_get_id(item), id))
        trammel_param_item_set_present(item, last[p]);
    }
  }
}
