/* Main function of the graphical program. */
#include <glib/gi18n.h>

#include "ui/window/application.h"

int
main(int argc, char **argv)
{
  trammel_application_choose_locale();
  bindtextdomain(GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
  textdomain(GETTEXT_PACKAGE);

  g_autoptr(TrammelApplication) application = trammel_application_new(G_APPLICATION_DEFAULT_FLAGS);
  return g_application_run(G_APPLICATION(application), argc, argv);
}
