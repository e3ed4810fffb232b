#include "io/base/file_state.h"

#include <glib/gstdio.h>

TrammelFileState
trammel_file_state_get(const char *path)
{
  GStatBuf info;

  if (g_stat(path, &info) != 0)
    return (TrammelFileState){.size = -1};
  return (TrammelFileState){.size = info.st_size,
                            .time = info.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) +
                                    info.st_mtim.tv_nsec};
}

char *
trammel_file_state_dup_text(const char *path)
{
  TrammelFileState state = trammel_file_state_get(path);

  return g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, state.size, state.time);
}
