#include "cli/memory.h"

#include <string.h>
#include <unistd.h>

#include "cli/report.h"

/* GLogFunc; allocates no memory. */
static void
on_message_logged_cb(const char *domain,
                     GLogLevelFlags level,
                     const char *message,
                     gpointer user_data)
{
  static const char text[] =
      "trammel-cli: out of memory; close other programs, or take a shorter part of the log\n";

  if (level & G_LOG_LEVEL_ERROR && message &&
      (strstr(message, "failed to allocate") || strstr(message, "creating thread") ||
       g_str_equal(message, "out of memory"))) {
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(TRAMMEL_EXIT_INTERNAL);
  }
  g_log_default_handler(domain, level, message, user_data);
}

void
trammel_cli_watch_memory(void)
{
  g_log_set_default_handler(on_message_logged_cb, NULL);
}
