/* Writer of MAT files of version 5, compressed, as MATLAB's `save -v7` writes them and every reader
 * understands.
 *
 * A file is built in memory: values follow one another; those between a begin and its end belong to
 * that cell or struct, the others are the file's variables.  The same content gives the same bytes.
 * Reading is done in io/log/mat/read.h; Matio is not used here, so that its parser stays out of
 * this process. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TrammelMatWriter TrammelMatWriter;

/* Largest variable of version 5 before compression: 2 GiB, less the header. */
#define TRAMMEL_MAT_MAX_VARIABLE ((gsize)0x7fffff00)

/* Returns an empty file; free with trammel_mat_writer_free(). */
TrammelMatWriter *trammel_mat_writer_new(void);
void trammel_mat_writer_free(TrammelMatWriter *writer);

/* Sets a limit below TRAMMEL_MAT_MAX_VARIABLE, in bytes of one variable. */
void trammel_mat_writer_set_limit(TrammelMatWriter *writer, gsize limit);

/* Adds a value.  `name`: of a variable, a valid MATLAB name; NULL inside a cell or struct. */
void trammel_mat_writer_add_numbers(TrammelMatWriter *writer,
                                    const char *name,
                                    const double *values, /* [rows x columns], column-major */
                                    gsize rows,
                                    gsize columns);
void trammel_mat_writer_add_logicals(TrammelMatWriter *writer,
                                     const char *name,
                                     const guint8 *values, /* [rows], 0 or 1 */
                                     gsize rows);
void trammel_mat_writer_add_text(TrammelMatWriter *writer, const char *name, const char *text);
void trammel_mat_writer_add_empty(TrammelMatWriter *writer, const char *name); /* [] */

/* Adds a cell array of texts, a column. */
void trammel_mat_writer_add_texts(TrammelMatWriter *writer,
                                  const char *name,
                                  const char *const *texts); /* NULL-terminated */

/* Begins a cell array; the elements follow column by column, then the end. */
void trammel_mat_writer_begin_cell(TrammelMatWriter *writer,
                                   const char *name,
                                   gsize rows,
                                   gsize columns);

/* Begins a struct array; the fields of each element follow in the order of `fields` (valid MATLAB
 * names, unique, NULL-terminated), then the end. */
void trammel_mat_writer_begin_struct(TrammelMatWriter *writer,
                                     const char *name,
                                     const char *const *fields,
                                     gsize rows,
                                     gsize columns);
void trammel_mat_writer_end(TrammelMatWriter *writer);

/* Returns the file (transfer full); `path` is for messages.  Error: TRAMMEL_ERROR_USAGE when a
 * variable is larger than the format allows. */
GBytes *
trammel_mat_writer_to_bytes(const TrammelMatWriter *writer, const char *path, GError **error);

/* Writes the file atomically (temporary file, fsync, rename).  Errors: G_FILE_ERROR, and those of
 * trammel_mat_writer_to_bytes(). */
gboolean trammel_mat_writer_save(const TrammelMatWriter *writer, const char *path, GError **error);

/* Returns valid and unique MATLAB names for `names`, by the rules of matlab.lang.makeValidName
 * (blanks are removed and the next letter becomes a capital, other characters become '_', keywords
 * and leading digits get an 'x', 63 letters at most) and makeUniqueStrings ("a", "a_1"); free with
 * g_strfreev(). */
char **trammel_mat_make_names(const char *const *names);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMatWriter, trammel_mat_writer_free)

G_END_DECLS
