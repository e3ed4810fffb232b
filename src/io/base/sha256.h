/* SHA-256 of a stream of bytes: by the processor's own instructions where it has them, which is
 * some times faster than reading a log, else by GLib. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrammelSha256 TrammelSha256;

TrammelSha256 *trammel_sha256_new(void);
void trammel_sha256_free(TrammelSha256 *hash);

void trammel_sha256_update(TrammelSha256 *hash, const void *data, gsize length);

/* 64 digits, which belong to the hash; nothing can be added behind. */
const char *trammel_sha256_get_string(TrammelSha256 *hash);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSha256, trammel_sha256_free)

G_END_DECLS
