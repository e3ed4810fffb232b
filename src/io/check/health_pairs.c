/* Data health of a position and its rate: unit, sign and delay. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/check/health_private.h"

/* Correlation above which the two belong together. */
#define LEAST_CORRELATION 0.9

/* Factors within which a declared unit agrees with the measured ratio, and within which a unit is
 * named. */
#define AGREEMENT 1.12
#define MATCH     1.04

/* Longest delay that is tried [s], and the least share of the misfit that it must remove. */
#define MAX_DELAY      0.25
#define DELAY_DECREASE 0.33

typedef struct {
  double factor;
  const char *position, *rate;
} UnitPair;

static const UnitPair angles[] = {
    {1, "rad", "rad/s"},      {2 * G_PI / 360, "deg", "deg/s"}, {2 * G_PI, "rev", "rev/s"},
    {1e-3, "mrad", "mrad/s"}, {2 * G_PI / 60, NULL, "rpm"},
};

static const UnitPair lengths[] = {
    {1, "m", "m/s"},
    {1e-3, "mm", "mm/s"},
    {1e-2, "cm", "cm/s"},
    {1e-6, "um", NULL},
};

static gboolean
agree(double a, double b, double within)
{
  return fabs(log(a / b)) < log(within);
}

/* Removes the first of `words` from a name, with the separator that joins it to the rest. */
static char *
strip_word(const char *name, const char *const *words)
{
  for (guint i = 0; words[i]; i++) {
    const char *at = strstr(name, words[i]);
    if (at) {
      GString *rest = g_string_new_len(name, at - name);
      g_string_append(rest, at + strlen(words[i]));
      return g_string_free(rest, FALSE);
    }
  }
  return NULL;
}

static char *
squeeze_name(const char *name)
{
  char *lower = g_utf8_strdown(name, -1), *to = lower;

  for (const char *from = lower; *from; from++)
    if (!strchr(" _-/.", *from))
      *to++ = *from;
  *to = '\0';
  return lower;
}

gboolean
trammel_name_is_rate_of(const char *rate, const char *position)
{
  static const char *const rate_words[] = {"velocity", "veloc", "speed", "omega",
                                           "rate",     "vel",   "dot",   NULL};
  static const char *const position_words[] = {"position", "angle", "theta", "pos", "phi", NULL};
  g_autofree char *r = squeeze_name(rate), *p = squeeze_name(position);
  g_autofree char *r_rest = strip_word(r, rate_words);
  g_autofree char *p_rest = strip_word(p, position_words);

  if (*p && *r && strchr("dvw", *r) && g_str_equal(r + 1, p))
    return TRUE;
  if (!r_rest)
    return FALSE;
  return (*p && g_str_equal(r_rest, p)) || (p_rest && g_str_equal(r_rest, p_rest));
}

static const UnitPair *
get_units(const TrammelSamples *position, guint *n)
{
  gboolean length = position->dimension == TRAMMEL_DIMENSION_LENGTH;

  *n = length ? G_N_ELEMENTS(lengths) : G_N_ELEMENTS(angles);
  return length ? lengths : angles;
}

/* Returns the name of a unit of the position (or rate) with nearly this factor to SI, or NULL. */
static const char *
name_unit(const TrammelSamples *position, double factor, gboolean of_rate)
{
  guint n;
  const UnitPair *units = get_units(position, &n);

  for (guint i = 0; i < n; i++) {
    const char *name = of_rate ? units[i].rate : units[i].position;
    if (name && agree(units[i].factor, factor, MATCH))
      return name;
  }
  return NULL;
}

static void
propose_unit(GArray *findings, const TrammelSamples *position, const char *unit)
{
  if (position->path)
    trammel_findings_fix_word(findings, unit, "%s.unit", position->path);
}

/* Checks the position's unit against the declared unit of the rate. */
static void
check_declared_rate(GArray *findings,
                    const TrammelSamples *position,
                    const TrammelSamples *rate,
                    double slope)
{
  double found = rate->factor * slope;
  const char *unit = name_unit(position, found, FALSE);

  if (agree(found, position->factor, AGREEMENT))
    return;
  if (unit) {
    trammel_findings_add(
        findings, &position->place, "warning", "unit-suspicion",
        N_("'%s' is %.4g times the derivative of '%s', so '%s' seems to be in %s%s; give its unit, "
           "or correct that of '%s'."),
        rate->place.column, slope, position->place.column, position->place.column, unit,
        position->has_unit ? TRAMMEL_WORD(", not in the unit that is declared") : "",
        rate->place.column);
    propose_unit(findings, position, unit);
  } else {
    trammel_findings_add(findings, &position->place, "info", "scale-suspicion",
                         N_("'%s' is %.4g times the derivative of '%s' after conversion to SI "
                            "units; unless there is a gear between them, check units and scale."),
                         rate->place.column, found / position->factor, position->place.column);
  }
}

/* Checks a rate without a unit: SI or the unit of the position is expected. */
static void
check_bare_rate(GArray *findings,
                const TrammelSamples *position,
                const TrammelSamples *rate,
                double slope)
{
  const char *rate_unit = name_unit(position, position->factor / slope, TRUE);
  const char *unit = name_unit(position, slope, FALSE);

  if (agree(slope, position->factor, AGREEMENT) || agree(slope, 1, AGREEMENT))
    return;
  if (rate_unit) {
    trammel_findings_add(findings, &position->place, "info", "unit-suspicion",
                         N_("'%s' is %.4g times the derivative of '%s': it seems to be in %s; if "
                            "it is not, the unit of '%s' is wrong."),
                         rate->place.column, slope, position->place.column, rate_unit,
                         position->place.column);
    return;
  }
  if (!unit)
    unit = name_unit(position, slope * 2 * G_PI / 360, FALSE);
  if (!unit)
    return;
  trammel_findings_add(findings, &position->place, "warning", "unit-suspicion",
                       N_("'%s' is %.4g times the derivative of '%s': one of them seems to be in "
                          "another unit than is declared; if it is '%s', its unit is %s."),
                       rate->place.column, slope, position->place.column, position->place.column,
                       unit);
  propose_unit(findings, position, unit);
}

static void
check_delay(GArray *findings,
            const TrammelSamples *position,
            const TrammelSamples *rate,
            const TrRatePair *pair)
{
  double misfit = 1 - pair->correlation * pair->correlation;
  double misfit_0 = 1 - pair->correlation_0 * pair->correlation_0;
  const TrammelSamples *late = pair->delay > 0 ? rate : position;
  const TrammelSamples *early = pair->delay > 0 ? position : rate;

  if (fabs(pair->delay) < 0.6 * pair->step || misfit > (1 - DELAY_DECREASE) * misfit_0)
    return;
  trammel_findings_add(
      findings, &late->place, "info", "delay-suspicion",
      N_("'%s' lags %.3g ms behind '%s'; give it this delay if it was recorded late."),
      late->place.column, 1e3 * fabs(pair->delay), early->place.column);
  if (late->path)
    trammel_findings_fix_number(findings, trammel_round_digits(fabs(pair->delay), 3), "%s.delay",
                                late->path);
}

void
trammel_health_check_pair(GArray *findings,
                          const TrammelSamples *position,
                          const TrammelSamples *rate,
                          gboolean with_delay)
{
  TrRatePair pair;

  if (!tr_rate_pair(&pair, (TrSeries){position->t, position->y, position->n},
                    (TrSeries){rate->t, rate->y, rate->n}, MAX_DELAY) ||
      fabs(pair.correlation) < LEAST_CORRELATION)
    return;
  if (rate->has_unit)
    check_declared_rate(findings, position, rate, fabs(pair.factor));
  else
    check_bare_rate(findings, position, rate, fabs(pair.factor));
  if (pair.correlation < 0 && pair.correlation_0 < 0) {
    trammel_findings_add(findings, &position->place, "warning", "sign-suspicion",
                         N_("'%s' has the opposite sign of the derivative of '%s' (correlation "
                            "%.3f): one of them is reversed; if it is '%s', change its sign."),
                         rate->place.column, position->place.column, pair.correlation,
                         position->place.column);
    if (position->path)
      trammel_findings_fix_number(findings, -position->sign, "%s.sign", position->path);
  }
  if (with_delay)
    check_delay(findings, position, rate, &pair);
}
