/* Quaternions and frames. */
#include <math.h>

#include "io/project/private.h"

/* Rounded ones are normalised; those of full precision keep their bits. */
gboolean
trammel_project_read_quat(double quat[4], const TrammelNode *node, GError **error)
{
  double norm;

  if (!trammel_node_get_vector(node, quat, 4, error))
    return FALSE;
  norm = sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
  if (fabs(norm - 1) > 1e-3)
    return trammel_node_fail(node, error, "the quaternion (w, x, y, z) has length %g; it must be 1",
                             norm);
  if (fabs(norm - 1) > 1e-14)
    for (int i = 0; i < 4; i++)
      quat[i] /= norm;
  return TRUE;
}

gboolean
trammel_project_read_frame(TrFrame *frame,
                           const TrammelNode *joint,
                           const char *key,
                           GError **error)
{
  TrammelNode node = trammel_node_member(joint, key);
  TrammelNode position = trammel_node_member(&node, "position");
  TrammelNode quat = trammel_node_member(&node, "quat_wxyz");
  guint length;

  if (!node.node)
    return TRUE;
  if (!trammel_node_check_object(&node, error) ||
      !trammel_node_get_length(&position, &length, error) ||
      !trammel_project_read_quat(frame->quat, &quat, error))
    return FALSE;
  if (position.node && length != 3)
    return trammel_node_fail(&position, error, "expected 3 numbers, found %u", length);
  return TRUE;
}
