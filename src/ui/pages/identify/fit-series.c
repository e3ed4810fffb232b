#include "ui/pages/identify/fit-series.h"

#include <glib/gi18n.h>

#include "ui/pages/parts/run-color.h"

typedef struct {
  GPtrArray *measured, *estimated; /* TrammelSeries, in the order of the run's curves */
} Drawing;

static void
free_drawing(gpointer data)
{
  Drawing *drawing = data;
  g_ptr_array_unref(drawing->measured);
  g_ptr_array_unref(drawing->estimated);
  g_free(drawing);
}

TrammelSeries *
trammel_fit_series_new(const char *name,
                       const TrammelCurve *curve,
                       TrammelSeriesRole role,
                       TrammelSeriesShape shape)
{
  /* the prediction is a broad line below the measurement, so that both are visible where they
   * agree */
  const TrammelSeriesStyle style = {
      .role = role, .shape = shape, .width = shape == TRAMMEL_SHAPE_LINE ? 3 : 1};
  return trammel_series_new(name, curve->t, curve->y, curve->n, &style);
}

TrammelSeries *
trammel_fit_series_new_overlay(TrammelRunRecord *record, const TrammelCurve *curve)
{
  const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_CYCLE,
                                    .index = trammel_run_color_get_index(record),
                                    .shape = TRAMMEL_SHAPE_LINE,
                                    .width = 1.5};
  g_autofree char *title = trammel_run_record_dup_title(record);

  return trammel_series_new(title, curve->t, curve->y, curve->n, &style);
}

void
trammel_fit_series_attach(TrammelRun *run)
{
  GPtrArray *measured = trammel_run_get_measured(run), *estimated = trammel_run_get_estimated(run);
  gboolean prepared = trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED;
  Drawing *drawing = g_new0(Drawing, 1);

  drawing->measured = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  drawing->estimated = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
  for (guint i = 0; i < measured->len; i++) {
    g_ptr_array_add(drawing->measured,
                    trammel_fit_series_new(_("measured"), measured->pdata[i], TRAMMEL_ROLE_MEASURED,
                                           TRAMMEL_SHAPE_POINTS));
    g_ptr_array_add(drawing->estimated,
                    trammel_fit_series_new(prepared ? _("start") : _("estimated"),
                                           estimated->pdata[i],
                                           prepared ? TRAMMEL_ROLE_START : TRAMMEL_ROLE_ESTIMATED,
                                           TRAMMEL_SHAPE_LINE));
  }
  trammel_run_set_drawing(run, drawing, free_drawing);
}

guint
trammel_fit_series_count(TrammelRun *run, int log)
{
  GPtrArray *curves = trammel_run_get_measured(run);
  guint n = 0;

  for (guint i = 0; i < curves->len; i++)
    n += ((TrammelCurve *)curves->pdata[i])->log == log;
  return n;
}

const TrammelCurve *
trammel_fit_series_get(
    TrammelRun *run, int log, guint i, TrammelSeries **measured, TrammelSeries **estimated)
{
  GPtrArray *curves = trammel_run_get_measured(run);
  const Drawing *drawing = trammel_run_get_drawing(run);

  for (guint k = 0; k < curves->len; k++) {
    const TrammelCurve *curve = curves->pdata[k];
    if (curve->log != log || i-- > 0)
      continue;
    *measured = drawing->measured->pdata[k];
    *estimated = drawing->estimated->pdata[k];
    return curve;
  }
  g_return_val_if_reached(NULL);
}
