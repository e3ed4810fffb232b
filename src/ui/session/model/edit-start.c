/* The trial pose as the start pose of the model. */
#include <glib/gi18n.h>
#include <math.h>

#include "io/project/put.h"
#include "ui/session/model/edit.h"

/* Steps in which a start is stored [rad or m]: far finer than a pointer. */
#define FINEST 1e-6

gboolean
trammel_model_edit_keep_start(TrammelDocument *document,
                              const TrammelModelPose *pose,
                              GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));

  for (guint i = 0; i < trammel_model_pose_get_n_sliders(pose); i++) {
    const TrammelPoseSlider *slider = trammel_model_pose_get_slider(pose, i);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    TrammelElement joint;
    if (!trammel_project_find_element(project, &joint, TRAMMEL_ELEMENT_JOINT, slider->name))
      continue;
    g_autofree char *path = g_strdup_printf("model.joints[%u].start", joint.index);
    double value = round(trammel_model_pose_get_coordinate(pose, i) / FINEST) * FINEST + 0.0;
    g_ascii_formatd(number, sizeof number, "%.10g", value);
    if (!trammel_project_put(project, path, number, error))
      return FALSE;
  }
  trammel_document_take_project(document, g_steal_pointer(&project), _("set the start pose"), NULL);
  return TRUE;
}
