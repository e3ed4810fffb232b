/* Comparison of the plans of a search: merits, and the frequencies among which it chooses. */
#include <math.h>
#include <string.h>

#include "engine/est/design/search_private.h"

/* Weight, in the merit of a plan, of the logarithm of a condition number over its bound; the bound
 * in units of the least number of the random plans, a little below 1 since the search ends a little
 * beyond it; and the largest ratio to the bound that counts. */
#define CONDITION_SHARE 1.0
#define CONDITION_BOUND 0.98
#define MOST_BEYOND     1e3

void
tr_search_sort(TrSearch *search, int n)
{
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && search->results[j].merit < search->results[j - 1].merit; j--) {
      TrStartResult swap = search->results[j];

      search->results[j] = search->results[j - 1];
      search->results[j - 1] = swap;
    }
}

/* Place of a plan's frequency among those of the wish. */
static int
find_frequency(const TrSearch *search, const double *x)
{
  const TrWish *wish = search->planner->wish;
  int f = 0;

  while (f < wish->n_frequencies - 1 && wish->frequencies[f] != x[search->planner->n_curves])
    f++;
  return f;
}

double
tr_search_least_condition(const TrSearch *search, const double *x)
{
  return search->least_condition[find_frequency(search, x)];
}

void
tr_search_lead_frequencies(TrSearch *search, int n)
{
  int n_led = 0;

  for (int f = 0; f < search->planner->wish->n_frequencies; f++)
    for (int i = n_led; i < n && isfinite(search->results[i].merit); i++) {
      TrStartResult best = search->results[i];

      if (find_frequency(search, best.x) != f)
        continue;
      memmove(search->results + n_led + 1, search->results + n_led,
              (size_t)(i - n_led) * sizeof best);
      search->results[n_led++] = best;
      break;
    }
}

double
tr_search_merit(const TrSearch *search, const double *x, double criterion, double condition)
{
  double bound = CONDITION_BOUND * search->least_condition[find_frequency(search, x)];
  double beyond = search->bounds_condition ? fmin(condition / bound, MOST_BEYOND) : 0;

  return beyond > 1 ? criterion + CONDITION_SHARE * log(beyond) : criterion;
}

/* Whether all parameters of the model are of interest. */
static bool
wants_all(const TrPlanner *p)
{
  for (int i = 0; i < p->known.n; i++)
    if (!p->is_of_interest[i])
      return false;
  return true;
}

/* Whether all joints with an axis follow set-points or inputs, as those of a robot. */
static bool
drives_all(const TrPlanner *p)
{
  for (int j = 0; j < p->model->n_joints; j++) {
    bool is_driven = !tr_joint_has_axis(&p->model->joints[j]);

    for (int a = 0; a < p->wish->n_actors; a++)
      is_driven |= p->model->motors[p->wish->actors[a].motor].joint == j;
    if (!is_driven)
      return false;
  }
  return true;
}

void
tr_search_compare(TrSearch *search, int n)
{
  for (int i = 0; i < n; i++) {
    double *least = &search->least_condition[find_frequency(search, search->results[i].x)];

    *least = fmin(*least, search->results[i].condition);
  }
  search->bounds_condition = wants_all(search->planner) && drives_all(search->planner);
  search->best_merit = INFINITY;
  for (int i = 0; i < n; i++) {
    TrStartResult *r = &search->results[i];

    r->merit = tr_search_merit(search, r->x, r->criterion, r->condition);
    search->best_merit = fmin(search->best_merit, r->merit);
  }
  tr_search_sort(search, n);
}
