/* Process identity: the program and computer that a file belongs to, which distinguishes files of
 * killed programs from files in use. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 pid;
  gint64 start; /* start time of the process in kernel ticks; 0 if not known */
  char host[256];
} TrammelOwner;

/* Returns the identity of this process. */
TrammelOwner trammel_owner_self(void);

/* Convert to "PID START HOST" (free with g_free()) and back; the latter returns FALSE for any other
 * text. */
char *trammel_owner_to_text(const TrammelOwner *owner);
gboolean trammel_owner_from_text(TrammelOwner *owner, const char *text);

gboolean trammel_owner_is_self(const TrammelOwner *owner);

/* Returns TRUE if the process runs, as far as can be determined; one on another computer counts as
 * running. */
gboolean trammel_owner_is_alive(const TrammelOwner *owner);

G_END_DECLS
