/* Tests of io/base/sha256.h against GLib's. */
#include "io/base/sha256.h"

static void
check(const guint8 *data, gsize length, gsize step)
{
  g_autofree char *wanted = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, length);
  g_autoptr(TrammelSha256) hash = trammel_sha256_new();

  for (gsize i = 0; i < length; i += step)
    trammel_sha256_update(hash, data + i, MIN(step, length - i));
  g_assert_cmpstr(trammel_sha256_get_string(hash), ==, wanted);
  g_assert_cmpstr(trammel_sha256_get_string(hash), ==, wanted);
}

static void
test_known(void)
{
  g_autoptr(TrammelSha256) hash = trammel_sha256_new(), none = trammel_sha256_new();

  trammel_sha256_update(hash, "abc", 3);
  g_assert_cmpstr(trammel_sha256_get_string(hash), ==,
                  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  g_assert_cmpstr(trammel_sha256_get_string(none), ==,
                  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

/* every length up to some blocks, in pieces of every kind */
static void
test_lengths(void)
{
  static const gsize steps[] = {1, 3, 55, 56, 63, 64, 65, 128, 1000};
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  guint8 data[300];

  for (gsize i = 0; i < sizeof data; i++)
    data[i] = (guint8)g_rand_int(random);
  for (gsize length = 0; length <= sizeof data; length++)
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
      check(data, length, steps[i]);
}

static void
test_large(void)
{
  enum { N = 3000001 };
  g_autofree guint8 *data = g_malloc(N);

  for (gsize i = 0; i < N; i++)
    data[i] = (guint8)(i * 37 + i / 251);
  check(data, N, 1024 * 1024);
  check(data, N, 4093);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/sha256/known", test_known);
  g_test_add_func("/io/sha256/lengths", test_lengths);
  g_test_add_func("/io/sha256/large", test_large);
  return g_test_run();
}
