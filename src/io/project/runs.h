/* The runs of a project's file, apart from the project: a project is copied at every edit, and the
 * results that are kept with it are many times larger than itself. */
#pragma once

#include <json-glib/json-glib.h>

#include "io/project/project.h"

G_BEGIN_DECLS

/* Takes the runs out of `project`, whose list is empty then: JsonNode each, which hold objects, in
 * the order of the file.  Free with g_ptr_array_unref(). */
GPtrArray *trammel_project_steal_runs(TrammelProject *project);

/* Text of a run as it stands in the list of a file; free with g_free(). */
char *trammel_run_node_to_text(JsonNode *node);

/* The same as a result file: without what only the list of a project says of it. */
char *trammel_run_node_to_result(JsonNode *node);

/* Text of the file with `runs` (such texts) in its list of runs. */
char *trammel_project_to_data_with_runs(const TrammelProject *project, const GPtrArray *runs);

/* The project as a run keeps it: its tree without runs, sweeps and figures. */
JsonNode *trammel_project_dup_frozen(const TrammelProject *project);

/* Gives each log the file (absolute) of the log of the same name in `present`. */
void trammel_project_take_log_files(TrammelProject *project, const TrammelProject *present);

/* The project that a run keeps, with the log files of `present` where that has logs of the same
 * names; NULL where the run keeps none that can be read. */
TrammelProject *trammel_run_node_load_project(JsonNode *node, const TrammelProject *present);

G_END_DECLS
