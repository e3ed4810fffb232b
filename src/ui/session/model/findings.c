#include "ui/session/model/findings.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/check/check.h"
#include "ui/session/model/tree.h"
#include "ui/session/text/param-label.h"

static void
finding_free(gpointer data)
{
  TrammelModelFinding *finding = data;

  g_free(finding->text);
  g_free(finding->fix_path);
  g_free(finding->fix_value);
  g_free(finding);
}

static TrammelModelFinding *
add_finding(GPtrArray *findings, TrammelElement element, gboolean is_info, char *text)
{
  TrammelModelFinding *finding = g_new0(TrammelModelFinding, 1);

  *finding = (TrammelModelFinding){.element = element, .text = text, .is_info = is_info};
  g_ptr_array_add(findings, finding);
  return finding;
}

static gboolean
is_mapped(const TrammelProject *project, const char *name)
{
  for (guint log = 0; log < trammel_project_get_n_logs(project); log++)
    for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++) {
      const char *signal = trammel_project_get_mapping(project, log, i)->signal;
      gsize length = strlen(name);
      if (g_str_has_prefix(signal, name) && (signal[length] == '\0' || signal[length] == '.'))
        return TRUE;
    }
  return FALSE;
}

static void
check_signals(GPtrArray *findings, const TrammelProject *project, TrammelElementKind kind)
{
  for (guint i = 0; i < trammel_project_get_n_elements(project, kind); i++) {
    const TrammelElement element = {kind, i};
    const char *name = trammel_project_get_element_name(project, element);
    if (trammel_project_get_n_logs(project) > 0 && !is_mapped(project, name))
      add_finding(findings, element, FALSE,
                  g_strdup_printf(_("%s has no channel in any log."), name));
  }
}

/* Reports springs of the tree without stiffness and damping that are not to be estimated either. */
static void
check_springs(GPtrArray *findings, const TrammelProject *project)
{
  const TrModel *model = trammel_project_get_model(project);

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    g_autofree char *id = g_strdup_printf("joint.%s.stiffness", joint->name);
    const TrammelQuantity *stiffness = trammel_project_find_quantity(project, id);
    if (joint->type != TR_JOINT_SPRING || joint->spring.stiffness > 0 ||
        joint->friction.model != TR_FRICTION_NONE || (stiffness && stiffness->free))
      continue;
    add_finding(
        findings, (TrammelElement){TRAMMEL_ELEMENT_JOINT, (guint)j}, FALSE,
        g_strdup_printf(_("%s has no effect: give it a stiffness or friction, or delete it."),
                        joint->name));
  }
}

static void
check_whole(GPtrArray *findings, const TrammelProject *project)
{
  const TrammelElement whole = {TRAMMEL_ELEMENT_GRAVITY, 0};

  if (trammel_project_get_n_elements(project, TRAMMEL_ELEMENT_SENSOR) == 0)
    add_finding(findings, whole, FALSE,
                g_strdup(_("The model has no sensor, so no log can be mapped to it.")));
  if (trammel_project_get_n_logs(project) == 0)
    add_finding(findings, whole, TRUE,
                g_strdup(_("There is no log yet: open one to identify the parameters.")));
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    if (trammel_project_get_quantity(project, i)->free)
      return;
  add_finding(
      findings, whole, TRUE,
      g_strdup(_("No parameter is free: open the padlock beside each parameter to identify.")));
}

/* Findings on the mechanism alone, with the kind of element that their `signal` names; gravity
 * stands for the whole model. */
static const struct {
  const char *code;
  TrammelElementKind kind;
} mechanical[] = {
    {"body-floats", TRAMMEL_ELEMENT_BODY}, {"mesh-not-shown", TRAMMEL_ELEMENT_BODY},
    {"joint-idle", TRAMMEL_ELEMENT_JOINT}, {"joint-locked", TRAMMEL_ELEMENT_JOINT},
    {"loop-open", TRAMMEL_ELEMENT_JOINT},  {"no-freedom", TRAMMEL_ELEMENT_GRAVITY},
    {"loops", TRAMMEL_ELEMENT_GRAVITY},    {"redundant-constraints", TRAMMEL_ELEMENT_GRAVITY},
};

static gboolean
find_mechanical(const TrammelProject *project,
                const TrammelFinding *finding,
                TrammelElement *element)
{
  for (guint i = 0; i < G_N_ELEMENTS(mechanical); i++) {
    if (!g_str_equal(finding->code, mechanical[i].code))
      continue;
    *element = (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0};
    return mechanical[i].kind == TRAMMEL_ELEMENT_GRAVITY ||
           (finding->signal &&
            trammel_project_find_element(project, element, mechanical[i].kind, finding->signal));
  }
  return FALSE;
}

/* Finds the first element that a sentence names: "constraint 'total': ..." */
static gboolean
find_named(const TrammelProject *project, const char *text, TrammelElement *element)
{
  const char *nearest = NULL;
  TrammelElement found;

  for (int kind = TRAMMEL_ELEMENT_BODY; kind < TRAMMEL_N_ELEMENT_KINDS; kind++)
    for (guint i = 0; i < trammel_project_get_n_elements(project, (TrammelElementKind)kind); i++) {
      found = (TrammelElement){(TrammelElementKind)kind, i};
      g_autofree char *words = g_strdup_printf("%s '%s'", trammel_element_kind_get_word(found.kind),
                                               trammel_project_get_element_name(project, found));
      const char *at = strstr(text, words);
      if (!at || (nearest && at > nearest))
        continue;
      nearest = at;
      *element = found;
    }
  return nearest != NULL;
}

/* Finds the element that a finding of the check concerns: the owner of a quantity, a sensor, motor
 * or joint, the place of its fix, or, for an invalid model, the element that the text names.
 * Returns FALSE for findings on logs and settings. */
static gboolean
find_element(const TrammelProject *project, const TrammelFinding *finding, TrammelElement *element)
{
  const TrammelQuantity *quantity =
      finding->signal ? trammel_project_find_quantity(project, finding->signal) : NULL;

  if (quantity)
    return trammel_project_find_owner(project, element, quantity);
  if (find_mechanical(project, finding, element))
    return TRUE;
  if (finding->signal && !finding->log)
    return trammel_project_find_element(project, element, TRAMMEL_ELEMENT_SENSOR,
                                        finding->signal) ||
           trammel_project_find_element(project, element, TRAMMEL_ELEMENT_MOTOR, finding->signal) ||
           trammel_project_find_element(project, element, TRAMMEL_ELEMENT_JOINT, finding->signal);
  if (finding->fix_path)
    return trammel_element_find_by_path(element, finding->fix_path) &&
           element->index < trammel_project_get_n_elements(project, element->kind);
  return !finding->log && g_str_equal(finding->severity, "error") &&
         find_named(project, finding->text, element);
}

static void
take_checked(GPtrArray *findings, const TrammelProject *project, const GArray *checked)
{
  for (guint i = 0; i < checked->len; i++) {
    const TrammelFinding *finding = &g_array_index(checked, TrammelFinding, i);
    TrammelElement element;
    if (!find_element(project, finding, &element))
      continue;
    TrammelModelFinding *own =
        add_finding(findings, element, g_str_equal(finding->severity, "info"),
                    trammel_text_with_labels(project, finding->words));
    own->fix_path = g_strdup(finding->fix_path);
    own->fix_value = g_strdup(finding->fix_value);
  }
}

GPtrArray *
trammel_model_findings_new(const TrammelProject *project, const GArray *checked)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func(finding_free);

  check_springs(findings, project);
  if (checked) {
    take_checked(findings, project, checked);
  } else {
    g_autoptr(GArray) own = trammel_findings_new();
    trammel_check_parameters(own, project);
    trammel_check_inertias(own, project);
    trammel_check_meshes(own, project);
    take_checked(findings, project, own);
    check_signals(findings, project, TRAMMEL_ELEMENT_SENSOR);
    check_signals(findings, project, TRAMMEL_ELEMENT_MOTOR);
  }
  check_whole(findings, project);
  return findings;
}
