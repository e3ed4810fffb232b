/* Seed of the random numbers of tests. */
#pragma once

#include <glib.h>

/* Environment variable with the seed, a whole number. */
#define TR_TEST_SEED_VARIABLE "TRAMMEL_TEST_SEED"

/* Seed without that variable. */
enum { TR_TEST_SEED = 1 };

/* Start of a test program with random input: g_test_init() with the seed of $TRAMMEL_TEST_SEED, or
 * TR_TEST_SEED.  g_test_rand_int() and its relatives begin with it again in each test case.  The
 * seed is printed at the start, and again on stderr when an assertion fails.  A --seed of the
 * command line has precedence. */
void tr_test_init(int *argc, char ***argv);

/* Generator of random numbers of its own, e.g. for a thread, seeded by g_test_rand_int(); free with
 * g_rand_free(). */
GRand *tr_test_rand_new(void);
