/* SDF: poses of links, joints and frames in one another. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/import/frames.h"
#include "io/import/sdf.h"

char *
trammel_sdf_join(const char *scope, const char *name)
{
  return *scope ? g_strconcat(scope, "::", name, NULL) : g_strdup(name);
}

const char *
trammel_sdf_shorten(const TrammelSdf *sdf, const char *full)
{
  return sdf->prefix && g_str_has_prefix(full, sdf->prefix) ? full + strlen(sdf->prefix) : full;
}

gboolean
trammel_sdf_read_pose(TrFrame *pose, const TrammelTag *owner, GError **error)
{
  const TrammelTag *tag = trammel_tag_find(owner, "pose");
  gboolean is_quat = g_strcmp0(trammel_tag_get(tag, "rotation_format"), "quat_xyzw") == 0;
  double unit = g_strcmp0(trammel_tag_get(tag, "degrees"), "true") == 0 ? G_PI / 180 : 1;
  double v[7] = {0};
  int n = tag ? trammel_tag_read(tag, tag->text, v, 7, error) : 0, expected = is_quat ? 7 : 6;

  *pose = tr_frame_identity();
  if (n <= 0)
    return n == 0;
  for (int i = 0; i < expected; i++)
    if (n != expected || !isfinite(v[i]))
      return trammel_tag_fail(tag, error, N_("<pose> needs %d finite numbers, found '%.60s'"),
                              expected, tag->text);
  memcpy(pose->position, v, sizeof pose->position);
  if (!is_quat) {
    trammel_quat_from_rpy(pose->quat, (double[]){v[3] * unit, v[4] * unit, v[5] * unit});
    return TRUE;
  }
  memcpy(pose->quat, (double[]){v[6], v[3], v[4], v[5]}, sizeof pose->quat);
  return trammel_quat_unit(pose->quat) ||
         trammel_tag_fail(tag, error, N_("the quaternion of <pose> has no length"));
}

gboolean
trammel_sdf_add_frame(TrammelSdf *sdf,
                      const TrammelTag *tag,
                      const char *scope,
                      const char *name,
                      const char *relative,
                      GError **error)
{
  const char *stated = trammel_tag_get(trammel_tag_find(tag, "pose"), "relative_to");
  g_autofree char *full = trammel_sdf_join(scope, name);
  TrammelSdfFrame *frame;

  if (g_hash_table_contains(sdf->frames, full))
    return trammel_tag_fail(tag, error, N_("there is a second <%s> called '%s'; rename one"),
                            tag->name, name);
  frame = g_new0(TrammelSdfFrame, 1);
  frame->name = g_steal_pointer(&full);
  frame->tag = tag;
  if (stated && *stated)
    relative = stated;
  frame->relative = relative ? trammel_sdf_join(scope, relative) : NULL;
  g_hash_table_insert(sdf->frames, frame->name, frame);
  return trammel_sdf_read_pose(&frame->pose, tag, error);
}

/* Returns the frame that can be resolved next on the way from `frame` to the world, marking those
 * on the way; NULL with an error. */
static TrammelSdfFrame *
follow(TrammelSdf *sdf, GPtrArray *way, TrammelSdfFrame *frame, GError **error)
{
  while (frame->state != 2) {
    TrammelSdfFrame *next;
    if (frame->state == 1) {
      trammel_tag_fail(frame->tag, error,
                       N_("the poses of frames refer to each other in a circle"));
      return NULL;
    }
    frame->state = 1;
    g_ptr_array_add(way, frame);
    if (!frame->relative)
      return frame;
    next = g_hash_table_lookup(sdf->frames, frame->relative);
    if (!next) {
      trammel_tag_fail(frame->tag, error, N_("its pose is relative to '%s', which is not there"),
                       frame->relative);
      return NULL;
    }
    frame = next;
  }
  return frame;
}

gboolean
trammel_sdf_resolve(TrammelSdf *sdf,
                    TrFrame *pose,
                    const char *scope,
                    const char *name,
                    const TrammelTag *tag,
                    GError **error)
{
  g_autofree char *full = trammel_sdf_join(scope, name);
  TrammelSdfFrame *frame = g_hash_table_lookup(sdf->frames, full);
  g_autoptr(GPtrArray) way = g_ptr_array_new();

  if (!frame)
    return trammel_tag_fail(tag, error, N_("there is no link or frame '%s'"), name);
  if (!follow(sdf, way, frame, error))
    return FALSE;
  for (guint i = way->len; i-- > 0;) {
    TrammelSdfFrame *at = g_ptr_array_index(way, i);
    const TrammelSdfFrame *base =
        at->relative ? g_hash_table_lookup(sdf->frames, at->relative) : NULL;
    if (base)
      trammel_frame_compose(&at->pose, &base->pose, &at->pose);
    at->state = 2;
  }
  *pose = frame->pose;
  return TRUE;
}
