#include "ui/session/identify/fix-label.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/json_node.h"
#include "io/base/json_tree.h"
#include "io/project/put.h"
#include "ui/session/params/param-item.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"

/* Returns the last key of a path, without "[]". */
static char *
get_last_key(const char *path)
{
  const char *dot = strrchr(path, '.');
  char *key = g_strdup(dot ? dot + 1 : path);

  key[strcspn(key, "[")] = '\0';
  return key;
}

static char *
format_node(JsonNode *node)
{
  return trammel_format_entry(trammel_json_as_number(node));
}

static char *
describe_range(JsonNode *value)
{
  if (trammel_json_count(value) != 2)
    return NULL;
  g_autofree char *from = format_node(trammel_json_element(value, 0));
  g_autofree char *to = format_node(trammel_json_element(value, 1));
  return g_strdup_printf(_("Exclude %s to %s s"), from, to);
}

static char *
describe_rate(JsonNode *value)
{
  JsonNode *node = trammel_json_find(value, "rate");

  if (!node)
    return NULL;
  g_autofree char *rate = format_node(node);
  return g_strdup_printf(_("Use %s Hz instead of the time stamps"), rate);
}

static char *
describe_number(const char *key, double value)
{
  g_autofree char *number = trammel_format_entry(value);

  if (g_str_equal(key, "sign"))
    return g_strdup(value < 0 ? _("Flip the sign") : _("Set the sign to +"));
  if (g_str_equal(key, "sigma"))
    return g_strdup_printf(_("Set σ to %s"), number);
  if (g_str_equal(key, "h")) {
    g_autofree char *step = trammel_format_prefixed(value, "s");
    return g_strdup_printf(_("Set the time step to %s"), step);
  }
  if (g_str_equal(key, "cutoff"))
    return g_strdup_printf(_("Set the cutoff to %s Hz"), number);
  if (g_str_equal(key, "delay")) {
    g_autofree char *delay = trammel_format_prefixed(value, "s");
    return g_strdup_printf(_("Set the delay to %s"), delay);
  }
  return g_strdup_printf(_("Set %s to %s"), key, number);
}

static char *
describe(const char *key, JsonNode *value)
{
  if (g_str_equal(key, "exclude"))
    return describe_range(value);
  if (g_str_equal(key, "time"))
    return describe_rate(value);
  if (g_str_equal(key, "channels"))
    return g_strdup(JSON_NODE_HOLDS_ARRAY(value) ? _("Delay the sensors") : _("Set it to 0"));
  if (!JSON_NODE_HOLDS_VALUE(value))
    return NULL;
  const char *word = trammel_json_as_string(value);
  if (word && g_str_equal(key, "between"))
    return g_strdup(g_str_equal(word, "linear") ? _("Take the input as linear between its samples")
                                                : _("Take the input as held between its samples"));
  if (word)
    return g_str_equal(key, "unit") ? g_strdup_printf(_("Set the unit to %s"), word)
                                    : g_strdup_printf(_("Set %s to %s"), key, word);
  return describe_number(key, json_node_get_double(value));
}

/* Returns "0.5 kg"; only the number if there is no unit. */
static char *
format_with_unit(double value, const char *unit)
{
  g_autofree char *number = trammel_format_entry(value);

  return g_str_equal(unit, "1") ? g_strdup(number) : g_strdup_printf("%s %s", number, unit);
}

static char *
describe_prior(const char *label, const TrammelQuantity *quantity, JsonNode *value)
{
  if (!trammel_json_as_object(value))
    return NULL;
  g_autofree char *mean = format_node(trammel_json_find(value, "mean"));
  g_autofree char *sigma =
      format_with_unit(trammel_json_as_number(trammel_json_find(value, "sigma")), quantity->unit);
  return g_strdup_printf(_("Prior of %s: %s ± %s"), label, mean, sigma);
}

/* TRUE for an object that frees a quantity. */
static gboolean
frees(JsonNode *value)
{
  return trammel_json_as_object(value) &&
         json_object_get_boolean_member_with_default(trammel_json_as_object(value), "free", FALSE);
}

/* Returns the label of a new start of a parameter. */
static char *
describe_start(const TrammelProject *project,
               const TrammelQuantity *quantity,
               const char *label,
               const char *number)
{
  const TrModel *model = trammel_project_get_model(project);

  if (quantity->param.kind == TR_PARAM_RATE)
    return g_strdup_printf(_("Smooth the dry friction of %s over %s"),
                           model->joints[quantity->param.owner].name, number);
  return g_strdup_printf(_("Set the start of %s to %s"), label, number);
}

/* Returns the label of a change of a parameter's member. */
static char *
describe_quantity(const TrammelProject *project,
                  const TrammelQuantity *quantity,
                  const char *member,
                  JsonNode *value)
{
  g_autofree char *label = trammel_quantity_label(trammel_project_get_model(project), quantity);

  if (g_str_equal(member, "free") && JSON_NODE_HOLDS_VALUE(value))
    return g_strdup_printf(json_node_get_boolean(value) ? _("Free %s") : _("Fix %s"), label);
  if (*member == '\0' && frees(value))
    return g_strdup_printf(_("Free %s"), label);
  if (g_str_equal(member, "prior"))
    return describe_prior(label, quantity, value);
  if (!JSON_NODE_HOLDS_VALUE(value) || trammel_json_as_string(value))
    return NULL;
  g_autofree char *number = format_with_unit(json_node_get_double(value), quantity->unit);
  if (g_str_equal(member, "value") || *member == '\0')
    return describe_start(project, quantity, label, number);
  if (g_str_equal(member, "prior.mean"))
    return g_strdup_printf(_("Move the prior of %s to %s"), label, number);
  if (g_str_equal(member, "prior.sigma"))
    return g_strdup_printf(_("Widen the prior of %s to ± %s"), label, number);
  return g_strdup_printf(_("Set %s of %s to %s"), member, label, number);
}

static gboolean
is_true(JsonNode *value)
{
  return JSON_NODE_HOLDS_VALUE(value) && json_node_get_value_type(value) == G_TYPE_BOOLEAN &&
         json_node_get_boolean(value);
}

/* Returns the label of a change of several parameters, or of the units of several channels. */
static char *
describe_several(const char *path, JsonNode *value)
{
  g_auto(GStrv) paths = g_strsplit(path, ",", -1);
  g_autofree char *key = get_last_key(paths[0]);
  guint n = g_strv_length(paths);

  if (g_str_equal(key, "unit"))
    return describe(key, value);
  if (frees(value) || is_true(value))
    return g_strdup_printf(ngettext("Free %u parameter", "Free these %u parameters", n), n);
  return g_strdup_printf(ngettext("Fix %u parameter", "Fix these %u parameters", n), n);
}

char *
trammel_fix_label_new_for(const char *path, const char *json, const TrammelProject *project)
{
  g_autoptr(JsonNode) value = trammel_json_parse(json, -1, "fix", NULL);
  const TrammelQuantity *quantity;
  const char *member;
  char *label = NULL;

  if (!value)
    return NULL;
  if (strchr(path, ','))
    return describe_several(path, value);
  if (project && (quantity = trammel_project_find_quantity_at(project, path, &member)))
    label = describe_quantity(project, quantity, member, value);
  if (!label) {
    g_autofree char *key = get_last_key(path);
    label = describe(key, value);
  }
  return label ? label : g_strdup(_("Fix"));
}

char *
trammel_fix_label_new(const TrammelFinding *finding, const TrammelProject *project)
{
  return finding->fix_path
             ? trammel_fix_label_new_for(finding->fix_path, finding->fix_value, project)
             : NULL;
}
