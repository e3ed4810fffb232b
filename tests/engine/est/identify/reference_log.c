#include "engine/est/identify/reference_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/check.h"

static TrLogTable *
read_table(const char *name)
{
  g_autofree char *path = tr_shared_path(name);
  TrLogTable *table;
  char line[1024];
  FILE *file;

  if (!path)
    return NULL;
  file = fopen(path, "r");
  g_assert_nonnull(file);
  table = g_new0(TrLogTable, 1);
  g_assert_nonnull(fgets(line, sizeof line, file));
  while (fgets(line, sizeof line, file)) {
    char *at = line;

    g_assert_cmpuint(table->n, <, TR_LOG_SAMPLES);
    for (int c = 0; c < TR_LOG_COLUMNS && *at && *at != '\n'; c++) {
      table->column[c][table->n] = g_ascii_strtod(at, &at);
      at += *at == ',';
    }
    table->n++;
  }
  fclose(file);
  return table;
}

static TrFree
make_free(const TrModel *model, const char *id, double start)
{
  TrFree f = {.start = start, .min = -INFINITY, .max = INFINITY, .prior_sigma = INFINITY};

  g_assert_true(tr_param_find(&f.param, model, id));
  return f;
}

bool
tr_log_set_up(TrLogSetup *s, const char *file, TrModel *model, bool has_input)
{
  int first = has_input ? 2 : 1;

  s->model = model;
  s->table = read_table(file);
  if (!s->table)
    return false;
  for (int i = 0; i < 2; i++)
    s->channels[i] = (TrChannel){.kind = TR_SIGNAL_SENSOR,
                                 .index = i,
                                 .n = s->table->n,
                                 .t = s->table->column[0],
                                 .y = s->table->column[first + i]};
  s->channels[2] = (TrChannel){.kind = TR_SIGNAL_MOTOR,
                               .n = s->table->n,
                               .t = s->table->column[0],
                               .y = s->table->column[1]};
  s->log = (TrLog){.name = "log",
                   .end = s->table->column[0][s->table->n - 1],
                   .n_channels = has_input ? 3 : 2,
                   .channels = s->channels};
  s->task = (TrTask){.model = model,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.observations = TR_OBSERVE_NODE;
  return true;
}

void
tr_log_tear_down(TrLogSetup *s)
{
  g_free(s->table);
  tr_model_free(s->model);
}

void
tr_log_free(TrLogSetup *s, const char *const *ids, const double *starts, int n)
{
  s->task.n_free = n;
  for (int i = 0; i < n; i++) {
    s->free[i] = make_free(s->model, ids[i], starts[i]);
    tr_param_set(s->model, s->free[i].param, starts[i]);
  }
}

void
tr_log_print(const TrLogSetup *s, const TrFit *fit)
{
  g_test_message("%s %.3f s, cost %.6e (state %.3e, observation %.3e, prior %.1e), kappa_ref %.3g",
                 fit->message, fit->seconds, fit->cost.total, fit->cost.state,
                 fit->cost.observation, fit->cost.prior, fit->kappa_ref);
  for (int i = 0; i < fit->n_free; i++) {
    char id[TR_ID_SIZE];

    tr_param_id(id, s->model, s->free[i].param);
    g_test_message("%-22s %.6g +- %.2g (%.2g)%s", id, fit->estimates[i].value,
                   fit->estimates[i].sigma, fit->estimates[i].sigma_linear,
                   fit->estimates[i].at_bound ? " at bound" : "");
  }
}
