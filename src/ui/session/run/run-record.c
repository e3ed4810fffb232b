#include "ui/session/run/run-record.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/project/runs.h"
#include "io/result/result.h"
#include "io/result/upgrade.h"
#include "ui/session/run/fit-cache.h"
#include "ui/session/run/kappa.h"
#include "ui/session/text/format.h"

enum { N_COLORS = 6 };

struct _TrammelRunRecord {
  GObject parent_instance;
  guint number, color;
  char *name, *notes;
  JsonNode *node; /* a result with the keys of this list; never changed, only replaced */
  char *text;     /* text of node, created on demand */
  char *status;
  double cost, seconds, kappa;
  GArray *values;
  TrammelRun *run;
  gboolean active, overlay;
};

G_DEFINE_FINAL_TYPE(TrammelRunRecord, trammel_run_record, G_TYPE_OBJECT)

enum { PROP_NAME = 1, PROP_NOTES, PROP_ACTIVE, PROP_OVERLAY, PROP_COMPUTED, N_PROPS };
static GParamSpec *properties[N_PROPS];

static void
clear_value(gpointer data)
{
  TrammelRunValue *value = data;

  g_free(value->id);
  g_free(value->unit);
}

static void
trammel_run_record_finalize(GObject *object)
{
  TrammelRunRecord *self = TRAMMEL_RUN_RECORD(object);

  g_clear_object(&self->run);
  g_clear_pointer(&self->node, json_node_unref);
  g_array_unref(self->values);
  g_free(self->name);
  g_free(self->notes);
  g_free(self->text);
  g_free(self->status);
  G_OBJECT_CLASS(trammel_run_record_parent_class)->finalize(object);
}

static void
trammel_run_record_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelRunRecord *self = TRAMMEL_RUN_RECORD(object);

  switch (id) {
  case PROP_NAME:
    g_value_set_string(value, self->name);
    break;
  case PROP_NOTES:
    g_value_set_string(value, self->notes);
    break;
  case PROP_ACTIVE:
    g_value_set_boolean(value, self->active);
    break;
  case PROP_OVERLAY:
    g_value_set_boolean(value, self->overlay);
    break;
  case PROP_COMPUTED:
    g_value_set_boolean(value, self->run != NULL);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_run_record_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_OVERLAY)
    trammel_run_record_set_overlay(TRAMMEL_RUN_RECORD(object), g_value_get_boolean(value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_run_record_class_init(TrammelRunRecordClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = trammel_run_record_finalize;
  object_class->get_property = trammel_run_record_get_property;
  object_class->set_property = trammel_run_record_set_property;
  properties[PROP_NAME] = g_param_spec_string("name", NULL, NULL, NULL, flags);
  properties[PROP_NOTES] = g_param_spec_string("notes", NULL, NULL, NULL, flags);
  properties[PROP_ACTIVE] = g_param_spec_boolean("active", NULL, NULL, FALSE, flags);
  properties[PROP_OVERLAY] =
      g_param_spec_boolean("overlay", NULL, NULL, FALSE, flags | G_PARAM_WRITABLE);
  properties[PROP_COMPUTED] = g_param_spec_boolean("computed", NULL, NULL, FALSE, flags);
  g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void
trammel_run_record_init(TrammelRunRecord *self)
{
  self->values = g_array_new(FALSE, TRUE, sizeof(TrammelRunValue));
  g_array_set_clear_func(self->values, clear_value);
}

static double
get_number(JsonNode *parent, const char *key)
{
  return trammel_json_as_number(trammel_json_find(parent, key));
}

static const char *
get_text(JsonNode *parent, const char *key)
{
  return trammel_json_as_string(trammel_json_find(parent, key));
}

static char *
dup_text(JsonNode *parent, const char *key, const char *fallback)
{
  const char *text = get_text(parent, key);

  return g_strdup(text ? text : fallback);
}

/* Returns the result in the present format (transfer full); one of the first format stays as it is
 * in the record, for its file. */
static JsonNode *
upgrade(JsonNode *node)
{
  const char *format = get_text(node, "format");

  if (!format || g_str_equal(format, TRAMMEL_RESULT_FORMAT))
    return json_node_ref(node);
  g_autofree char *text = trammel_run_node_to_text(node);
  JsonNode *copy = trammel_json_parse(text, -1, "the run", NULL);
  trammel_result_upgrade(copy);
  return copy;
}

static void
read_values(TrammelRunRecord *self)
{
  g_autoptr(JsonNode) present = upgrade(self->node);
  JsonNode *list = trammel_json_find(present, "parameters");

  g_array_set_size(self->values, 0);
  for (guint i = 0; i < trammel_json_count(list); i++) {
    JsonNode *node = trammel_json_element(list, i);
    TrammelRunValue value = {
        .id = dup_text(node, "id", ""),
        .unit = dup_text(node, "unit", ""),
        .value = get_number(node, "value"),
        .sigma = get_number(node, "sigma"),
        .stepper = get_number(trammel_json_find(node, "stepper"), "value"),
        .is_physical = trammel_json_as_boolean(trammel_json_find(node, "physical"), FALSE),
        .at_bound = trammel_json_as_boolean(trammel_json_find(node, "at_bound"), FALSE),
        .identifiable = trammel_json_as_boolean(trammel_json_find(node, "identifiable"), TRUE)};
    g_array_append_val(self->values, value);
  }
}

/* Sets the result (takes ownership of `node`) and reads its constant values. */
static void
take_node(TrammelRunRecord *self, JsonNode *node)
{
  g_clear_pointer(&self->node, json_node_unref);
  g_clear_pointer(&self->text, g_free);
  self->node = node;
  g_free(self->status);
  self->status = dup_text(node, "status", "failed");
  self->cost = get_number(trammel_json_find(node, "cost"), "total");
  self->seconds = get_number(node, "seconds");
  self->kappa = get_number(trammel_json_find(node, "settings"), "kappa");
  read_values(self);
}

/* Name of a run that has none: its method and the number that belongs to it; cutoff is NAN unless
 * it is a regression. */
static char *
name_by_method(double kappa, double cutoff)
{
  if (isfinite(cutoff))
    return g_strdup_printf(_("regression %g Hz"), cutoff);
  g_autofree char *text = isfinite(kappa) ? trammel_kappa_format(kappa, 3) : NULL;

  return text ? g_strdup_printf("κ %s", text) : g_strdup("");
}

/* Returns NAN unless the run is a regression [Hz]. */
static double
get_cutoff(const TrammelRunRecord *self)
{
  return get_number(trammel_json_find(self->node, "regression"), "cutoff");
}

/* Copies members of `from` that `to` lacks, in their order. */
static void
add_members(JsonObject *to, JsonObject *from)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered(&iter, from);
  while (json_object_iter_next_ordered(&iter, &key, &member))
    if (!json_object_has_member(to, key))
      json_object_set_member(to, key, json_node_ref(member));
}

/* Returns the result with the keys of this list behind the format. */
static JsonNode *
compose(TrammelRunRecord *self, JsonObject *result, const char *created)
{
  g_autoptr(JsonObject) object = json_object_new();
  JsonNode *format = json_object_get_member(result, "format");

  if (format)
    json_object_set_member(object, "format", json_node_ref(format));
  json_object_set_string_member(object, "name", self->name);
  json_object_set_string_member(object, "notes", self->notes);
  json_object_set_int_member(object, "number", self->number);
  if (created)
    json_object_set_string_member(object, "created", created);
  add_members(object, result);
  return json_node_init_object(json_node_alloc(), object);
}

/* Returns the result of the run and the project that it was made from. */
static JsonNode *
describe_run(TrammelRunRecord *self, const char *created)
{
  TrammelProblem *problem = trammel_run_get_problem(self->run);
  g_autoptr(JsonNode) result = trammel_run_dup_result(self->run);
  JsonNode *node = compose(self, json_node_get_object(result), created);

  json_object_set_member(json_node_get_object(node), "project",
                         trammel_project_dup_frozen(trammel_problem_get_project(problem)));
  return node;
}

static char *
format_now(void)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  return g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
}

TrammelRunRecord *
trammel_run_record_new(TrammelRun *run, guint number)
{
  TrammelRunRecord *self = g_object_new(TRAMMEL_TYPE_RUN_RECORD, NULL);
  g_autofree char *created = format_now();

  self->number = number;
  self->color = (number - 1) % N_COLORS;
  self->run = g_object_ref(run);
  const TrFit *fit = trammel_run_get_fit(run);
  self->name = name_by_method(fit->kappa, fit->regression ? fit->regression->cutoff : NAN);
  self->notes = g_strdup("");
  take_node(self, describe_run(self, created));
  return self;
}

TrammelRunRecord *
trammel_run_record_new_stored(JsonNode *node, guint fallback)
{
  TrammelRunRecord *self = g_object_new(TRAMMEL_TYPE_RUN_RECORD, NULL);
  double number = get_number(node, "number");

  self->number = number >= 1 && number < G_MAXINT ? (guint)number : fallback;
  self->color = (self->number - 1) % N_COLORS;
  take_node(self, trammel_json_copy(node));
  const char *name = get_text(node, "name");
  self->name = name ? g_strdup(name) : name_by_method(self->kappa, get_cutoff(self));
  self->notes = dup_text(node, "notes", "");
  return self;
}

guint
trammel_run_record_get_number(TrammelRunRecord *self)
{
  return self->number;
}

const char *
trammel_run_record_get_name(TrammelRunRecord *self)
{
  return self->name;
}

const char *
trammel_run_record_get_notes(TrammelRunRecord *self)
{
  return self->notes;
}

char *
trammel_run_record_dup_title(TrammelRunRecord *self)
{
  g_autofree char *given = name_by_method(self->kappa, get_cutoff(self));
  g_autofree char *shown = g_str_equal(self->name, given) ? trammel_format_shown(given) : NULL;

  return g_strdup_printf("#%u %s", self->number, shown ? shown : self->name);
}

char *
trammel_run_record_dup_summary(TrammelRunRecord *self)
{
  g_autofree char *seconds = trammel_format_prefixed(self->seconds, "s");
  g_autofree char *cost = trammel_format_cost(self->cost);

  return g_strdup_printf(_("%s, cost %s, %s, %u parameters"),
                         trammel_run_record_get_status_words(self), cost, seconds,
                         self->values->len);
}

const char *
trammel_run_record_get_status(TrammelRunRecord *self)
{
  return self->status;
}

const char *
trammel_run_record_get_status_words(TrammelRunRecord *self)
{
  static const char *const words[] = {N_("converged"), N_("stopped"), N_("cancelled"),
                                      N_("failed")};

  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(words[i], self->status))
      return _(words[i]);
  return self->status;
}

double
trammel_run_record_get_cost(TrammelRunRecord *self)
{
  return self->cost;
}

double
trammel_run_record_get_seconds(TrammelRunRecord *self)
{
  return self->seconds;
}

double
trammel_run_value_get(const TrammelRunValue *value, TrammelValues values)
{
  return values == TRAMMEL_VALUES_STEPPER ? value->stepper : value->value;
}

const GArray *
trammel_run_record_get_values(TrammelRunRecord *self)
{
  return self->values;
}

guint
trammel_run_record_get_color(TrammelRunRecord *self)
{
  return self->color;
}

TrammelRun *
trammel_run_record_get_run(TrammelRunRecord *self)
{
  return self->run;
}

void
trammel_run_record_set_run(TrammelRunRecord *self, TrammelRun *run)
{
  if (g_set_object(&self->run, run))
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_COMPUTED]);
}

TrammelProject *
trammel_run_record_dup_project(TrammelRunRecord *self, const TrammelProject *present)
{
  return trammel_run_node_load_project(self->node, present);
}

gboolean
trammel_run_record_get_active(TrammelRunRecord *self)
{
  return self->active;
}

gboolean
trammel_run_record_get_overlay(TrammelRunRecord *self)
{
  return self->overlay;
}

void
trammel_run_record_set_overlay(TrammelRunRecord *self, gboolean overlay)
{
  if (self->overlay == overlay)
    return;
  self->overlay = overlay;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_OVERLAY]);
}

void
trammel_run_record_set_words(TrammelRunRecord *self, const char *name, const char *notes)
{
  gboolean renamed = g_strcmp0(self->name, name) != 0, noted = g_strcmp0(self->notes, notes) != 0;

  if (!renamed && !noted)
    return;
  g_free(self->name);
  g_free(self->notes);
  self->name = g_strdup(name);
  self->notes = g_strdup(notes);
  JsonObject *result = json_node_get_object(self->node);
  JsonNode *next = compose(self, result, get_text(self->node, "created"));
  take_node(self, next);
  if (renamed)
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_NAME]);
  if (noted)
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_NOTES]);
}

void
trammel_run_record_set_active(TrammelRunRecord *self, gboolean active)
{
  if (self->active == active)
    return;
  self->active = active;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_ACTIVE]);
}

void
trammel_run_record_refresh(TrammelRunRecord *self)
{
  g_return_if_fail(self->run != NULL);
  g_autofree char *created = dup_text(self->node, "created", NULL);

  take_node(self, describe_run(self, created));
}

char *
trammel_run_record_dup_key(TrammelRunRecord *self)
{
  return trammel_fit_cache_dup_key(self->node);
}

void
trammel_run_record_keep_motions(TrammelRunRecord *self)
{
  g_return_if_fail(self->run != NULL);
  g_autofree char *key = trammel_run_record_dup_key(self);

  trammel_fit_cache_put(key, self->run);
}

char *
trammel_run_record_dup_log_hash(TrammelRunRecord *self, const char *log)
{
  JsonNode *provenance = trammel_json_find(self->node, "provenance");

  return dup_text(trammel_json_find(provenance, "log_sha256"), log, NULL);
}

const char *
trammel_run_record_get_text(TrammelRunRecord *self)
{
  if (!self->text)
    self->text = trammel_run_node_to_text(self->node);
  return self->text;
}

gboolean
trammel_run_record_lay_out(TrammelRunRecord *self)
{
  gboolean is_new = !self->text;

  trammel_run_record_get_text(self);
  return is_new;
}
