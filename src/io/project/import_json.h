/* Import recipe of a CSV file, as `import` in a project's log. */
#pragma once

#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Returns the recipe in `node`, which must be present; free with trammel_import_free().  Error:
 * TRAMMEL_ERROR_INVALID for members that are not understood. */
TrammelImport *trammel_import_read(const TrammelNode *node, GError **error);

/* Writes the object; members that are to be sniffed are absent. */
void trammel_import_write(TrammelJsonWriter *json, const TrammelImport *import);

G_END_DECLS
