#include "cli/states.h"

#include "cli/report.h"

gboolean
trammel_cli_check_states(const char *option, const char *path, GError **error)
{
  if (!path || trammel_motion_can_save(path))
    return TRUE;
  return trammel_cli_refuse(error,
                            "%s %s: motions are written as .csv or .mat; use one of these "
                            "endings",
                            option, path);
}

gboolean
trammel_cli_write_motion(const TrammelMotion *motion, const char *path, GError **error)
{
  if (!g_str_equal(path, "-"))
    return trammel_motion_save(motion, path, error);
  g_autofree char *text = trammel_motion_to_csv(motion);
  return trammel_cli_write(path, text, error);
}
