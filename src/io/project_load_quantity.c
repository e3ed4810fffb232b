/* The numbers of the model that can be parameters: where they stand in the file, and how they are
 * read. */
#include <math.h>

#include "io/error.h"
#include "io/project_private.h"

static const char *const tensor_keys[6] = {"xx", "yy", "zz", "xy", "xz", "yz"};

/* Section of the owners and the way on from one of them. */
static const struct {
  const char *section;
  const char *keys[3];
  gboolean by_axis; /* the last step is the element `axis` of an array */
} ways[TR_N_PARAM_KINDS] = {
    [TR_PARAM_TILT] = {"gravity", {"tilt"}, TRUE},
    [TR_PARAM_GRAVITY] = {"gravity", {"magnitude"}, FALSE},
    [TR_PARAM_MASS] = {"bodies", {"mass"}, FALSE},
    [TR_PARAM_COM] = {"bodies", {"com"}, TRUE},
    [TR_PARAM_INERTIA] = {"bodies", {"inertia"}, FALSE},
    [TR_PARAM_VISCOUS] = {"joints", {"friction", "viscous"}, FALSE},
    [TR_PARAM_COULOMB] = {"joints", {"friction", "coulomb"}, FALSE},
    [TR_PARAM_STRIBECK_DELTA] = {"joints", {"friction", "stribeck", "delta"}, FALSE},
    [TR_PARAM_STRIBECK_ZETA] = {"joints", {"friction", "stribeck", "zeta"}, FALSE},
    [TR_PARAM_RATE] = {"joints", {"friction", "rate"}, FALSE},
    [TR_PARAM_COMPLIANCE_LINEAR] = {"joints", {"compliance", "linear"}, FALSE},
    [TR_PARAM_COMPLIANCE_ANGULAR] = {"joints", {"compliance", "angular"}, FALSE},
    [TR_PARAM_ANCHOR_PARENT] = {"joints", {"parent_frame", "position"}, TRUE},
    [TR_PARAM_ANCHOR_CHILD] = {"joints", {"child_frame", "position"}, TRUE},
    [TR_PARAM_GAIN] = {"motors", {"gain"}, FALSE},
    [TR_PARAM_ROTOR_INERTIA] = {"motors", {"rotor_inertia"}, FALSE},
    [TR_PARAM_BIAS] = {"motors", {"bias"}, FALSE},
    [TR_PARAM_SIGMA] = {"sensors", {"sigma"}, FALSE},
};

guint
trammel_project_get_path(TrammelStep steps[TRAMMEL_MAX_STEPS], TrParam param)
{
  guint n = 0;

  steps[n++] = (TrammelStep){.key = "model"};
  steps[n++] = (TrammelStep){.key = ways[param.kind].section};
  if (param.kind != TR_PARAM_TILT && param.kind != TR_PARAM_GRAVITY)
    steps[n++] = (TrammelStep){.index = (guint)param.owner};
  for (guint i = 0; i < G_N_ELEMENTS(ways[0].keys) && ways[param.kind].keys[i]; i++)
    steps[n++] = (TrammelStep){.key = ways[param.kind].keys[i]};
  if (ways[param.kind].by_axis)
    steps[n++] = (TrammelStep){.index = (guint)param.axis};
  else if (param.kind == TR_PARAM_INERTIA)
    steps[n++] = (TrammelStep){.key = tensor_keys[param.axis]};
  return n;
}

static gboolean
read_prior(TrammelQuantity *quantity, const TrammelNode *node, GError **error)
{
  TrammelNode prior = trammel_node_member(node, "prior");
  TrammelNode mean = trammel_node_member(&prior, "mean");
  TrammelNode sigma = trammel_node_member(&prior, "sigma");

  if (!prior.node)
    return TRUE;
  if (!trammel_node_check_object(&prior, error) ||
      !trammel_node_get_number(&mean, &quantity->prior_mean, error))
    return FALSE;
  if (!sigma.node)
    return trammel_node_fail(&sigma, error, "is missing; a prior needs its standard deviation");
  if (!trammel_node_get_number(&sigma, &quantity->prior_sigma, error))
    return FALSE;
  if (!(quantity->prior_sigma > 0))
    return trammel_node_fail(&sigma, error, "must be above zero, found %g", quantity->prior_sigma);
  return TRUE;
}

static gboolean
check_free(const TrammelQuantity *quantity,
           const TrModel *model,
           const TrammelNode *node,
           GError **error)
{
  TrammelNode flag = trammel_node_member(node, "free");

  if (quantity->free && !tr_param_can_be_free(model, quantity->param))
    return trammel_node_fail(&flag, error, "%s cannot be estimated; set it to false", quantity->id);
  if (quantity->min > quantity->max)
    return trammel_node_fail(node, error, "min %g is above max %g", quantity->min, quantity->max);
  if (quantity->free && !(quantity->value >= quantity->min && quantity->value <= quantity->max))
    return trammel_node_fail(node, error,
                             "the value %g is not within min %g and max %g; the estimation starts "
                             "from it",
                             quantity->value, quantity->min, quantity->max);
  return TRUE;
}

/* `{ "value": ..., "free": ... }` */
static gboolean
read_object(TrammelQuantity *quantity,
            const TrModel *model,
            const TrammelNode *node,
            GError **error)
{
  static const char *const later[] = {"transform", "tie"};
  TrammelNode value = trammel_node_member(node, "value"), flag = trammel_node_member(node, "free");
  TrammelNode min = trammel_node_member(node, "min"), max = trammel_node_member(node, "max");

  if (!value.node)
    return trammel_node_fail(&value, error, "is missing; a number is needed here");
  if (!trammel_node_get_number(&value, &quantity->value, error) ||
      !trammel_node_get_boolean(&flag, &quantity->free, error) ||
      !trammel_node_get_number(&min, &quantity->min, error) ||
      !trammel_node_get_number(&max, &quantity->max, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(later); i++)
    if (!trammel_node_refuse(node, later[i], error))
      return FALSE;
  quantity->prior_mean = quantity->value;
  return read_prior(quantity, node, error) && check_free(quantity, model, node, error);
}

static gboolean
read_quantity(TrammelQuantity *quantity,
              const TrModel *model,
              const TrammelNode *node,
              GError **error)
{
  gboolean may_be_auto =
      quantity->param.kind == TR_PARAM_RATE || quantity->param.kind == TR_PARAM_SIGMA;

  if (!node->node)
    return TRUE;
  if (JSON_NODE_HOLDS_OBJECT(node->node))
    return read_object(quantity, model, node, error);
  return may_be_auto ? trammel_node_get_number_or_auto(node, &quantity->value, error)
                     : trammel_node_get_number(node, &quantity->value, error);
}

gboolean
trammel_project_read_quantities(TrammelProject *project, const TrammelNode *root, GError **error)
{
  TrModel *model = project->model;
  guint n = (guint)tr_param_count(model);

  g_array_set_size(project->quantities, 0);
  for (guint i = 0; i < n; i++) {
    TrParam param = tr_param_at(model, (int)i);
    TrammelQuantity quantity = {.param = param,
                                .unit = tr_param_unit(model, param),
                                .value = tr_param_get(model, param),
                                .min = -INFINITY,
                                .max = INFINITY,
                                .prior_sigma = INFINITY};
    TrammelStep steps[TRAMMEL_MAX_STEPS];
    TrammelNode nodes[TRAMMEL_MAX_STEPS + 1];
    guint n_steps = trammel_project_get_path(steps, param);

    nodes[0] = *root;
    for (guint k = 0; k < n_steps; k++)
      nodes[k + 1] = steps[k].key ? trammel_node_member(&nodes[k], steps[k].key)
                                  : trammel_node_element(&nodes[k], steps[k].index);
    tr_param_id(quantity.id, model, param);
    if (!read_quantity(&quantity, model, &nodes[n_steps], error))
      return FALSE;
    if (!isfinite(quantity.prior_sigma))
      quantity.prior_mean = quantity.value;
    tr_param_set(model, param, quantity.value);
    g_array_append_val(project->quantities, quantity);
  }
  return TRUE;
}
