/* Moments of inertia that no body has: each is at most the sum of the other two. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/check_private.h"

/* Of the sum: what rounding of a data sheet's numbers may leave. */
#define SLACK 0.01

static const char *const names[3] = {"xx", "yy", "zz"};

/* Least and most that a fit may make of a moment. */
static void
find_range(double range[2], const TrammelProject *project, const char *body, int axis)
{
  g_autofree char *id = g_strdup_printf("body.%s.inertia.%s", body, names[axis]);
  const TrammelQuantity *q = trammel_project_find_quantity(project, id);

  range[0] = !q || q->tied ? 0 : q->free ? q->min : q->value;
  range[1] = !q || q->tied ? INFINITY : q->free ? q->max : q->value;
}

static void
check_body(GArray *findings, const TrammelProject *project, const char *body)
{
  double range[3][2];

  for (int i = 0; i < 3; i++)
    find_range(range[i], project, body, i);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double most = range[j][1] + range[k][1];

    if (!(range[i][0] > (1 + SLACK) * most))
      continue;
    g_autofree char *id = g_strdup_printf("body.%s.inertia.%s", body, names[i]);
    TrammelPlace place = {.signal = id};
    trammel_findings_add(
        findings, &place, "info", "inertia-not-realisable",
        N_("No body has the moments of inertia of '%s': %s is at least %.3g kg m^2, but %s and %s "
           "together at most %.3g. Correct them; it does no harm where the body only ever turns "
           "about one axis, but simulators refuse such a body."),
        body, names[i], range[i][0], names[MIN(j, k)], names[MAX(j, k)], most);
  }
}

void
trammel_check_inertias(GArray *findings, const TrammelProject *project)
{
  const TrModel *model = trammel_project_get_model(project);

  for (int b = 0; b < model->n_bodies; b++)
    check_body(findings, project, model->bodies[b].name);
}
