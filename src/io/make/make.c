#include "io/make/make.h"

#include <glib/gi18n-lib.h>

#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/make/writer.h"

static const struct {
  const char *ending;
  gboolean (*write)(TrammelMake *make, GError **error);
} formats[] = {{".urdf", trammel_make_urdf},
               {".xml", trammel_make_mjcf},
               {".mjcf", trammel_make_mjcf},
               {".sdf", trammel_make_sdf}};

static int
find_format(const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (trammel_has_ending(path, formats[i].ending))
      return (int)i;
  return -1;
}

char *
trammel_make_model(const TrModel *model,
                   const char *name,
                   const TrammelProject *project,
                   const char *path,
                   char ***notes,
                   GError **error)
{
  int format = find_format(path);
  gboolean is_written;

  if (format < 0) {
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "%s: a new model is written as .urdf, .xml (MJCF) or .sdf; use one of these "
                      "endings",
                      path);
    return NULL;
  }
  TrammelMake make = {.model = trammel_need_memory(tr_model_copy(model)),
                      .name = name,
                      .project = project,
                      .path = path,
                      .assets = g_string_new(NULL),
                      .shift = g_malloc0((gsize)model->n_bodies * sizeof(double[3])),
                      .carrier = g_new(int, model->n_bodies),
                      .origin = g_new(TrFrame, model->n_bodies),
                      .position = g_new(double, model->n_joints + 1),
                      .text = g_string_new("<?xml version=\"1.0\"?>\n"),
                      .notes = g_ptr_array_new()};
  is_written = formats[format].write(&make, error);
  tr_model_free(make.model);
  g_free(make.shift);
  g_free(make.carrier);
  g_free(make.origin);
  g_free(make.position);
  g_string_free(make.assets, TRUE);
  g_ptr_array_add(make.notes, NULL);
  *notes = (char **)g_ptr_array_free(make.notes, FALSE);
  return g_string_free(make.text, !is_written);
}
