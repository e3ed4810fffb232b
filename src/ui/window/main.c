/* Main function of the graphical program. */
#include <glib/gi18n.h>

#include "ui/window/application.h"

/* Returns the folder of the translations: that of the build folder where the program runs from one
 * (tools/run), else the installed one.  Free with g_free(). */
static char *
dup_texts(void)
{
  const char *build = g_getenv("TRAMMEL_BUILD_ROOT");

  return build ? g_build_filename(build, "po", NULL) : g_strdup(LOCALEDIR);
}

int
main(int argc, char **argv)
{
  trammel_application_choose_locale();
  g_autofree char *texts = dup_texts();
  bindtextdomain(GETTEXT_PACKAGE, texts);
  bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
  textdomain(GETTEXT_PACKAGE);

  g_autoptr(TrammelApplication) application = trammel_application_new(G_APPLICATION_DEFAULT_FLAGS);
  return g_application_run(G_APPLICATION(application), argc, argv);
}
