/* Compiled once for every library of the interface: half of the time of its files went into
 * reading these.  Each file still includes what it uses. */
#include <gtk/gtk.h>
