/* Lost samples: found where they are missing, and nowhere else. */
#include "engine/signal/lost.h"

#include <math.h>

#include "support/check.h"

enum { N = 4000, EVERY = 97 };

#define STEP  1e-3
#define NOISE 2e-4

typedef struct Signal {
  double t[N], y[N];
  size_t n, n_lost, first;
} Signal;

/* A swing with noise, without each EVERY-th sample; stamps that count on, or those of the samples.
 */
static void
draw(Signal *s, double noise, bool loses, bool counts_on)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(2);

  *s = (Signal){0};
  for (int k = 0; k < N; k++) {
    double y = sin(9 * k * STEP) + 0.4 * sin(17 * k * STEP) + noise * (g_rand_double(rand) - 0.5);

    if (loses && k % EVERY == EVERY - 1) {
      s->first = s->n_lost++ == 0 ? s->n - 1 : s->first;
      continue;
    }
    s->t[s->n] = counts_on ? (double)s->n * STEP : k * STEP;
    s->y[s->n++] = y;
  }
}

static void
test_lost(void)
{
  TrLostSamples lost;
  Signal s;

  draw(&s, NOISE, true, true);
  tr_assert_ok(tr_lost_samples_find(&lost, s.t, s.y, s.n), NULL);
  g_test_message("%zu of %zu found", lost.n, s.n_lost);
  g_assert_cmpuint(lost.n, >, s.n_lost / 2);
  g_assert_cmpuint(lost.n, <=, s.n_lost);
  g_assert_cmpuint((lost.first + 1) % (EVERY - 1), ==, 0);
}

/* Nothing is lost: whole logs, with and without noise, gaps in the stamps, steps, a coarse encoder,
 * samples taken one step late for a while, few samples. */
static void
test_whole(void)
{
  TrLostSamples lost;
  Signal s;

  for (int kind = 0; kind < 7; kind++) {
    draw(&s, kind == 1 ? 0 : kind == 2 ? 100 * NOISE : NOISE, kind == 3, false);
    for (size_t i = 0; kind == 4 && i < s.n; i++)
      s.y[i] = floor((double)i / 50);
    for (size_t i = 0; kind == 5 && i < s.n; i++)
      s.y[i] = 4e-3 * round(s.y[i] / 4e-3);
    for (size_t i = EVERY; kind == 6 && i + 3 < s.n; i += EVERY)
      for (size_t k = i; k < i + 3; k++)
        s.y[k] = s.y[k + 1];
    tr_assert_ok(tr_lost_samples_find(&lost, s.t, s.y, s.n), NULL);
    g_assert_cmpuint(lost.n, ==, 0);
  }
  tr_assert_ok(tr_lost_samples_find(&lost, s.t, s.y, 3), NULL);
  g_assert_cmpuint(lost.n, ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/signal/lost/found", test_lost);
  g_test_add_func("/engine/signal/lost/whole", test_whole);
  return g_test_run();
}
