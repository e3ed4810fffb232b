/* Out of memory: if GLib fails to allocate, for itself, for a thread, or in trammel_need_memory(),
 * the program ends with a message like that of any other error. */
#pragma once

/* Installs the handler: one line on the standard error, and TRAMMEL_EXIT_INTERNAL.  Files are
 * complete before they get their names, so that nothing is lost. */
void trammel_cli_watch_memory(void);
