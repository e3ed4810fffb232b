/* Text of a CSV file as lines in UTF-8 or an extension of ASCII, in bounded memory: a thread reads
 * and hashes ahead, and the caller gets one line at a time. */
#pragma once

#include <gio/gio.h>

#include "io/log/text/line.h"

G_BEGIN_DECLS

typedef struct _TrammelCsvSource TrammelCsvSource;

/* Opens a file.  `encoding` is NULL or a name for g_convert().  Byte order marks and UTF-16 are
 * recognised; UTF-16 and UTF-32 are converted, the bytes of other encodings are passed on as they
 * are.  Free with trammel_csv_source_free().  Errors: TRAMMEL_ERROR_UNREADABLE. */
TrammelCsvSource *trammel_csv_source_open(const char *path, const char *encoding, GError **error);
void trammel_csv_source_free(TrammelCsvSource *source);

/* Sets the next line, without its CR, LF or CRLF; it is valid until the next call.  FALSE at the
 * end, and with TRAMMEL_ERROR_UNREADABLE for data that are not text: bytes of 0, or a line longer
 * than 1 MiB. */
gboolean trammel_csv_source_next_line(TrammelCsvSource *source, TrammelSpan *line, GError **error);

/* Returns the 1-based number of the last line that was returned, 0 before the first. */
gsize trammel_csv_source_get_line(const TrammelCsvSource *source);

/* Returns the part of the text after that line that is in memory: at the beginning at least 512 KiB
 * or all of it.  May end within a line. */
TrammelSpan trammel_csv_source_peek(const TrammelCsvSource *source);

/* Returns the approximate share of the file that has been read, from 0 to 1. */
double trammel_csv_source_get_share(const TrammelCsvSource *source);

/* TRUE if the lines are UTF-8 converted from another encoding. */
gboolean trammel_csv_source_is_converted(const TrammelCsvSource *source);

/* Goes back to the first line.  Only the first pass is hashed. */
gboolean trammel_csv_source_rewind(TrammelCsvSource *source, GError **error);

/* Returns the SHA-256 of the file's bytes once its end has been reached; belongs to the source. */
const char *trammel_csv_source_get_sha256(TrammelCsvSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCsvSource, trammel_csv_source_free)

G_END_DECLS
