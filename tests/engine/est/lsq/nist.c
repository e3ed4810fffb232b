#include "engine/est/lsq/nist.h"

#include <glib.h>
#include <math.h>

#include "support/check.h"

static double complex
bennett5(const double complex *b, const double *x)
{
  return b[0] * cpow(b[1] + x[0], -1 / b[2]);
}

/* BoxBOD and Misra1a. */
static double complex
saturation(const double complex *b, const double *x)
{
  return b[0] * (1 - cexp(-b[1] * x[0]));
}

static double complex
chwirut(const double complex *b, const double *x)
{
  return cexp(-b[0] * x[0]) / (b[1] + b[2] * x[0]);
}

static double complex
danwood(const double complex *b, const double *x)
{
  return b[0] * cpow(x[0], b[1]);
}

static double complex
enso(const double complex *b, const double *x)
{
  double t = 2 * G_PI * x[0];

  return b[0] + b[1] * cos(t / 12) + b[2] * sin(t / 12) + b[4] * ccos(t / b[3]) +
         b[5] * csin(t / b[3]) + b[7] * ccos(t / b[6]) + b[8] * csin(t / b[6]);
}

static double complex
bell(double complex center, double complex width, double x)
{
  double complex distance = (x - center) / width;

  return cexp(-distance * distance);
}

static double complex
eckerle4(const double complex *b, const double *x)
{
  return b[0] / b[1] * bell(b[2], sqrt(2) * b[1], x[0]);
}

static double complex
gauss(const double complex *b, const double *x)
{
  return b[0] * cexp(-b[1] * x[0]) + b[2] * bell(b[3], b[4], x[0]) + b[5] * bell(b[6], b[7], x[0]);
}

/* Polynomial of n terms. */
static double complex
polynomial(const double complex *c, int n, double x)
{
  double complex sum = 0;

  while (n-- > 0)
    sum = sum * x + c[n];
  return sum;
}

/* Hahn1 and Thurber. */
static double complex
cubic_ratio(const double complex *b, const double *x)
{
  return polynomial(b, 4, x[0]) / (1 + x[0] * polynomial(b + 4, 3, x[0]));
}

static double complex
kirby2(const double complex *b, const double *x)
{
  return polynomial(b, 3, x[0]) / (1 + x[0] * polynomial(b + 3, 2, x[0]));
}

static double complex
lanczos(const double complex *b, const double *x)
{
  double complex sum = 0;

  for (int i = 0; i < 6; i += 2)
    sum += b[i] * cexp(-b[i + 1] * x[0]);
  return sum;
}

static double complex
mgh09(const double complex *b, const double *x)
{
  return b[0] * (x[0] * x[0] + b[1] * x[0]) / (x[0] * x[0] + b[2] * x[0] + b[3]);
}

static double complex
mgh10(const double complex *b, const double *x)
{
  return b[0] * cexp(b[1] / (x[0] + b[2]));
}

static double complex
mgh17(const double complex *b, const double *x)
{
  return b[0] + b[1] * cexp(-x[0] * b[3]) + b[2] * cexp(-x[0] * b[4]);
}

static double complex
misra1b(const double complex *b, const double *x)
{
  double complex denominator = 1 + b[1] * x[0] / 2;

  return b[0] * (1 - 1 / (denominator * denominator));
}

static double complex
misra1c(const double complex *b, const double *x)
{
  return b[0] * (1 - 1 / csqrt(1 + 2 * b[1] * x[0]));
}

static double complex
misra1d(const double complex *b, const double *x)
{
  return b[0] * b[1] * x[0] / (1 + b[1] * x[0]);
}

/* Of the logarithm. */
static double complex
nelson(const double complex *b, const double *x)
{
  return b[0] - b[1] * x[0] * cexp(-b[2] * x[1]);
}

static double complex
rat42(const double complex *b, const double *x)
{
  return b[0] / (1 + cexp(b[1] - b[2] * x[0]));
}

static double complex
rat43(const double complex *b, const double *x)
{
  return b[0] * cpow(1 + cexp(b[1] - b[2] * x[0]), -1 / b[3]);
}

static double complex
roszman1(const double complex *b, const double *x)
{
  return b[0] - b[1] * x[0] - catan(b[2] / (x[0] - b[3])) / G_PI;
}

const TrNistModel tr_nist_models[] = {
    {"Misra1a", "lower", 2, saturation},   {"Misra1b", "lower", 2, misra1b},
    {"Chwirut2", "lower", 3, chwirut},     {"DanWood", "lower", 2, danwood},
    {"Lanczos3", "lower", 6, lanczos},     {"Gauss1", "lower", 8, gauss},
    {"Gauss2", "lower", 8, gauss},         {"Misra1c", "average", 2, misra1c},
    {"Misra1d", "average", 2, misra1d},    {"Kirby2", "average", 5, kirby2},
    {"Hahn1", "average", 7, cubic_ratio},  {"Nelson", "average", 3, nelson},
    {"MGH17", "average", 5, mgh17},        {"Lanczos1", "average", 6, lanczos},
    {"Lanczos2", "average", 6, lanczos},   {"Roszman1", "average", 4, roszman1},
    {"ENSO", "average", 9, enso},          {"MGH09", "higher", 4, mgh09},
    {"Thurber", "higher", 7, cubic_ratio}, {"BoxBOD", "higher", 2, saturation},
    {"Rat42", "higher", 3, rat42},         {"MGH10", "higher", 3, mgh10},
    {"Eckerle4", "higher", 3, eckerle4},   {"Rat43", "higher", 4, rat43},
    {"Bennett5", "higher", 3, bennett5},
};
const int tr_n_nist_models = G_N_ELEMENTS(tr_nist_models);

/* Destination of the numbers after a word: one after the other, `stride` apart. */
typedef struct Field {
  const char *word;
  double *to;
  int stride, room, n;
} Field;

static void
take_line(Field *fields, size_t n_fields, const char *line)
{
  g_auto(GStrv) words = g_strsplit_set(line, " \t", -1);

  for (size_t f = 0; f < n_fields; f++) {
    if (!g_str_equal(words[0], fields[f].word))
      continue;
    for (int i = 1; words[i]; i++) {
      if (!*words[i])
        continue;
      g_assert_cmpint(fields[f].n, <, fields[f].room);
      fields[f].to[fields[f].stride * fields[f].n++] = g_ascii_strtod(words[i], NULL);
    }
    return;
  }
  g_error("unknown word in '%s'", line);
}

void
tr_nist_read(TrNistData *data, const TrNistModel *model)
{
  g_autofree char *name = g_strdup_printf("nist/%s.txt", model->name);
  g_autofree char *path = tr_data_path(name), *text = NULL;
  enum { N_FIELDS = 8, X = 5, X2, Y };
  Field fields[N_FIELDS] = {{"start1", data->start[0], 1, model->n, 0},
                            {"start2", data->start[1], 1, model->n, 0},
                            {"certified", data->certified, 1, model->n, 0},
                            {"deviation", data->deviation, 1, model->n, 0},
                            {"rss", &data->rss, 1, 1, 0},
                            {"x", &data->x[0][0], 2, TR_NIST_MAX_POINTS, 0},
                            {"x2", &data->x[0][1], 2, TR_NIST_MAX_POINTS, 0},
                            {"y", data->y, 1, TR_NIST_MAX_POINTS, 0}};

  data->model = model;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (int i = 0; lines[i]; i++)
    if (*lines[i] && *lines[i] != '#')
      take_line(fields, N_FIELDS, lines[i]);
  for (int f = 0; f < X; f++)
    g_assert_cmpint(fields[f].n, ==, fields[f].room);
  data->n_points = fields[Y].n;
  /* x is 1, 2, ... where it is not stated */
  for (int i = 0; fields[X].n == 0 && i < data->n_points; i++)
    data->x[i][0] = i + 1;
  g_assert_true(fields[X].n == 0 || fields[X].n == data->n_points);
  for (int i = 0; model->value == nelson && i < data->n_points; i++)
    data->y[i] = log(data->y[i]);
}

void
tr_nist_residual(double complex *r, const double complex *b, const void *user)
{
  const TrNistData *data = user;

  for (int i = 0; i < data->n_points; i++)
    r[i] = data->model->value(b, data->x[i]) - data->y[i];
}
