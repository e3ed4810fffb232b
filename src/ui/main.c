/* The window's program. */
#include "ui/application.h"

int
main(int argc, char **argv)
{
  g_autoptr(TrammelApplication) application = trammel_application_new(G_APPLICATION_DEFAULT_FLAGS);

  return g_application_run(G_APPLICATION(application), argc, argv);
}
