#include "engine/est/uncertainty/force_selection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/consistency.h"

/* Probability of a chosen force in a fit whose model lacks none. */
#define MOST_FALSE 0.05

/* Share of its information that a force must keep beside the chosen ones. */
#define LEAST_LEFT 1e-3

/* Normal equations with the gradient as last column, swept by the chosen forces. */
typedef struct Sweep {
  const TrForceTests *of;
  double *a;      /* [n x (n + 1)] */
  bool *is_swept; /* [n] */
} Sweep;

static void
fill(Sweep *s)
{
  int n = s->of->n;

  for (int i = 0; i < n; i++) {
    memcpy(s->a + i * (n + 1), s->of->information + i * n, (size_t)n * sizeof *s->a);
    s->a[i * (n + 1) + n] = -s->of->tests[i].size * s->of->information[i * n + i];
  }
}

/* t of a force beside the swept ones, with the memory that its scores have alone; 0 where these are
 * the same force. */
static double
find_t(const Sweep *s, int force)
{
  const TrScoreTest *test = &s->of->tests[force];
  int n = s->of->n;
  double all = s->of->information[force * n + force], left = s->a[force * (n + 1) + force];
  double alone = test->size * sqrt(all / s->of->variance);

  if (s->is_swept[force] || !test->is_tested || alone == 0 || !(left > LEAST_LEFT * all))
    return 0;
  return s->a[force * (n + 1) + n] / sqrt(left * s->of->variance) * (test->t / alone);
}

/* Force with the largest t; -1 where chance explains them all. */
static int
find_next(const Sweep *s)
{
  double most = 0;
  int next = -1;

  for (int i = 0; i < s->of->n; i++)
    if (fabs(find_t(s, i)) > most) {
      most = fabs(find_t(s, i));
      next = i;
    }
  return tr_chi2_p_value(most * most, 1) * s->of->n_chances < MOST_FALSE ? next : -1;
}

static void
sweep(Sweep *s, int k)
{
  int n = s->of->n, width = n + 1;
  double *row = s->a + k * width, pivot = row[k];

  row[k] = 1;
  for (int j = 0; j < width; j++)
    row[j] /= pivot;
  for (int i = 0; i < n; i++) {
    double factor = s->a[i * width + k];

    if (i == k)
      continue;
    s->a[i * width + k] = 0;
    for (int j = 0; j < width; j++)
      s->a[i * width + j] -= factor * row[j];
  }
  s->is_swept[k] = true;
}

TrStatus
tr_force_selection(double *size, const TrForceTests *tests)
{
  TR_ASSERT(size && tests && tests->n > 0);
  size_t n = (size_t)tests->n;
  Sweep s = {.of = tests,
             .a = calloc(n * (n + 1), sizeof *s.a),
             .is_swept = calloc(n, sizeof *s.is_swept)};
  TrStatus status = s.a && s.is_swept ? TR_OK : TR_NO_MEMORY;

  if (status == TR_OK) {
    fill(&s);
    for (int next = find_next(&s); next >= 0; next = find_next(&s))
      sweep(&s, next);
    for (size_t i = 0; i < n; i++)
      size[i] = s.is_swept[i] ? -s.a[i * (n + 1) + n] : 0;
  }
  free(s.a);
  free(s.is_swept);
  return status;
}
