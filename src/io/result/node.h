/* Results as JSON trees, from files and from the list in a project.  `name` is the name of a result
 * in messages: its file, or "run #3". */
#pragma once

#include <json-glib/json-glib.h>

#include "io/result/result.h"
#include "io/result/values.h"

G_BEGIN_DECLS

/* Parse or load a result (transfer full); one of an earlier format is upgraded
 * (io/result/upgrade.h).  Errors: G_FILE_ERROR, TRAMMEL_ERROR_UNREADABLE (not
 * JSON, not a result), each with the name. */
JsonNode *trammel_result_parse(const char *data, gssize length, const char *name, GError **error);
JsonNode *trammel_result_load(const char *path, GError **error);

/* Same as the functions of io/result/apply.h for files. */
gboolean trammel_result_node_apply_values(TrammelProject *project,
                                          JsonNode *root,
                                          const char *name,
                                          TrammelValues values,
                                          GError **error);
gboolean trammel_result_node_apply_settings(TrammelProject *project,
                                            JsonNode *root,
                                            const char *name,
                                            GError **error);
char **trammel_result_node_dup_log_names(JsonNode *root);

G_END_DECLS
