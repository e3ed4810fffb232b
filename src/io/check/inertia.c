/* Check of moments of inertia that no body can have: about any three orthogonal axes each is at
 * most the sum of the other two. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "io/check/check.h"

/* Share of the sum allowed for rounding in a data sheet. */
#define SLACK 0.01

static const char *const names[] = {"xx", "yy", "zz", "xy", "xz", "yz"};

static const TrammelQuantity *
find_element(const TrammelProject *project, const char *body, int element)
{
  g_autofree char *id = g_strdup_printf("body.%s.inertia.%s", body, names[element]);

  return trammel_project_find_quantity(project, id);
}

/* Sets the range of a moment that a fit allows. */
static void
find_range(double range[2], const TrammelProject *project, const char *body, int axis)
{
  const TrammelQuantity *q = find_element(project, body, axis);

  range[0] = !q || q->tied ? 0 : q->free ? q->min : q->value;
  range[1] = !q || q->tied ? INFINITY : q->free ? q->max : q->value;
}

/* TRUE if the moments about the body's axes are wrong for all values that a fit allows. */
static gboolean
check_axes(GArray *findings, const TrammelProject *project, const char *body)
{
  double range[3][2];
  gboolean is_wrong = FALSE;

  for (int i = 0; i < 3; i++)
    find_range(range[i], project, body, i);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double most = range[j][1] + range[k][1];

    if (!(range[i][0] > (1 + SLACK) * most))
      continue;
    is_wrong = TRUE;
    g_autofree char *id = g_strdup_printf("body.%s.inertia.%s", body, names[i]);
    TrammelPlace place = {.signal = id};
    trammel_findings_add(
        findings, &place, "info", "inertia-not-realisable",
        N_("Body '%s' has impossible moments of inertia: %s is at least %.3g kg m^2, but %s and %s "
           "together are at most %.3g. Correct them. They do no harm where the body turns about "
           "one axis only, but simulators refuse such a body."),
        body, names[i], range[i][0], names[MIN(j, k)], names[MAX(j, k)], most);
  }
  return is_wrong;
}

static gboolean
is_held(const TrammelProject *project, const char *body)
{
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    const TrammelQuantity *q = find_element(project, body, (int)i);
    if (!q || q->free || q->tied)
      return FALSE;
  }
  return TRUE;
}

/* Checks the principal moments of a tensor without free elements. */
static void
check_principal(GArray *findings, const TrBody *body)
{
  double tensor[9], moment[3];

  tr_mat3_from_tensor(tensor, body->inertia);
  if (tr_dense_symmetric_eigen(tensor, moment, 3) != TR_OK ||
      !(moment[2] > (1 + SLACK) * (moment[0] + moment[1])))
    return;
  g_autofree char *id = g_strdup_printf("body.%s.inertia.xx", body->name);
  TrammelPlace place = {.signal = id};
  trammel_findings_add(findings, &place, "info", "inertia-not-realisable",
                       N_("Body '%s' has impossible moments of inertia: the largest about its "
                          "principal axes is %.3g kg m^2, but the others together are %.3g. "
                          "Correct them, or the products of inertia. They do no harm where the "
                          "body turns about one axis only, but simulators refuse such a body."),
                       body->name, moment[2], moment[0] + moment[1]);
}

void
trammel_check_inertias(GArray *findings, const TrammelProject *project)
{
  const TrModel *model = trammel_project_get_model(project);

  for (int b = 0; b < model->n_bodies; b++) {
    const TrBody *body = &model->bodies[b];
    if (!check_axes(findings, project, body->name) && is_held(project, body->name))
      check_principal(findings, body);
  }
}
