/* L-curves of a sweep over kappa. */
#include <math.h>

#include "io/study/sweep_private.h"

int
trammel_sweep_find_axis(const TrammelSweep *sweep, const char *name)
{
  for (guint i = 0; i < sweep->axes->len; i++)
    if (g_str_equal(((const TrammelSweepAxis *)sweep->axes->pdata[i])->name, name))
      return (int)i;
  return -1;
}

static int
compare_kappa(gconstpointer a, gconstpointer b, gpointer user_data)
{
  guint axis = GPOINTER_TO_UINT(user_data);
  const TrammelSweepPoint *p = *(TrammelSweepPoint *const *)a, *q = *(TrammelSweepPoint *const *)b;

  return (p->at[axis] > q->at[axis]) - (p->at[axis] < q->at[axis]);
}

/* Returns the points that converged at one value of the other axis, in the order of kappa. */
static GPtrArray *
list_line(const TrammelSweep *sweep, guint axis, double other)
{
  GPtrArray *line = g_ptr_array_new();

  for (guint i = 0; i < sweep->points->len; i++) {
    TrammelSweepPoint *point = sweep->points->pdata[i];
    gboolean is_in = sweep->axes->len == 1 || point->at[1 - axis] == other;
    if (is_in && g_str_equal(point->status, "converged"))
      g_ptr_array_add(line, point);
  }
  g_ptr_array_sort_with_data(line, compare_kappa, GUINT_TO_POINTER(axis));
  return line;
}

static TrammelSweepCorner
find_corner(const TrammelSweep *sweep, guint axis, double other)
{
  g_autoptr(GPtrArray) line = list_line(sweep, axis, other);
  g_autofree double *observation = g_new(double, line->len + 1),
                    *state = g_new(double, line->len + 1);
  TrammelSweepCorner corner = {.other = other, .kappa = NAN};

  for (guint i = 0; i < line->len; i++) {
    const TrammelSweepPoint *point = line->pdata[i];
    observation[i] = point->misfit.observation;
    state[i] = point->misfit.state;
  }
  corner.corner = tr_lcurve_corner(observation, state, (int)line->len);
  if (corner.corner.index >= 0)
    corner.kappa = ((const TrammelSweepPoint *)line->pdata[corner.corner.index])->at[axis];
  return corner;
}

void
trammel_sweep_find_corners(TrammelSweep *sweep)
{
  int axis = trammel_sweep_find_axis(sweep, "kappa");
  const TrammelSweepAxis *other =
      axis >= 0 && sweep->axes->len == 2 ? sweep->axes->pdata[1 - axis] : NULL;

  for (gsize i = 0; axis >= 0 && i < (other ? other->n : 1); i++) {
    TrammelSweepCorner corner = find_corner(sweep, (guint)axis, other ? other->values[i] : NAN);
    g_array_append_val(sweep->corners, corner);
  }
}

char *
trammel_sweep_corner_dup_text(const TrammelSweep *sweep, const TrammelSweepCorner *corner)
{
  int axis = trammel_sweep_find_axis(sweep, "kappa");
  g_autofree char *where = NULL;

  where = sweep->axes->len == 2
              ? g_strdup_printf("L-curve at %s = %g",
                                ((const TrammelSweepAxis *)sweep->axes->pdata[1 - axis])->name,
                                corner->other)
              : g_strdup("L-curve");
  if (corner->corner.index < 0)
    return g_strdup_printf("%s: no corner, %s", where, corner->corner.why);
  return g_strdup_printf("%s: corner at kappa = %g, where it turns by %.0f degrees", where,
                         corner->kappa, corner->corner.turn * 180 / G_PI);
}
