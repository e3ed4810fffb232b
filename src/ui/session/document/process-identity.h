/* Which program on which computer a file belongs to, so that what a program left behind can be told
 * from what it still works on. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 pid;
  gint64 start; /* when the process began, in the kernel's ticks; 0 where that is not known */
  char host[256];
} TrammelOwner;

/* This process. */
TrammelOwner trammel_owner_self(void);

/* "PID START HOST", and back; FALSE for what is none. */
char *trammel_owner_to_text(const TrammelOwner *owner);
gboolean trammel_owner_from_text(TrammelOwner *owner, const char *text);

gboolean trammel_owner_is_self(const TrammelOwner *owner);

/* Whether it runs, as far as one can know: on another computer it is taken to. */
gboolean trammel_owner_is_alive(const TrammelOwner *owner);

G_END_DECLS
