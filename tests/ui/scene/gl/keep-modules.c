/* Keeps modules loaded in sanitized builds: the leak checker knows the name of a leak in a graphics
 * driver only while the driver is loaded, and tests/support/lsan.supp goes by names. */
#if defined(__SANITIZE_ADDRESS__)
#include <dlfcn.h>

int
dlclose(void *handle)
{
  return 0;
}
#else
/* a translation unit must not be empty */
extern int trammel_keep_modules;
int trammel_keep_modules;
#endif
