/* JSON as MAT variables.
 *
 *   object                    struct; keys that are names of the user become valid MATLAB
 *                             names, `KEY_names` holds the originals (cell, in the struct's order)
 *   array of numbers          column vector; of such arrays of one length, a matrix
 *   array of objects          1 x n struct array with the union of the keys
 *   array of booleans         logical column; of texts, cell column; of anything else, cell column
 *   null                      NaN in a numeric place, else []; absent keys of an element are []
 *   text, number, boolean     char row, double, logical */
#pragma once

#include <json-glib/json-glib.h>

#include "io/export/mat_write.h"

G_BEGIN_DECLS

/* Adds `node` as the variable `name`, a valid MATLAB name. */
void trammel_mat_writer_add_json(TrammelMatWriter *writer, const char *name, JsonNode *node);

/* The tree of a result (`trammel-result/2`) as the struct `result` of a MAT file, with the cell
 * `result.ids` added; `path` is for messages.  Errors as trammel_mat_writer_to_bytes(). */
GBytes *trammel_export_mat(JsonNode *result, const char *path, GError **error);

G_END_DECLS
