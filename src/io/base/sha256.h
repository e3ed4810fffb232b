/* SHA-256 of a stream of bytes: with the processor's own instructions if it has them, several times
 * faster than reading a log, else with GLib. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrammelSha256 TrammelSha256;

TrammelSha256 *trammel_sha256_new(void);
void trammel_sha256_free(TrammelSha256 *hash);

void trammel_sha256_update(TrammelSha256 *hash, const void *data, gsize length);

/* Returns 64 hexadecimal digits, which belong to the hash; nothing can be added afterwards. */
const char *trammel_sha256_get_string(TrammelSha256 *hash);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSha256, trammel_sha256_free)

G_END_DECLS
