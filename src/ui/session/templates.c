#include "ui/session/templates.h"

#include <math.h>

#include "io/examples.h"
#include "io/json_writer.h"
#include "io/project_put.h"
#include "ui/session/temp-folder.h"

/* A linear axis: one body on a rail, driven along it; no example shows it. */
#define LINEAR_AXIS "/io/github/trammel/Trammel/templates/linear-axis.trammel"

/* A step of this size resolves a mechanism's motion; more nodes than that make a fit slow. */
#define USUAL_STEP 0.002
enum { MAX_NODES = 20000 };

guint
trammel_templates_get_n(void)
{
  return trammel_examples_get_n() + 1;
}

const char *
trammel_templates_get_title(guint i)
{
  return i < trammel_examples_get_n() ? trammel_examples_get(i)->title
                                      : "Linear axis (one mass on a rail)";
}

static TrammelProject *
load_example(guint i, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-XXXXXX", error);
  g_autofree char *path =
      folder ? trammel_examples_write(trammel_examples_get(i), folder, error) : NULL;
  TrammelProject *project = path ? trammel_project_load(path, error) : NULL;

  if (folder)
    trammel_temp_folder_remove(folder);
  return project;
}

/* The example's log stays behind, and so does its folder. */
TrammelProject *
trammel_templates_load(guint i, GError **error)
{
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (i < trammel_examples_get_n()) {
    g_autoptr(TrammelProject) example = load_example(i, error);
    if (!example || !trammel_project_remove(example, "logs", error))
      return NULL;
    text = trammel_project_to_data(example);
  } else {
    bytes = g_resources_lookup_data(LINEAR_AXIS, 0, error);
    if (!bytes)
      return NULL;
    text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  }
  return trammel_project_new_from_data(text, -1, NULL, error);
}

TrammelProject *
trammel_templates_start(guint i, const TrammelNewLogs *logs, GError **error)
{
  g_autoptr(TrammelProject) template = trammel_templates_load(i, error);
  gboolean is_mapped;
  g_autoptr(TrammelProject) project =
      template ? trammel_new_logs_add(logs, template, &is_mapped, error) : NULL;

  if (!project)
    return NULL;
  g_autoptr(GString) name = g_string_new(NULL);
  trammel_json_append_quoted(name, trammel_project_get_log_name(project, 0));
  return trammel_project_put(project, "name", name->str, error) ? g_steal_pointer(&project) : NULL;
}

double
trammel_templates_choose_step(const TrammelLogTable *table)
{
  double sample = 1 / table->rate;

  if (!isfinite(sample) || !isfinite(table->duration) || sample <= 0)
    return NAN;
  /* written with few digits: the clock's own jitter is no part of the step */
  double rounded = round(sample * 1e6) * 1e-6;
  double step = fmax(USUAL_STEP, table->duration / (double)MAX_NODES);
  return fmax(1, ceil(step / sample - 1e-3)) * (rounded > 0 ? rounded : sample);
}
