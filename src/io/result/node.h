/* Results as JSON trees: of files, and of the list in a project.  `name` is what messages call one
 * by: its file, or "run #3". */
#pragma once

#include <json-glib/json-glib.h>

#include "io/result/result.h"

G_BEGIN_DECLS

/* Errors: G_FILE_ERROR, TRAMMEL_ERROR_UNREADABLE (no JSON, no result), each with the name. */
JsonNode *trammel_result_parse(const char *data, gssize length, const char *name, GError **error);
JsonNode *trammel_result_load(const char *path, GError **error);

/* GArray of TrammelResultValue in the order of the result.  Error: TRAMMEL_ERROR_UNREADABLE. */
GArray *trammel_result_read_values(JsonNode *root, const char *name, GError **error);

/* As io/result/apply.h has it for files. */
gboolean trammel_result_node_apply_values(TrammelProject *project,
                                          JsonNode *root,
                                          const char *name,
                                          GError **error);
gboolean trammel_result_node_apply_settings(TrammelProject *project,
                                            JsonNode *root,
                                            const char *name,
                                            GError **error);
char **trammel_result_node_dup_log_names(JsonNode *root);

G_END_DECLS
