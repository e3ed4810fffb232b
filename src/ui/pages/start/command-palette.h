/* Command palette: all commands by name with their keys; a few letters find one, Enter runs it.
 * Disabled commands are listed with the reason. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_COMMAND_PALETTE (trammel_command_palette_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelCommandPalette, trammel_command_palette, TRAMMEL, COMMAND_PALETTE, GtkWindow)

/* Opens the palette over `parent`, whose actions and those of its application it runs.  `obstacle`
 * (nullable) is the reason why Identify is disabled. */
TrammelCommandPalette *trammel_command_palette_show(GtkApplicationWindow *parent,
                                                    const char *obstacle);

G_END_DECLS
