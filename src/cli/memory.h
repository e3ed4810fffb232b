/* What happens when memory is out where GLib asks for it, for itself or a thread, or
 * trammel_need_memory(): the program ends, and says so as any other error is said. */
#pragma once

/* From now on: one line on the standard error, and TRAMMEL_EXIT_INTERNAL.  Files are complete
 * before they take their names, so that nothing is lost. */
void trammel_cli_watch_memory(void);
