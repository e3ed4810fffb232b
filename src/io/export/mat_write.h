/* Writes MAT files of version 5, compressed, as MATLAB's `save -v7` does and every reader
 * understands.
 *
 * A file is built in memory: values follow one another, those between a begin and its end belong to
 * that cell or struct, the others are the file's variables.  The same content gives the same bytes.
 * Reading is io/log/mat/read.h; nothing of Matio is used here, so that its parser stays out of this
 * process. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TrammelMatWriter TrammelMatWriter;

/* What a variable of version 5 may hold before compression: 2 GiB, less the header. */
#define TRAMMEL_MAT_MAX_VARIABLE ((gsize)0x7fffff00)

TrammelMatWriter *trammel_mat_writer_new(void);
void trammel_mat_writer_free(TrammelMatWriter *writer);

/* A smaller limit than TRAMMEL_MAT_MAX_VARIABLE, in bytes of one variable. */
void trammel_mat_writer_set_limit(TrammelMatWriter *writer, gsize limit);

/* `name`: of a variable, a valid MATLAB name; NULL inside a cell or struct. */
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

/* Cell array of texts, a column. */
void trammel_mat_writer_add_texts(TrammelMatWriter *writer,
                                  const char *name,
                                  const char *const *texts); /* NULL-terminated */

/* The elements follow column by column, then the end. */
void trammel_mat_writer_begin_cell(TrammelMatWriter *writer,
                                   const char *name,
                                   gsize rows,
                                   gsize columns);

/* For each element its fields follow in the order of `fields` (valid MATLAB names, unique,
 * NULL-terminated), then the end. */
void trammel_mat_writer_begin_struct(TrammelMatWriter *writer,
                                     const char *name,
                                     const char *const *fields,
                                     gsize rows,
                                     gsize columns);
void trammel_mat_writer_end(TrammelMatWriter *writer);

/* The file; `path` is for messages.  Error: TRAMMEL_ERROR_USAGE when a variable is larger than the
 * format allows. */
GBytes *
trammel_mat_writer_to_bytes(const TrammelMatWriter *writer, const char *path, GError **error);

/* Writes the file atomically (temporary file, fsync, rename).  Errors: G_FILE_ERROR,
 * and as trammel_mat_writer_to_bytes(). */
gboolean trammel_mat_writer_save(const TrammelMatWriter *writer, const char *path, GError **error);

/* Valid and unique MATLAB names for `names`, by the rules of matlab.lang.makeValidName (blanks out
 * and the next letter large, other characters '_', keywords and digits after an 'x', 63 letters at
 * most) and makeUniqueStrings ("a", "a_1"); free with g_strfreev(). */
char **trammel_mat_make_names(const char *const *names);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMatWriter, trammel_mat_writer_free)

G_END_DECLS
