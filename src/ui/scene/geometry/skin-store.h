/* Skins by the file of their mesh and its scale: read in the background, kept for all views.  Of
 * the main thread. */
#pragma once

#include "ui/scene/geometry/skin.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SKIN_THERE,
  TRAMMEL_SKIN_AWAITED, /* being read; the watchers are called when it is there or has failed */
  TRAMMEL_SKIN_FAILED   /* no file that can be read */
} TrammelSkinState;

/* Reports the state of the skin of a file and, when it is there, sets *skin to a new reference;
 * else to NULL.  The first request, and the first after a change of the file, has it read. */
TrammelSkinState
trammel_skin_store_get(TrammelSkin **skin, const char *path, const double scale[3]);

/* Waits until nothing is being read. */
void trammel_skin_store_wait(void);

/* Calls `arrived` whenever the state of a skin changes, until trammel_skin_store_unwatch() with the
 * same data. */
void trammel_skin_store_watch(void (*arrived)(gpointer data), gpointer data);
void trammel_skin_store_unwatch(gpointer data);

G_END_DECLS
