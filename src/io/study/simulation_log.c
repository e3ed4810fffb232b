/* Log with known truth, made of a simulation. */
#include <math.h>
#include <string.h>

#include "engine/base/random.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/error.h"
#include "io/base/table.h"
#include "io/base/whole_file.h"
#include "io/intake/add_log.h"
#include "io/project/put.h"
#include "io/study/simulation.h"

enum { SEED = 1 };

/* Standard deviation of the readings that there are. */
static double
measure_deviation(const double *y, int n)
{
  double sum = 0, squares = 0;
  int count = 0;

  for (int k = 0; k < n; k++)
    if (isfinite(y[k])) {
      count++;
      sum += y[k];
    }
  for (int k = 0; k < n; k++)
    if (isfinite(y[k]))
      squares += (y[k] - sum / count) * (y[k] - sum / count);
  return count > 0 ? sqrt(squares / count) : 0;
}

static void
add_readings(TrammelTable *table, const TrammelSimulation *self, int sensor)
{
  const TrModel *model = trammel_project_get_model(self->project);
  gsize n = (gsize)self->motion->n_nodes;
  g_autofree double *exact = trammel_simulation_dup_readings(self, sensor);
  double *out = trammel_table_add_values(table, model->sensors[sensor].name,
                                         tr_sensor_unit(model, sensor), n);
  double sigma = self->noise * measure_deviation(exact, (int)n);
  TrRandom random = tr_random_stream(SEED, (uint64_t)sensor);

  for (gsize k = 0; k < n; k++)
    out[k] = exact[k] + sigma * tr_random_normal(&random);
}

char *
trammel_simulation_to_log(const TrammelSimulation *self)
{
  const TrModel *model = trammel_project_get_model(self->project);
  gsize n = (gsize)self->motion->n_nodes;
  g_autoptr(TrammelTable) table = trammel_table_new("");
  double *t = trammel_table_add_values(table, "t", "s", n);

  for (gsize k = 0; k < n; k++)
    t[k] = (double)k * self->motion->h;
  for (int s = 0; s < model->n_sensors; s++)
    add_readings(table, self, s);
  for (guint i = 0; i < self->n_channels; i++) {
    const TrChannel *channel = &self->channels[i];
    memcpy(trammel_table_add_values(table, model->motors[channel->index].name, NULL, n), channel->y,
           n * sizeof *channel->y);
  }
  return trammel_table_to_csv(table);
}

/* Writes the channel of a signal, whose column has the signal's name and unit. */
static void
write_channel(TrammelJsonWriter *json, const char *signal, const char *unit, gboolean is_motor)
{
  g_autofree char *column =
      unit && *unit ? g_strdup_printf("%s [%s]", signal, unit) : g_strdup(signal);

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "signal", signal);
  trammel_json_writer_add_string(json, "column", column);
  if (is_motor)
    trammel_json_writer_add_string(json, "between", "linear");
  trammel_json_writer_end_object(json);
}

static char *
make_entry(const TrammelSimulation *self, const char *name, const char *path)
{
  const TrModel *model = trammel_project_get_model(self->project);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", name);
  trammel_json_writer_add_string(json, "file", path);
  trammel_json_writer_add_string(json, "timing", "known");
  trammel_json_writer_key(json, "time");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "column", "t [s]");
  trammel_json_writer_end_object(json);
  trammel_json_writer_key(json, "channels");
  trammel_json_writer_begin_array(json);
  for (int s = 0; s < model->n_sensors; s++)
    write_channel(json, model->sensors[s].name, tr_sensor_unit(model, s), FALSE);
  for (guint i = 0; i < self->n_channels; i++)
    write_channel(json, model->motors[self->channels[i].index].name, NULL, TRUE);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

gboolean
trammel_simulation_add_log(const TrammelSimulation *self,
                           TrammelProject *project,
                           const char *path,
                           GError **error)
{
  JsonNode *logs = trammel_project_find_at(project, "logs");
  g_autofree char *name = trammel_log_dup_name(
      path, logs && JSON_NODE_HOLDS_ARRAY(logs) ? json_node_get_array(logs) : NULL);
  g_autofree char *csv = trammel_simulation_to_log(self);

  if (trammel_project_get_model(self->project)->n_sensors == 0) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "the model has no sensors, so a log of it has nothing to estimate from; add "
                      "a sensor first");
    return FALSE;
  }
  if (!trammel_whole_file_write(path, csv, strlen(csv), error))
    return FALSE;
  g_autofree char *entry = make_entry(self, name, path);
  return trammel_project_put(project, "logs[]", entry, error);
}
