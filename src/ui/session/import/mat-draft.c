#include "ui/session/import/mat-draft.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/json_tree.h"
#include "io/base/json_writer.h"
#include "ui/session/import/import-memory.h"

struct _TrammelMatNode {
  GObject parent_instance;
  char *name, *path, *size;
  const TrammelLogShape *shape;
  GListStore *children; /* NULL: a leaf */
};

G_DEFINE_FINAL_TYPE(TrammelMatNode, trammel_mat_node, G_TYPE_OBJECT)

static void
trammel_mat_node_finalize(GObject *object)
{
  TrammelMatNode *self = TRAMMEL_MAT_NODE(object);

  g_free(self->name);
  g_free(self->path);
  g_free(self->size);
  g_clear_object(&self->children);
  G_OBJECT_CLASS(trammel_mat_node_parent_class)->finalize(object);
}

static void
trammel_mat_node_class_init(TrammelMatNodeClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_mat_node_finalize;
}

static void
trammel_mat_node_init(TrammelMatNode *self)
{
}

const char *
trammel_mat_node_get_name(TrammelMatNode *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MAT_NODE(self), NULL);
  return self->name;
}

const char *
trammel_mat_node_get_size(TrammelMatNode *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MAT_NODE(self), NULL);
  return self->size;
}

const TrammelLogShape *
trammel_mat_node_get_shape(TrammelMatNode *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MAT_NODE(self), NULL);
  return self->shape;
}

GListModel *
trammel_mat_node_get_children(TrammelMatNode *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MAT_NODE(self), NULL);
  return self->children ? G_LIST_MODEL(self->children) : NULL;
}

/* ---- the tree -------------------------------------------------------------------------------- */

static gboolean
is_log(const TrammelLogShape *shape)
{
  return shape->channels->len > 0 && shape->kind != TRAMMEL_SHAPE_TIME &&
         shape->kind != TRAMMEL_SHAPE_CONSTANT;
}

/* Returns the log at a path, or the one that has column `leaf` as a channel or as its time. */
static const TrammelLogShape *
find_shape(const TrammelMatDraft *draft, const char *path, guint leaf)
{
  for (guint i = 0; i < draft->shapes->len; i++) {
    const TrammelLogShape *shape = draft->shapes->pdata[i];
    if (!is_log(shape))
      continue;
    if (g_str_equal(shape->path, path))
      return shape;
    for (guint k = 0; leaf != G_MAXUINT && k < shape->channels->len; k++)
      if (g_array_index(shape->channels, TrammelShapeChannel, k).source == leaf)
        return shape;
  }
  return NULL;
}

static TrammelMatNode *
new_node(const char *name, const char *path, const char *size, const TrammelLogShape *shape)
{
  TrammelMatNode *node = g_object_new(TRAMMEL_TYPE_MAT_NODE, NULL);

  node->name = g_strdup(name);
  node->path = g_strdup(path);
  node->size = g_strdup(size);
  node->shape = shape;
  return node;
}

/* Returns the struct at `path` among `nodes`, which are in file order: the last one, else a new
 * one. */
static GListStore *
open_struct(const TrammelMatDraft *draft, GListStore *nodes, const char *path, const char *name)
{
  guint n = g_list_model_get_n_items(G_LIST_MODEL(nodes));

  for (guint i = n; i > 0; i--) {
    g_autoptr(TrammelMatNode) node = g_list_model_get_item(G_LIST_MODEL(nodes), i - 1);
    if (node->children && g_str_equal(node->path, path))
      return node->children;
  }
  g_autoptr(TrammelMatNode) node =
      new_node(name, path, "struct", find_shape(draft, path, G_MAXUINT));
  node->children = g_list_store_new(TRAMMEL_TYPE_MAT_NODE);
  g_list_store_append(nodes, node);
  return node->children;
}

static void
add_leaf(const TrammelMatDraft *draft, GListStore *roots, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(draft->dataset, i);
  g_auto(GStrv) parts = g_strsplit(column->name, ".", -1);
  g_autoptr(GString) path = g_string_new(NULL);
  GListStore *nodes = roots;
  g_autofree char *size = column->is_text
                              ? g_strdup(_("text"))
                              : g_strdup_printf("double %" G_GSIZE_FORMAT "×%" G_GSIZE_FORMAT,
                                                column->n_rows, column->n_columns);

  for (guint k = 0; parts[k + 1]; k++) {
    g_string_append_printf(path, "%s%s", k ? "." : "", parts[k]);
    nodes = open_struct(draft, nodes, path->str, parts[k]);
  }
  g_autoptr(TrammelMatNode) leaf = new_node(parts[g_strv_length(parts) - 1], column->name, size,
                                            find_shape(draft, column->name, i));
  g_list_store_append(nodes, leaf);
}

static gboolean
is_time_of_log(const TrammelMatDraft *draft, const char *name)
{
  for (guint i = 0; i < draft->shapes->len; i++) {
    const TrammelLogShape *shape = draft->shapes->pdata[i];
    if (is_log(shape) && g_strcmp0(shape->time, name) == 0)
      return TRUE;
  }
  return FALSE;
}

GListModel *
trammel_mat_draft_new_tree(const TrammelMatDraft *draft, const char *find, gboolean only_usable)
{
  GListStore *roots = g_list_store_new(TRAMMEL_TYPE_MAT_NODE);
  g_autofree char *wanted = g_utf8_casefold(find, -1);

  for (guint i = 0; i < trammel_dataset_get_n_columns(draft->dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(draft->dataset, i);
    g_autofree char *name = g_utf8_casefold(column->name, -1);
    if (strstr(name, wanted) &&
        (!only_usable || find_shape(draft, column->name, i) || is_time_of_log(draft, column->name)))
      add_leaf(draft, roots, i);
  }
  return G_LIST_MODEL(roots);
}

/* ---- the choice ------------------------------------------------------------------------------ */

void
trammel_mat_draft_choose(TrammelMatDraft *draft, const TrammelLogShape *shape)
{
  draft->shape = shape;
  g_free(draft->time);
  draft->time = shape ? g_strdup(shape->time) : NULL;
}

static void
recall(TrammelMatDraft *draft)
{
  g_autofree char *fingerprint = trammel_mat_draft_fingerprint(draft);
  g_autofree char *layout = trammel_import_memory_dup(fingerprint);
  g_autoptr(JsonNode) root = layout ? trammel_json_parse(layout, -1, "layout", NULL) : NULL;
  JsonObject *object = root ? json_node_get_object(root) : NULL;
  const char *path =
      object ? json_object_get_string_member_with_default(object, "variable", "") : "";
  JsonNode *member = object ? json_object_get_member(object, "time") : NULL;
  JsonObject *time = member && JSON_NODE_HOLDS_OBJECT(member) ? json_node_get_object(member) : NULL;

  for (guint i = 0; time && i < draft->shapes->len; i++) {
    const TrammelLogShape *shape = draft->shapes->pdata[i];
    if (!is_log(shape) || !g_str_equal(shape->path, path))
      continue;
    trammel_mat_draft_choose(draft, shape);
    g_free(draft->time);
    draft->time = g_strdup(json_object_get_string_member_with_default(time, "column", NULL));
    draft->rate = json_object_get_double_member_with_default(time, "rate", draft->rate);
    draft->is_recalled = TRUE;
  }
}

/* Returns TRUE if any channel of a log is not constant. */
static gboolean
has_motion(const TrammelMatDraft *draft, const TrammelLogShape *shape)
{
  for (guint i = 0; i < shape->channels->len; i++) {
    const TrammelColumn *column = trammel_dataset_get_column(
        draft->dataset, g_array_index(shape->channels, TrammelShapeChannel, i).source);
    for (gsize k = 1; k < column->n; k++)
      if (column->values[k] != column->values[0])
        return TRUE;
  }
  return FALSE;
}

/* Compares logs: those with a varying channel first, then by kind (the most certain ones first),
 * then the longest. */
static gboolean
is_better(const TrammelMatDraft *draft, const TrammelLogShape *shape, const TrammelLogShape *best)
{
  gboolean moves = has_motion(draft, shape);

  if (!best || moves != has_motion(draft, best))
    return !best || moves;
  return shape->kind < best->kind || (shape->kind == best->kind && shape->samples > best->samples);
}

TrammelMatDraft *
trammel_mat_draft_new(TrammelDataset *dataset)
{
  TrammelMatDraft *draft = g_new0(TrammelMatDraft, 1);
  const TrammelLogShape *best = NULL;

  draft->dataset = trammel_dataset_ref(dataset);
  draft->shapes = trammel_shapes_find(dataset);
  draft->rate = 1000;
  for (guint i = 0; i < draft->shapes->len; i++) {
    const TrammelLogShape *shape = draft->shapes->pdata[i];
    if (is_log(shape) && is_better(draft, shape, best))
      best = shape;
  }
  trammel_mat_draft_choose(draft, best);
  recall(draft);
  return draft;
}

void
trammel_mat_draft_free(TrammelMatDraft *draft)
{
  trammel_dataset_unref(draft->dataset);
  g_ptr_array_unref(draft->shapes);
  g_free(draft->time);
  g_free(draft);
}

char **
trammel_mat_draft_dup_times(const TrammelMatDraft *draft)
{
  g_autoptr(GStrvBuilder) times = g_strv_builder_new();

  if (draft->shape && draft->shape->time)
    g_strv_builder_add(times, draft->shape->time);
  for (guint i = 0; draft->shape && i < trammel_dataset_get_n_columns(draft->dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(draft->dataset, i);
    if (!column->is_text && (column->n_rows == 1 || column->n_columns == 1) &&
        column->n == draft->shape->samples && g_strcmp0(column->name, draft->shape->time) != 0)
      g_strv_builder_add(times, column->name);
  }
  return g_strv_builder_end(times);
}

/* ---- unreadable objects ---------------------------------------------------------------------- */

char *
trammel_mat_draft_describe_objects(const TrammelMatDraft *draft)
{
  const char *objects = trammel_dataset_get_objects(draft->dataset);

  return objects ? trammel_bilingual_dup_local(objects) : NULL;
}

const char *
trammel_mat_conversion_lines(void)
{
  return "% timetable tt\n"
         "s = table2struct(timetable2table(tt,'ConvertRowTimes',false),'ToScalar',true);\n"
         "s.time = seconds(tt.Properties.RowTimes); save('log.mat','-struct','s','-v7')\n"
         "\n"
         "% Simulink Dataset logsout (timeseries elements)\n"
         "s = struct(); for k = 1:logsout.numElements, e = logsout{k};\n"
         "  s.(matlab.lang.makeValidName(e.Name)) = ...\n"
         "    struct('time',e.Values.Time,'data',squeeze(e.Values.Data)); end\n"
         "save('log.mat','-struct','s','-v7')\n";
}

char *
trammel_mat_draft_check(const TrammelMatDraft *draft)
{
  if (!draft->shape)
    return g_strdup(
        _("No variable of this file looks like a log: an array of numbers with a time."));
  if (!draft->time && !(isfinite(draft->rate) && draft->rate > 0))
    return g_strdup(_("The rate must be a number above 0 Hz."));
  return NULL;
}

/* ---- result ---------------------------------------------------------------------------------- */

char *
trammel_mat_draft_to_layout(const TrammelMatDraft *draft)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "time");
  trammel_json_writer_begin_object(json);
  if (draft->time)
    trammel_json_writer_add_string(json, "column", draft->time);
  else
    trammel_json_writer_add_number(json, "rate", draft->rate);
  trammel_json_writer_end_object(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

char *
trammel_mat_draft_fingerprint(const TrammelMatDraft *draft)
{
  g_autoptr(GString) names = g_string_new("MAT");

  for (guint i = 0; i < trammel_dataset_get_n_columns(draft->dataset); i++)
    g_string_append_printf(names, "\n%s", trammel_dataset_get_column(draft->dataset, i)->name);
  return trammel_import_memory_fingerprint(names->str);
}
