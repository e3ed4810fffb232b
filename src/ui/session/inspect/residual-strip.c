#include "ui/session/inspect/residual-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#define FULL_LEVEL 4.0 /* [sigma] */

static double
get_edge(const TrammelResidualStrip *strip, guint bin)
{
  return strip->start + (strip->end - strip->start) * bin / TRAMMEL_STRIP_BINS;
}

guint
trammel_residual_strip_find(const TrammelResidualStrip *strip, double t)
{
  double at = (t - strip->start) / (strip->end - strip->start) * TRAMMEL_STRIP_BINS;

  return (guint)CLAMP(at, 0.0, TRAMMEL_STRIP_BINS - 1.0);
}

static void
add_sensor(const TrammelResidualStrip *strip, const TrSensorFit *fit, double *squares, guint *n)
{
  for (int i = 0; i < fit->n_residuals; i++) {
    if (!(fit->t[i] >= strip->start && fit->t[i] <= strip->end) || !isfinite(fit->scaled[i]))
      continue;
    guint bin = trammel_residual_strip_find(strip, fit->t[i]);
    squares[bin] += fit->scaled[i] * fit->scaled[i];
    n[bin]++;
  }
}

TrammelResidualStrip *
trammel_residual_strip_new(const TrLogFit *log, double start, double end)
{
  TrammelResidualStrip *strip = g_new0(TrammelResidualStrip, 1);
  double squares[TRAMMEL_STRIP_BINS] = {0}, sum = 0;
  guint n[TRAMMEL_STRIP_BINS] = {0}, n_all = 0;

  g_assert(end > start);
  strip->start = start;
  strip->end = end;
  for (int s = 0; s < log->n_sensors; s++)
    add_sensor(strip, &log->sensors[s], squares, n);
  for (guint i = 0; i < TRAMMEL_STRIP_BINS; i++) {
    strip->rms[i] = n[i] ? sqrt(squares[i] / n[i]) : NAN;
    sum += squares[i];
    n_all += n[i];
    if (n[i] && !(strip->rms[i] <= strip->rms[strip->worst]))
      strip->worst = i;
  }
  strip->total = n_all ? sqrt(sum / n_all) : NAN;
  return strip;
}

double
trammel_residual_strip_get_level(const TrammelResidualStrip *strip, guint bin)
{
  double rms = strip->rms[bin];

  return isnan(rms) ? 0 : CLAMP((rms - 1) / (FULL_LEVEL - 1), 0, 1);
}

/* Returns "3.20 to 3.25 s". */
static char *
describe_span(const TrammelResidualStrip *strip, guint bin)
{
  double width = (strip->end - strip->start) / TRAMMEL_STRIP_BINS;
  int digits = (int)CLAMP(ceil(-log10(width)), 0, 6);

  return g_strdup_printf(_("%.*f to %.*f s"), digits, get_edge(strip, bin), digits,
                         get_edge(strip, bin + 1));
}

char *
trammel_residual_strip_describe_bin(const TrammelResidualStrip *strip, guint bin)
{
  g_autofree char *span = describe_span(strip, bin);

  if (isnan(strip->rms[bin]))
    return g_strdup_printf(_("%s: no sample"), span);
  return g_strdup_printf(_("%s: residuals of %.2g σ (rms of all sensors)"), span, strip->rms[bin]);
}

char *
trammel_residual_strip_describe(const TrammelResidualStrip *strip)
{
  g_autofree char *span = describe_span(strip, strip->worst);

  if (isnan(strip->total))
    return g_strdup(_("The run has no residuals of this log."));
  return g_strdup_printf(_("Residuals of all sensors: %.2g σ rms; the worst part is from %s with "
                           "%.2g σ."),
                         strip->total, span, strip->rms[strip->worst]);
}
