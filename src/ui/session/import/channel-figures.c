#include "ui/session/import/channel-figures.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/signal/health.h"
#include "engine/signal/noise.h"
#include "ui/session/text/format.h"

/* Least jitter that is one, as a share of the step. */
#define LEAST_JITTER 1e-6

static void
measure_clock(TrammelChannelFigures *figures, const TrammelTableChannel *channel)
{
  TrClockHealth health;

  if (!channel->t || tr_health_clock(&health, channel->t, channel->n) != TR_OK)
    return;
  figures->rate = health.step > 0 ? 1 / health.step : NAN;
  /* below the resolution of the stamps themselves */
  figures->jitter = health.jitter_p99 > LEAST_JITTER * health.step ? health.jitter_p99 : 0;
}

/* Finds range and longest time without another value, of n samples without missing ones. */
static void
measure_values(TrammelChannelFigures *figures, const double *t, const double *y, gsize n)
{
  gsize since = 0;

  figures->low = figures->high = y[0];
  figures->idle = 0;
  for (gsize i = 1; i < n; i++) {
    figures->low = fmin(figures->low, y[i]);
    figures->high = fmax(figures->high, y[i]);
    if (y[i] == y[since] && i + 1 < n)
      continue;
    if (t[i] - t[since] > figures->idle) {
      figures->idle = t[i] - t[since];
      figures->idle_from = t[since];
    }
    since = i;
  }
  figures->quantum = tr_signal_quantum(y, n);
  figures->noise = tr_signal_noise(y, n);
}

static TrammelChannelFigures
measure(const TrammelTableChannel *channel)
{
  TrammelChannelFigures figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, channel->n_missing};
  g_autofree double *t = g_new(double, channel->n + 1), *y = g_new(double, channel->n + 1);
  gsize n = 0;

  measure_clock(&figures, channel);
  for (gsize i = 0; i < channel->n; i++) {
    t[n] = channel->t ? channel->t[i] : (double)i;
    y[n] = channel->y[i];
    n += isfinite(t[n]) && isfinite(y[n]);
  }
  if (n > 0)
    measure_values(&figures, t, y, n);
  if (!channel->t)
    figures.idle = figures.idle_from = NAN;
  return figures;
}

GArray *
trammel_channel_figures_new(const TrammelLogTable *table)
{
  GArray *all = g_array_new(FALSE, TRUE, sizeof(TrammelChannelFigures));

  for (guint i = 0; i < table->channels->len; i++) {
    const TrammelChannelFigures figures = measure(table->channels->pdata[i]);
    g_array_append_val(all, figures);
  }
  return all;
}

/* Adds "name\tvalue unit" unless the value does not exist. */
static void
add(GStrvBuilder *lines, const char *name, double value, const char *unit)
{
  g_autofree char *number = g_strdup_printf("%.4g", value);
  g_autofree char *line = g_strdup_printf("%s\t%s %s", name, number, unit ? unit : "");

  if (isfinite(value))
    g_strv_builder_add(lines, g_strchomp(line));
}

char **
trammel_channel_figures_describe(const TrammelChannelFigures *figures, const char *unit)
{
  g_autoptr(GStrvBuilder) lines = g_strv_builder_new();
  g_autofree char *jitter = trammel_format_prefixed(figures->jitter, "s");
  g_autofree char *jitter_line = g_strdup_printf("%s\t%s", _("Jitter (99 %)"), jitter);
  g_autofree char *range = g_strdup_printf("%s\t%.4g … %.4g %s", _("Range"), figures->low,
                                           figures->high, unit ? unit : "");
  g_autofree char *longest =
      g_strdup_printf(_("%.3g s, from %.3g s"), figures->idle, figures->idle_from);
  g_autofree char *idle = g_strdup_printf("%s\t%s", _("Longest unchanged"), longest);
  g_autofree char *missing =
      g_strdup_printf("%s\t%" G_GSIZE_FORMAT, _("Missing samples"), figures->n_missing);

  add(lines, _("Rate"), figures->rate, "Hz");
  if (isfinite(figures->jitter))
    g_strv_builder_add(lines, jitter_line);
  add(lines, _("Noise σ"), figures->noise, unit);
  if (figures->quantum > 0)
    add(lines, _("Quantisation step"), figures->quantum, unit);
  if (isfinite(figures->low))
    g_strv_builder_add(lines, g_strchomp(range));
  if (figures->idle > 0)
    g_strv_builder_add(lines, idle);
  g_strv_builder_add(lines, missing);
  return g_strv_builder_end(lines);
}
