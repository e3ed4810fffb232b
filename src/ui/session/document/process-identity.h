/* Process identity: the program and computer that a file belongs to, which distinguishes files of
 * killed programs from files in use. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 pid;
  gint64 start; /* start time of the process in kernel ticks; 0 if not known */
  char host[256];
} TrammelProcessIdentity;

/* Returns the identity of this process. */
TrammelProcessIdentity trammel_process_identity_self(void);

/* Convert to "PID START HOST" (free with g_free()) and back; the latter returns FALSE for any other
 * text. */
char *trammel_process_identity_to_text(const TrammelProcessIdentity *owner);
gboolean trammel_process_identity_from_text(TrammelProcessIdentity *owner, const char *text);

gboolean trammel_process_identity_is_self(const TrammelProcessIdentity *owner);

/* Returns TRUE if the process runs, as far as can be determined; one on another computer counts as
 * running. */
gboolean trammel_process_identity_is_alive(const TrammelProcessIdentity *owner);

G_END_DECLS
