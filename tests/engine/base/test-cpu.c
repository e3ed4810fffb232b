/* The choice of an instruction set, and the width that its kernels were compiled for. */
#include "engine/base/cpu.h"

#include "support/check.h"

static void
test_lanes(void)
{
  static const int expected[TR_N_CPUS] = {2, 4, 8};

  for (TrCpu c = 0; c < TR_N_CPUS; c++)
    if (tr_cpu_lanes(c) != 0 || c == TR_CPU_BASE)
      g_assert_cmpint(tr_cpu_lanes(c), ==, expected[c]);
#ifdef __x86_64__
  g_assert_cmpint(tr_cpu_lanes(TR_CPU_AVX512), ==, 8);
#endif
}

static void
test_environment(void)
{
  TrCpu best;

  g_unsetenv("TRAMMEL_ISA");
  best = tr_cpu();
  g_test_message("this machine: %s", tr_cpu_name(best));
  for (TrCpu c = 0; c < TR_N_CPUS; c++) {
    g_setenv("TRAMMEL_ISA", tr_cpu_name(c), TRUE);
    g_assert_cmpint(tr_cpu(), ==, MIN(c, best));
  }
  g_setenv("TRAMMEL_ISA", "z80", TRUE);
  g_assert_cmpint(tr_cpu(), ==, best);
  g_unsetenv("TRAMMEL_ISA");
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cpu/lanes", test_lanes);
  g_test_add_func("/cpu/environment", test_environment);
  return g_test_run();
}
