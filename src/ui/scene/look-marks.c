/* Frames and names of bodies. */
#include "engine/mbs/kinematics.h"
#include "ui/scene/look-private.h"
#include "ui/scene/triad.h"

#define FRAME_LENGTH 7.0 /* radii of a link */

void
trammel_look_draw_frames(const TrammelLook *look, TrammelDrawList *list, const double *pose)
{
  for (int body = 0; body < look->model->n_bodies; body++) {
    TrFrame origin;
    TrammelMat4 frame;

    tr_body_origin(&origin, look->model, body, pose);
    frame = trammel_mat4_from_frame(origin.position, origin.quat);
    trammel_triad_draw(list, &frame, FRAME_LENGTH * look->thickness, TRAMMEL_STYLE_MARK);
  }
}

const char *
trammel_look_get_body_name(const TrammelLook *look, guint body)
{
  g_return_val_if_fail(body < (guint)look->model->n_bodies, NULL);
  return look->model->bodies[body].name;
}
