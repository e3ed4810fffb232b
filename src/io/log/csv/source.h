/* The text of a CSV file as lines in UTF-8 or an extension of ASCII, in bounded memory: a thread
 * reads and hashes ahead, the caller sees one line at a time. */
#pragma once

#include <gio/gio.h>

#include "io/log/text/line.h"

G_BEGIN_DECLS

typedef struct _TrammelCsvSource TrammelCsvSource;

/* `encoding` is NULL or a name for g_convert(); byte order marks and UTF-16 are recognised, UTF-16
 * and UTF-32 are converted, of the others the caller sees the bytes.  Errors:
 * TRAMMEL_ERROR_UNREADABLE. */
TrammelCsvSource *trammel_csv_source_open(const char *path, const char *encoding, GError **error);
void trammel_csv_source_free(TrammelCsvSource *source);

/* The next line without its CR, LF or CRLF; it stays until the next call.  FALSE at the end, and
 * with an error for what is no text: bytes of 0, or a line longer than 1 MiB. */
gboolean trammel_csv_source_next_line(TrammelCsvSource *source, TrammelSpan *line, GError **error);

/* The 1-based number of the line that was taken last, 0 before the first. */
gsize trammel_csv_source_get_line(const TrammelCsvSource *source);

/* The text behind that line, as much of it as is in memory: at the beginning at least 512 KiB or
 * all.  May end within a line. */
TrammelSpan trammel_csv_source_peek(const TrammelCsvSource *source);

/* About how much of the file has been taken: from 0 to 1. */
double trammel_csv_source_get_share(const TrammelCsvSource *source);

/* Whether what the caller sees is UTF-8 made from something else. */
gboolean trammel_csv_source_is_converted(const TrammelCsvSource *source);

/* Back to the first line.  Only the first pass is hashed. */
gboolean trammel_csv_source_rewind(TrammelCsvSource *source, GError **error);

/* SHA-256 of the file's bytes, once its end has been reached; belongs to the source. */
const char *trammel_csv_source_get_sha256(TrammelCsvSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCsvSource, trammel_csv_source_free)

G_END_DECLS
