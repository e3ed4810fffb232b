/* Random numbers, the same on all machines: Vigna's splitmix64, a counter with a mixed output, so
 * that all seeds are equally good. */
#pragma once

#include <math.h>
#include <stdint.h>

/* State of a stream. */
typedef struct TrRandom {
  uint64_t state;
} TrRandom;

/* Returns the i-th stream of a seed. */
static inline TrRandom
tr_random_stream(uint64_t seed, uint64_t i)
{
  return (TrRandom){seed * 0xd1342543de82ef95u + i * 0x2545f4914f6cdd1du};
}

/* Uniform between 0 and 1, both excluded. */
static inline double
tr_random_uniform(TrRandom *random)
{
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

/* Normal with mean 0 and standard deviation 1, by Box and Muller. */
static inline double
tr_random_normal(TrRandom *random)
{
  double u = tr_random_uniform(random), v = tr_random_uniform(random);

  return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}
