#include "engine/est/lsq/mgh.h"

#include <glib.h>
#include <math.h>

static void
rosenbrock(double complex *r, const double complex *x, const void *user)
{
  r[0] = 10 * (x[1] - x[0] * x[0]);
  r[1] = 1 - x[0];
}

static void
freudenstein_roth(double complex *r, const double complex *x, const void *user)
{
  r[0] = -13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1];
  r[1] = -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1];
}

static void
powell_badly_scaled(double complex *r, const double complex *x, const void *user)
{
  r[0] = 1e4 * x[0] * x[1] - 1;
  r[1] = cexp(-x[0]) + cexp(-x[1]) - 1.0001;
}

static void
brown_badly_scaled(double complex *r, const double complex *x, const void *user)
{
  r[0] = x[0] - 1e6;
  r[1] = x[1] - 2e-6;
  r[2] = x[0] * x[1] - 2;
}

static void
beale(double complex *r, const double complex *x, const void *user)
{
  static const double y[3] = {1.5, 2.25, 2.625};
  double complex power = 1;

  for (int i = 0; i < 3; i++) {
    power *= x[1];
    r[i] = y[i] - x[0] * (1 - power);
  }
}

static void
jennrich_sampson(double complex *r, const double complex *x, const void *user)
{
  for (int i = 1; i <= 10; i++)
    r[i - 1] = 2 + 2 * i - (cexp(i * x[0]) + cexp(i * x[1]));
}

static void
helical_valley(double complex *r, const double complex *x, const void *user)
{
  double complex angle = catan(x[1] / x[0]) / (2 * G_PI) + (creal(x[0]) < 0 ? 0.5 : 0);

  r[0] = 10 * (x[2] - 10 * angle);
  r[1] = 10 * (csqrt(x[0] * x[0] + x[1] * x[1]) - 1);
  r[2] = x[2];
}

static void
bard(double complex *r, const double complex *x, const void *user)
{
  static const double y[15] = {0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39,
                               0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39};

  for (int i = 0; i < 15; i++) {
    double u = i + 1, v = 15 - i;

    r[i] = y[i] - (x[0] + u / (v * x[1] + fmin(u, v) * x[2]));
  }
}

static void
gaussian(double complex *r, const double complex *x, const void *user)
{
  static const double y[15] = {0.0009, 0.0044, 0.0175, 0.0540, 0.1295, 0.2420, 0.3521, 0.3989,
                               0.3521, 0.2420, 0.1295, 0.0540, 0.0175, 0.0044, 0.0009};

  for (int i = 0; i < 15; i++) {
    double complex distance = (7 - i) / 2.0 - x[2];

    r[i] = x[0] * cexp(-x[1] * distance * distance / 2) - y[i];
  }
}

static void
meyer(double complex *r, const double complex *x, const void *user)
{
  static const double y[16] = {34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744,
                               8261,  7030,  6005,  5147,  4427,  3820,  3307,  2872};

  for (int i = 0; i < 16; i++)
    r[i] = x[0] * cexp(x[1] / (50 + 5 * i + x[2])) - y[i];
}

static void
gulf(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;

  for (int i = 0; i < problem->m; i++) {
    double t = (i + 1) / 100.0;
    double complex distance = 25 + pow(-50 * log(t), 2.0 / 3) - x[1];

    r[i] = cexp(-cpow(creal(distance) < 0 ? -distance : distance, x[2]) / x[0]) - t;
  }
}

static void
box(double complex *r, const double complex *x, const void *user)
{
  for (int i = 0; i < 10; i++) {
    double t = 0.1 * (i + 1);

    r[i] = cexp(-t * x[0]) - cexp(-t * x[1]) - x[2] * (exp(-t) - exp(-10 * t));
  }
}

static void
powell_singular(double complex *r, const double complex *x, const void *user)
{
  r[0] = x[0] + 10 * x[1];
  r[1] = sqrt(5) * (x[2] - x[3]);
  r[2] = (x[1] - 2 * x[2]) * (x[1] - 2 * x[2]);
  r[3] = sqrt(10) * (x[0] - x[3]) * (x[0] - x[3]);
}

static void
wood(double complex *r, const double complex *x, const void *user)
{
  r[0] = 10 * (x[1] - x[0] * x[0]);
  r[1] = 1 - x[0];
  r[2] = sqrt(90) * (x[3] - x[2] * x[2]);
  r[3] = 1 - x[2];
  r[4] = sqrt(10) * (x[1] + x[3] - 2);
  r[5] = (x[1] - x[3]) / sqrt(10);
}

static void
kowalik_osborne(double complex *r, const double complex *x, const void *user)
{
  static const double y[11] = {0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627,
                               0.0456, 0.0342, 0.0323, 0.0235, 0.0246};
  static const double u[11] = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};

  for (int i = 0; i < 11; i++)
    r[i] = y[i] - x[0] * (u[i] * u[i] + u[i] * x[1]) / (u[i] * u[i] + u[i] * x[2] + x[3]);
}

static void
brown_dennis(double complex *r, const double complex *x, const void *user)
{
  for (int i = 0; i < 20; i++) {
    double t = (i + 1) / 5.0;
    double complex a = x[0] + t * x[1] - exp(t), b = x[2] + x[3] * sin(t) - cos(t);

    r[i] = a * a + b * b;
  }
}

static void
osborne_1(double complex *r, const double complex *x, const void *user)
{
  static const double y[33] = {0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.850, 0.818,
                               0.784, 0.751, 0.718, 0.685, 0.658, 0.628, 0.603, 0.580, 0.558,
                               0.538, 0.522, 0.506, 0.490, 0.478, 0.467, 0.457, 0.448, 0.438,
                               0.431, 0.424, 0.420, 0.414, 0.411, 0.406};

  for (int i = 0; i < 33; i++)
    r[i] = y[i] - (x[0] + x[1] * cexp(-10 * i * x[3]) + x[2] * cexp(-10 * i * x[4]));
}

static void
biggs(double complex *r, const double complex *x, const void *user)
{
  for (int i = 0; i < 13; i++) {
    double t = 0.1 * (i + 1);

    r[i] = x[2] * cexp(-t * x[0]) - x[3] * cexp(-t * x[1]) + x[5] * cexp(-t * x[4]) -
           (exp(-t) - 5 * exp(-10 * t) + 3 * exp(-4 * t));
  }
}

static void
osborne_2(double complex *r, const double complex *x, const void *user)
{
  static const double y[65] = {
      1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608,
      0.655, 0.616, 0.606, 0.602, 0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661,
      0.612, 0.558, 0.533, 0.495, 0.500, 0.423, 0.395, 0.375, 0.372, 0.391, 0.396, 0.405, 0.428,
      0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591, 0.559,
      0.597, 0.625, 0.739, 0.710, 0.729, 0.720, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054};

  for (int i = 0; i < 65; i++) {
    double t = i / 10.0;

    r[i] = y[i] - x[0] * cexp(-t * x[4]);
    for (int k = 1; k < 4; k++)
      r[i] -= x[k] * cexp(-(t - x[7 + k]) * (t - x[7 + k]) * x[4 + k]);
  }
}

static void
watson(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;

  for (int i = 0; i < 29; i++) {
    double t = (i + 1) / 29.0;
    double complex slope = 0, value = 0;

    for (int j = problem->n - 1; j >= 0; j--) {
      slope = j > 0 ? slope * t + j * x[j] : slope;
      value = value * t + x[j];
    }
    r[i] = slope - value * value - 1;
  }
  r[29] = x[0];
  r[30] = x[1] - x[0] * x[0] - 1;
}

static void
variably_dimensioned(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;
  double complex sum = 0;

  for (int j = 0; j < problem->n; j++) {
    r[j] = x[j] - 1;
    sum += (j + 1) * r[j];
  }
  r[problem->n] = sum;
  r[problem->n + 1] = sum * sum;
}

static void
trigonometric(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;
  double complex sum = problem->n;

  for (int j = 0; j < problem->n; j++)
    sum -= ccos(x[j]);
  for (int i = 0; i < problem->n; i++)
    r[i] = sum + (i + 1) * (1 - ccos(x[i])) - csin(x[i]);
}

static void
brown_almost_linear(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;
  int n = problem->n;
  double complex sum = -(n + 1), product = 1;

  for (int j = 0; j < n; j++) {
    sum += x[j];
    product *= x[j];
  }
  for (int i = 0; i + 1 < n; i++)
    r[i] = x[i] + sum;
  r[n - 1] = product - 1;
}

static void
broyden_tridiagonal(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;

  for (int i = 0; i < problem->n; i++) {
    r[i] = (3 - 2 * x[i]) * x[i] + 1;
    if (i > 0)
      r[i] -= x[i - 1];
    if (i + 1 < problem->n)
      r[i] -= 2 * x[i + 1];
  }
}

static void
linear_full_rank(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;
  double complex sum = 0;

  for (int j = 0; j < problem->n; j++)
    sum += x[j];
  for (int i = 0; i < problem->m; i++)
    r[i] = (i < problem->n ? x[i] : 0) - 2 * sum / problem->m - 1;
}

static void
linear_rank_one(double complex *r, const double complex *x, const void *user)
{
  const TrMghProblem *problem = user;
  double complex sum = 0;

  for (int j = 0; j < problem->n; j++)
    sum += (j + 1) * x[j];
  for (int i = 0; i < problem->m; i++)
    r[i] = (i + 1) * sum - 1;
}

#define TENTHS 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1
#define TENTH  0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1
#define HALVES 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5
#define ONES   1, 1, 1, 1, 1, 1, 1, 1, 1, 1
#define MINUS  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1

const TrMghProblem tr_mgh_problems[] = {
    {1, "Rosenbrock", 2, 2, rosenbrock, {-1.2, 1}, {0, -1}, {1, 1}},
    {2, "Freudenstein and Roth", 2, 2, freudenstein_roth, {0.5, -2}, {0, 48.9842}, {5, 4}},
    {3, "Powell badly scaled", 2, 2, powell_badly_scaled, {0, 1}, {0, -1}, {0}},
    {4, "Brown badly scaled", 3, 2, brown_badly_scaled, {1, 1}, {0, -1}, {1e6, 2e-6}},
    {5, "Beale", 3, 2, beale, {1, 1}, {0, -1}, {3, 0.5}},
    {6, "Jennrich and Sampson", 10, 2, jennrich_sampson, {0.3, 0.4}, {124.362, -1}, {0}},
    {7, "Helical valley", 3, 3, helical_valley, {-1, 0, 0}, {0, -1}, {1, 0, 0}},
    {8, "Bard", 15, 3, bard, {1, 1, 1}, {8.21487e-3, 17.4286}, {0}},
    {9, "Gaussian", 15, 3, gaussian, {0.4, 1, 0}, {1.12793e-8, -1}, {0}},
    {10, "Meyer", 16, 3, meyer, {0.02, 4000, 250}, {87.9458, -1}, {0}},
    {11, "Gulf research", 99, 3, gulf, {5, 2.5, 0.15}, {0, -1}, {50, 25, 1.5}},
    {12, "Box, three unknowns", 10, 3, box, {0, 10, 20}, {0, -1}, {1, 10, 1}},
    {13, "Powell singular", 4, 4, powell_singular, {3, -1, 0, 1}, {0, -1}, {0}},
    {14, "Wood", 6, 4, wood, {-3, -1, -3, -1}, {0, -1}, {1, 1, 1, 1}},
    {15,
     "Kowalik and Osborne",
     11,
     4,
     kowalik_osborne,
     {0.25, 0.39, 0.415, 0.39},
     {3.07505e-4, 1.02734e-3},
     {0}},
    {16, "Brown and Dennis", 20, 4, brown_dennis, {25, 5, -5, -1}, {85822.2, -1}, {0}},
    {17, "Osborne 1", 33, 5, osborne_1, {0.5, 1.5, -1, 0.01, 0.02}, {5.46489e-5, -1}, {0}},
    {18, "Biggs, six unknowns", 13, 6, biggs, {1, 2, 1, 1, 1, 1}, {0, 5.65565e-3}, {0}},
    {19,
     "Osborne 2",
     65,
     11,
     osborne_2,
     {1.3, 0.65, 0.65, 0.7, 0.6, 3, 5, 7, 2, 4.5, 5.5},
     {4.01377e-2, -1},
     {0}},
    {20, "Watson, 6 unknowns", 31, 6, watson, {0}, {2.28767e-3, -1}, {0}},
    {20, "Watson, 9 unknowns", 31, 9, watson, {0}, {1.39976e-6, -1}, {0}},
    {20, "Watson, 12 unknowns", 31, 12, watson, {0}, {4.72238e-10, -1}, {0}},
    {25, "Variably dimensioned", 12, 10, variably_dimensioned, {TENTHS, 0}, {0, -1}, {ONES}},
    {26, "Trigonometric", 10, 10, trigonometric, {TENTH}, {0, 2.79506e-5}, {0}},
    {27, "Brown almost linear", 10, 10, brown_almost_linear, {HALVES}, {0, 1}, {0}},
    {30, "Broyden tridiagonal", 10, 10, broyden_tridiagonal, {MINUS}, {0, -1}, {0}},
    {32,
     "Linear, full rank",
     20,
     5,
     linear_full_rank,
     {1, 1, 1, 1, 1},
     {15, -1},
     {-1, -1, -1, -1, -1}},
    {33, "Linear, rank one", 10, 5, linear_rank_one, {1, 1, 1, 1, 1}, {90.0 / 42, -1}, {0}},
};
const int tr_n_mgh_problems = G_N_ELEMENTS(tr_mgh_problems);
