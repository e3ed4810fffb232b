/* Time stamps of logs in ISO 8601, such as 2026-11-21T10:00:00.25Z, and its common variants. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 seconds;    /* since 1970-01-01T00:00:00Z, without leap seconds */
  guint32 nanos;     /* 0 <= nanos < 1e9; further digits are cut */
  gboolean has_zone; /* Z, UTC or an offset; a stamp without one is read as UTC */
} TrammelInstant;

/* Reads `2026-11-21`, `2026-11-21T10:00`, `2026-11-21 10:00:00.123456`, `20261121T100000` and the
 * like; slashes between year, month and day, a comma before the fraction; then nothing, Z, UTC,
 * +01, +0100 or +01:00.  24:00 is the midnight that ends the day, and 23:59:60 of UTC, a leap
 * second, is the second after it.  Returns NULL, or the reason why the text is not such a stamp:
 * static, a part of a sentence (io/base/bilingual.h) that continues "'...' ". */
const char *trammel_iso8601_parse(const char *text, TrammelInstant *instant);

/* TRUE if the text begins like 11/12/2026, 11.12.2026 or 11-12-26, which leaves the order of day
 * and month open. */
gboolean trammel_iso8601_is_ambiguous(const char *text);

G_END_DECLS
