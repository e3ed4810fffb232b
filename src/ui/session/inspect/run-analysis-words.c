#include "ui/session/inspect/run-analysis-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/base/normal.h"
#include "engine/est/diagnose/outliers.h"
#include "engine/est/task/reported.h"
#include "engine/linalg/vec.h"
#include "engine/mbs/model/model.h"
#include "engine/mbs/model/sensor.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"

/* Autocorrelations with a smaller probability are not those of white noise. */
#define NOT_WHITE 1e-3

/* Loadings below this share of the largest one are omitted from texts. */
#define LEAST_LOADING 0.1

double
trammel_run_analysis_band(int n)
{
  return TR_NORMAL_99 / sqrt(n);
}

static const TrSensorFit *
get_sensor(const TrammelRunAnalysis *self, int log, int sensor)
{
  return &self->logs[log].fits[sensor];
}

static char *
name_input(const TrammelRunAnalysis *self, const TrResidualCheck *check)
{
  int motor;

  tr_residuals_following(&motor, check);
  return g_strdup(trammel_run_get_fit(self->run)->model->motors[motor].name);
}

char *
trammel_run_analysis_dup_sensor_summary(const TrammelRunAnalysis *self, int log, int sensor)
{
  const TrammelSensorAnalysis *look = &self->logs[log].sensors[sensor];
  g_autoptr(GString) text = g_string_new(NULL);
  unsigned odd = look->shape.oddities;

  if (look->shape.n == 0)
    return g_strdup(_("No residuals"));
  if (odd & TR_RESIDUALS_COLOURED)
    g_string_append(text, _("Coloured: probably unmodelled friction or delay. "));
  if (odd & TR_RESIDUALS_FOLLOW) {
    g_autofree char *name = name_input(self, &look->check);
    g_string_append_printf(text, _("Follows the input %s: check its delay. "), name);
  }
  if (odd & TR_RESIDUALS_BIASED)
    g_string_append_printf(text, _("Biased: the mean is %+.2f σ. "), look->shape.mean);
  if (odd & TR_RESIDUALS_HEAVY)
    g_string_append(text, look->shape.n_outliers > TR_MANY_OUTLIERS * look->shape.n
                              ? _("Too many large residuals for outliers: the noise changes, or "
                                  "the model lacks something. ")
                              : _("Heavier tails than noise: try a robust loss. "));
  if (odd & TR_RESIDUALS_LARGE)
    g_string_append_printf(text, _("Larger than stated: %.1f σ. "),
                           sqrt(look->check.chi2 / look->shape.n));
  /* negative at the first lags, see est/diagnose/whiteness.h */
  if (text->len == 0 && look->check.whiteness.p_value < NOT_WHITE)
    return g_strdup_printf(
        _("Correlated (|r| up to %.2f), as expected because the motion is estimated too"),
        tr_vec_largest(look->check.whiteness.acf, look->check.whiteness.n_lags));
  if (text->len == 0)
    return g_strdup(_("White"));
  return g_strchomp(g_string_free(g_steal_pointer(&text), FALSE));
}

char *
trammel_run_analysis_dup_lags(const TrWhiteness *whiteness, double band)
{
  GString *text = g_string_new(NULL);

  for (int k = 0; k < whiteness->n_lags; k++)
    if (fabs(whiteness->acf[k]) > band)
      g_string_append_printf(text, text->len ? ", %d" : _("outside: lags %d"), k + 1);
  return g_string_free(text, FALSE);
}

char *
trammel_run_analysis_describe_residuals(const TrammelRunAnalysis *self, int log, int sensor)
{
  const TrSensorFit *fit = get_sensor(self, log, sensor);
  const TrammelSensorAnalysis *look = &self->logs[log].sensors[sensor];
  const TrModel *model = trammel_run_get_fit(self->run)->model;
  double factor;
  const char *unit = trammel_display_unit(tr_sensor_unit(model, fit->sensor), &factor);

  return g_strdup_printf(ngettext("RMS %.3g %s, mean %+.2f σ, %d outlier",
                                  "RMS %.3g %s, mean %+.2f σ, %d outliers",
                                  (gulong)look->shape.n_outliers),
                         fit->rmse * factor, unit, look->shape.mean, look->shape.n_outliers);
}

char *
trammel_run_analysis_dup_direction(const TrammelRunAnalysis *self, int direction)
{
  const TrSpectrum *spectrum = &self->spectrum;
  const double *loading = spectrum->loading + direction * spectrum->n_free;
  double left = tr_vec_largest(loading, spectrum->n_free), least = LEAST_LOADING * left;
  GString *text = g_string_new(NULL);

  /* largest first */
  while (left >= least && left > 0) {
    double next = 0;
    for (int i = 0; i < spectrum->n_free; i++) {
      double size = fabs(loading[i]);
      g_autofree char *label = size == left ? trammel_run_dup_label(self->run, i) : NULL;
      if (label)
        g_string_append_printf(text, "%s%s%.2f %s", text->len ? "\n" : "",
                               loading[i] < 0 ? "−" : "+", size, label);
      else if (size < left)
        next = fmax(next, size);
    }
    left = next;
  }
  return g_string_free(text, FALSE);
}

char *
trammel_run_analysis_describe_direction(const TrammelRunAnalysis *self, int direction)
{
  const TrSpectrum *spectrum = &self->spectrum;
  double s = spectrum->singular[direction];

  if (s == 0)
    return g_strdup(_("No measurement depends on this direction."));
  if (s < spectrum->threshold)
    return g_strdup_printf(_("Not determined: known only to ±%.2g times the typical size."), 1 / s);
  if (s < 10)
    return g_strdup_printf(_("Determined to ±%.0f %% of the typical size."), 100 / s);
  return g_strdup_printf(_("Determined to ±%.2g %% of the typical size."), 100 / s);
}

double
trammel_run_analysis_correlation(const TrFit *fit, int i, int j)
{
  return tr_fit_report_correlation(fit, i, j);
}

/* Returns the parameter not yet placed that is most strongly correlated with the last placed one;
 * the first one if none is placed. */
static int
find_next(const TrFit *fit, const gboolean *placed, int last)
{
  int best = -1;
  double most = -1;

  for (int i = 0; i < fit->n_free; i++) {
    double r = last < 0 ? 0 : fabs(trammel_run_analysis_correlation(fit, last, i));
    if (!placed[i] && (best < 0 || r > most)) {
      best = i;
      most = isnan(r) ? -1 : r;
    }
  }
  return best;
}

/* Builds a chain through the largest |correlations|, starting at one of the closest pair. */
void
trammel_run_analysis_order(int *order, const TrFit *fit)
{
  g_autofree gboolean *placed = g_new0(gboolean, fit->n_free + 1);
  double most = -1;
  int first = 0;

  for (int i = 0; i < fit->n_free; i++)
    for (int j = 0; j < i; j++) {
      double r = fabs(trammel_run_analysis_correlation(fit, i, j));
      if (r > most) {
        most = r;
        first = j;
      }
    }
  for (int k = 0; k < fit->n_free; k++) {
    order[k] = k == 0 ? first : find_next(fit, placed, order[k - 1]);
    placed[order[k]] = TRUE;
  }
}
