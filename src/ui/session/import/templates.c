#include "ui/session/import/templates.h"

#include <glib/gi18n.h>

#include "io/base/json_writer.h"
#include "io/packed/packed.h"
#include "io/project/examples.h"
#include "io/project/put.h"

#define FOLDER "/io/github/trammel/Trammel/templates/"

/* Mechanisms that are not in an example; the others come from the example's file. */
static const struct {
  const char *file, *picture, *title, *summary;
} own[] = {
    {"cart-pole-force", "cart-pole", N_("Cart-pole pushed by a motor"),
     N_("A motor pushes a cart on a rail that carries a pendulum; both are measured")},
    {"double-pendulum-driven", "double-pendulum", N_("Double pendulum with motors"),
     N_("Two links on hinges, each with an encoder and a motor")},
    {"pendulum-driven", "pendulum-driven", N_("Pendulum with a motor"),
     N_("One body on a hinge, with an encoder and a motor at the pivot")},
    {"linear-axis", "linear-axis", N_("Linear axis (one mass on a rail)"),
     N_("One mass, driven along a rail")},
    {"empty", "empty", N_("Empty mechanism"),
     N_("None of these: one body to begin with, and all parts to add")},
};

/* Descriptions of the mechanisms of the examples. */
static const struct {
  const char *example, *summary;
} summaries[] = {
    {"ball-and-beam", N_("A motor tilts a beam on which a ball rolls without slip")},
    {"cart-pole", N_("A cart whose motion a servo prescribes carries a pendulum")},
    {"double-pendulum", N_("Two links on hinges, each with an encoder")},
    {"four-bar", N_("A motor turns the crank; a closed loop of four hinges")},
    {"furuta", N_("A motor turns an arm that carries a pendulum")},
    {"pendulum", N_("One body on a hinge, with an encoder")},
    {"pendulum-latch", N_("A motor drives a pendulum that a latch catches and lets go")},
    {"pendulum-stop", N_("A pendulum that swings against a stop")},
    {"servo", N_("A geared motor turns a lever with a payload")},
    {"slider-crank",
     N_("A motor turns the crank, which drives a piston through a rod; a closed loop")},
    {"three-joint-arm", N_("A robot's arm with waist, shoulder and elbow, each with a motor")},
    {"thrown-cube", N_("A cube with friction that bounces on a floor")},
};

guint
trammel_templates_get_n(void)
{
  return trammel_examples_get_n() + G_N_ELEMENTS(own);
}

const char *
trammel_templates_get_title(guint i)
{
  guint n = trammel_examples_get_n();

  return _(i < n ? trammel_examples_get(i)->title : own[i - n].title);
}

const char *
trammel_templates_get_summary(guint i)
{
  guint n = trammel_examples_get_n();

  if (i >= n)
    return _(own[i - n].summary);
  for (guint k = 0; k < G_N_ELEMENTS(summaries); k++)
    if (g_str_equal(summaries[k].example, trammel_examples_get(i)->name))
      return _(summaries[k].summary);
  return _("The mechanism of the example, without its log");
}

char *
trammel_templates_dup_picture(guint i)
{
  guint n = trammel_examples_get_n();
  const char *name = i < n ? trammel_examples_get(i)->name : own[i - n].picture;

  return g_strdup_printf("/io/github/trammel/Trammel/pictures/%s.svg", name);
}

/* Removes everything that belongs to the example's log. */
static gboolean
strip(TrammelProject *project, GError **error)
{
  static const char *const own_members[] = {"logs", "settings", "runs", "notes"};

  for (guint i = 0; i < G_N_ELEMENTS(own_members); i++)
    if (!trammel_project_remove(project, own_members[i], error))
      return FALSE;
  return TRUE;
}

/* The example's folder is not kept. */
TrammelProject *
trammel_templates_load(guint i, GError **error)
{
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (i < trammel_examples_get_n()) {
    g_autoptr(TrammelProject) example = trammel_examples_load(trammel_examples_get(i), error);
    if (!example || !strip(example, error))
      return NULL;
    text = trammel_project_to_data(example);
  } else {
    g_autofree char *path =
        g_strconcat(FOLDER, own[i - trammel_examples_get_n()].file, TRAMMEL_PROJECT_ENDING, NULL);
    bytes = g_resources_lookup_data(path, 0, error);
    if (!bytes)
      return NULL;
    text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  }
  return trammel_project_new_from_data(text, -1, NULL, error);
}

TrammelProject *
trammel_templates_start(guint i, const TrammelLogImport *logs, GError **error)
{
  g_autoptr(TrammelProject) template = trammel_templates_load(i, error);
  gboolean is_mapped;
  g_autoptr(TrammelProject) project =
      template ? trammel_log_import_add(logs, template, &is_mapped, error) : NULL;

  if (!project)
    return NULL;
  g_autoptr(GString) name = g_string_new(NULL);
  trammel_json_append_quoted(name, trammel_project_get_log_name(project, 0));
  return trammel_project_put(project, "name", name->str, error) ? g_steal_pointer(&project) : NULL;
}

TrammelMappingPlan *
trammel_templates_plan(guint i,
                       const TrammelLogImport *logs,
                       TrammelLogTable *table,
                       GError **error)
{
  g_autoptr(TrammelProject) project = trammel_templates_start(i, logs, error);

  if (!project)
    return NULL;
  TrammelMappingPlan *plan = trammel_mapping_plan_new(project, 0, table);
  trammel_mapping_plan_guess(plan);
  return plan;
}

/* Returns how much larger a mechanism is than another: by signals, then bodies, then joints. */
static int
compare_sizes(const TrammelMappingPlan *plan, const TrammelMappingPlan *other)
{
  const TrModel *model = trammel_project_get_model(plan->project),
                *other_model = trammel_project_get_model(other->project);

  if (plan->rows->len != other->rows->len)
    return (int)plan->rows->len - (int)other->rows->len;
  return model->n_bodies != other_model->n_bodies ? model->n_bodies - other_model->n_bodies
                                                  : model->n_joints - other_model->n_joints;
}

/* Compares by the rates; of equal ones the smaller mechanism is better.  One without signals is for
 * what is none of the others. */
static int
compare_plans(const TrammelMappingPlan *plan, const TrammelMappingPlan *best)
{
  int more = trammel_mapping_plan_rate(plan) - trammel_mapping_plan_rate(best);

  if (more != 0 || plan->rows->len == 0)
    return more != 0 ? more : -1;
  return compare_sizes(best, plan);
}

TrammelMappingPlan *
trammel_templates_choose(const TrammelLogImport *logs,
                         TrammelLogTable *table,
                         guint order[],
                         guint *n)
{
  TrammelMappingPlan *best = NULL;

  *n = 0;
  for (guint i = 0; i < trammel_templates_get_n(); i++) {
    g_autoptr(TrammelMappingPlan) plan = trammel_templates_plan(i, logs, table, NULL);
    int more = !plan ? -1 : !best ? 1 : compare_plans(plan, best);
    if (more < 0 || (more == 0 && *n == TRAMMEL_TEMPLATE_CHOICES))
      continue;
    *n = more > 0 ? 0 : *n;
    order[(*n)++] = i;
    /* the one with the fewest quantities first */
    if (*n > 1 && trammel_project_get_n_quantities(plan->project) >=
                      trammel_project_get_n_quantities(best->project))
      continue;
    order[*n - 1] = order[0];
    order[0] = i;
    g_clear_pointer(&best, trammel_mapping_plan_free);
    best = g_steal_pointer(&plan);
  }
  return best;
}
