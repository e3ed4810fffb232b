/* Tests of the label placer: labels never cover each other. */
#include <math.h>

#include "support/seed.h"
#include "ui/scene/geometry/label-placer.h"

#define WIDTH  600.0
#define HEIGHT 400.0

enum { N_LABELS = 40, N_ROUNDS = 200 };

static gboolean
overlap(const TrammelPlacedLabel *a, const TrammelPlacedLabel *b)
{
  return fabs(a->middle[0] - b->middle[0]) < 0.5 * (a->width + b->width) &&
         fabs(a->middle[1] - b->middle[1]) < 0.5 * (a->height + b->height);
}

/* A single label is put at its preferred place. */
static void
test_alone(void)
{
  TrammelPlacedLabel above = {.anchor = {300, 200}, .width = 60, .height = 16, .rise = 22};
  TrammelPlacedLabel below = {.anchor = {300, 200}, .width = 60, .height = 16, .rise = -22};

  trammel_labels_place(&above, 1, WIDTH, HEIGHT);
  trammel_labels_place(&below, 1, WIDTH, HEIGHT);
  g_assert_true(above.is_placed && below.is_placed && !above.is_astray);
  g_assert_cmpfloat(above.middle[0], ==, 300);
  g_assert_cmpfloat(above.middle[1], ==, 178);
  g_assert_cmpfloat(below.middle[1], ==, 222);
}

/* Two labels at nearly the same place are both placed, the first one at the better place. */
static void
test_pair(void)
{
  TrammelPlacedLabel labels[2] = {{.anchor = {300, 200}, .width = 60, .height = 16, .rise = 22},
                                  {.anchor = {302, 201}, .width = 80, .height = 16, .rise = 22}};

  trammel_labels_place(labels, 2, WIDTH, HEIGHT);
  g_assert_true(labels[0].is_placed && labels[1].is_placed);
  g_assert_cmpfloat(labels[0].middle[1], ==, 178);
  g_assert_false(overlap(&labels[0], &labels[1]));
  g_assert_false(labels[1].is_astray);
}

/* At the border a label is moved inside; outside there is none; fixed areas are avoided. */
static void
test_border(void)
{
  TrammelPlacedLabel labels[4] = {
      {.anchor = {60, 60}, .width = 100, .height = 100, .is_fixed = TRUE},
      {.anchor = {2, 390}, .width = 60, .height = 16, .rise = -22},
      {.anchor = {-5, 200}, .width = 60, .height = 16, .rise = 22},
      {.anchor = {60, 100}, .width = 60, .height = 16, .rise = 22}};

  trammel_labels_place(labels, 4, WIDTH, HEIGHT);
  g_assert_true(labels[1].is_placed);
  g_assert_cmpfloat(labels[1].middle[0], >=, 30);
  g_assert_cmpfloat(labels[1].middle[1], <=, HEIGHT - 8);
  g_assert_false(labels[2].is_placed);
  g_assert_true(labels[3].is_placed);
  g_assert_false(overlap(&labels[0], &labels[3]));
}

/* Any number of labels, in any order. */
static void
test_crowd(void)
{
  g_autoptr(GRand) rand = tr_test_rand_new();
  guint n_placed = 0;

  for (int round = 0; round < N_ROUNDS; round++) {
    TrammelPlacedLabel labels[N_LABELS];
    for (int i = 0; i < N_LABELS; i++)
      labels[i] = (TrammelPlacedLabel){
          .anchor = {g_rand_double_range(rand, 200, 400), g_rand_double_range(rand, 100, 300)},
          .width = g_rand_double_range(rand, 20, 90),
          .height = 16,
          .rise = i % 2 ? 22 : -22};
    trammel_labels_place(labels, N_LABELS, WIDTH, HEIGHT);
    for (int i = 0; i < N_LABELS; i++) {
      n_placed += labels[i].is_placed;
      for (int k = 0; k < i; k++)
        g_assert_false(labels[i].is_placed && labels[k].is_placed &&
                       overlap(&labels[i], &labels[k]));
    }
  }
  /* most of them are placed */
  g_assert_cmpuint(n_placed, >, N_ROUNDS * N_LABELS * 3 / 4);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/ui/scene/label-placer/alone", test_alone);
  g_test_add_func("/ui/scene/label-placer/pair", test_pair);
  g_test_add_func("/ui/scene/label-placer/border", test_border);
  g_test_add_func("/ui/scene/label-placer/crowd", test_crowd);
  return g_test_run();
}
