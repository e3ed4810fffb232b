/* The recipe by which a CSV file is read, as `import` in a project's log. */
#pragma once

#include "io/base/json_writer.h"
#include "io/log/data/dataset.h"
#include "io/project/node.h"

G_BEGIN_DECLS

/* NULL with an error for what is not understood; `node` must be there. */
TrammelImport *trammel_import_read(const TrammelNode *node, GError **error);

/* Writes the object; what is left to be sniffed is absent. */
void trammel_import_write(TrammelJsonWriter *json, const TrammelImport *import);

G_END_DECLS
