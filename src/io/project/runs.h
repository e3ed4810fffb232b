/* Runs of a project's file, apart from the project: a project is copied at every edit, and its runs
 * are many times larger than the rest. */
#pragma once

#include <json-glib/json-glib.h>

#include "io/project/project.h"

G_BEGIN_DECLS

/* Removes the runs from `project` and returns them: a JsonNode each, which holds an object, in the
 * order of the file.  Free with g_ptr_array_unref(). */
GPtrArray *trammel_project_steal_runs(TrammelProject *project);

/* Returns the text of a run as it stands in the list of a file; free with g_free(). */
char *trammel_run_node_to_text(JsonNode *node);

/* Returns the text of a run as a result file, without the members that belong only to the list of a
 * project; free with g_free(). */
char *trammel_run_node_to_result(JsonNode *node);

/* Returns the text of the file with `runs` (such texts) in its list of runs; free with g_free(). */
char *trammel_project_to_data_with_runs(const TrammelProject *project, const GPtrArray *runs);

/* Returns the project as a run stores it: its tree without runs, sweeps and figures (transfer
 * full). */
JsonNode *trammel_project_dup_frozen(const TrammelProject *project);

/* Sets the file of each log (absolute) to that of the log of the same name in `present`. */
void trammel_project_take_log_files(TrammelProject *project, const TrammelProject *present);

/* Returns the project stored in a run, with the files of those logs of `present` that have the same
 * names (transfer full); NULL if the run stores none that can be read. */
TrammelProject *trammel_run_node_load_project(JsonNode *node, const TrammelProject *present);

G_END_DECLS
