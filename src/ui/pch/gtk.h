/* Precompiled header of the libraries of the interface: reading GTK took half of the time of their
 * files.  Each file still includes what it uses. */
#include <gtk/gtk.h>
