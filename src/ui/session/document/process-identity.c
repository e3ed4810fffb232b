#include "ui/session/document/process-identity.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Returns the start time of a process, which differs if the kernel has reused its number: field 22
 * of its stat, counted behind the name, which may hold blanks and brackets. */
static gint64
read_start(gint64 pid)
{
  g_autofree char *path = g_strdup_printf("/proc/%" G_GINT64_FORMAT "/stat", pid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents(path, &text, NULL, NULL))
    return 0;
  const char *rest = strrchr(text, ')');
  g_auto(GStrv) fields = rest ? g_strsplit(rest + 1, " ", -1) : NULL;
  return fields && g_strv_length(fields) > 20 ? g_ascii_strtoll(fields[20], NULL, 10) : 0;
}

TrammelProcessIdentity
trammel_process_identity_self(void)
{
  TrammelProcessIdentity owner = {.pid = getpid(), .start = read_start(getpid())};

  if (gethostname(owner.host, sizeof owner.host - 1) != 0)
    g_strlcpy(owner.host, "localhost", sizeof owner.host);
  return owner;
}

char *
trammel_process_identity_to_text(const TrammelProcessIdentity *owner)
{
  return g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", owner->pid, owner->start,
                         owner->host);
}

gboolean
trammel_process_identity_from_text(TrammelProcessIdentity *owner, const char *text)
{
  g_auto(GStrv) words = g_strsplit(text, " ", 3);
  guint64 pid = 0, start = 0;

  if (g_strv_length(words) != 3 || !*words[2] ||
      !g_ascii_string_to_unsigned(words[0], 10, 1, G_MAXINT32, &pid, NULL) ||
      !g_ascii_string_to_unsigned(words[1], 10, 0, G_MAXINT64, &start, NULL))
    return FALSE;
  owner->pid = (gint64)pid;
  owner->start = (gint64)start;
  g_strlcpy(owner->host, g_strchomp(words[2]), sizeof owner->host);
  return TRUE;
}

static gboolean
is_here(const TrammelProcessIdentity *owner)
{
  TrammelProcessIdentity self = trammel_process_identity_self();
  return g_str_equal(owner->host, self.host);
}

gboolean
trammel_process_identity_is_self(const TrammelProcessIdentity *owner)
{
  TrammelProcessIdentity self = trammel_process_identity_self();
  return is_here(owner) && owner->pid == self.pid && owner->start == self.start;
}

gboolean
trammel_process_identity_is_alive(const TrammelProcessIdentity *owner)
{
  if (!is_here(owner))
    return TRUE;
  if (kill((pid_t)owner->pid, 0) != 0 && errno == ESRCH)
    return FALSE;
  gint64 start = read_start(owner->pid);
  return start == 0 || owner->start == 0 || start == owner->start;
}
