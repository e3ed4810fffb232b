/* MJCF: settings of the compiler, default classes, and attributes with defaults. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "io/import/frames.h"
#include "io/import/mjcf.h"

static gboolean
is_word(const TrammelTag *tag, const char *attribute, const char *word)
{
  return g_strcmp0(trammel_tag_get(tag, attribute), word) == 0;
}

static gboolean
read_compiler(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  const char *sequence = trammel_tag_get(tag, "eulerseq"), *auto_limits, *from;

  if (is_word(tag, "coordinate", "global"))
    return trammel_tag_fail(tag, error,
                            N_("coordinate=\"global\" is no longer part of MJCF and is not read; "
                               "save the model with local coordinates"));
  if (trammel_tag_get(tag, "angle"))
    mjcf->angle = is_word(tag, "angle", "radian") ? 1 : G_PI / 180;
  if (sequence && (strlen(sequence) != 3 || strspn(sequence, "xyzXYZ") != 3))
    return trammel_tag_fail(tag, error,
                            N_("eulerseq=\"%.20s\": expected three of x, y, z, X, Y, Z"), sequence);
  if (sequence)
    g_strlcpy(mjcf->sequence, sequence, sizeof mjcf->sequence);
  auto_limits = trammel_tag_get(tag, "autolimits");
  if (auto_limits)
    mjcf->has_auto_limits = g_str_equal(auto_limits, "true");
  from = trammel_tag_get(tag, "inertiafromgeom");
  if (from)
    mjcf->from_geometry = g_str_equal(from, "true") ? 1 : g_str_equal(from, "false") ? 0 : -1;
  if (trammel_tag_get(tag, "meshdir"))
    mjcf->mesh_folder = trammel_tag_get(tag, "meshdir");
  else if (trammel_tag_get(tag, "assetdir") && !mjcf->mesh_folder)
    mjcf->mesh_folder = trammel_tag_get(tag, "assetdir");
  if (trammel_tag_get(tag, "strippath"))
    mjcf->strips_path = is_word(tag, "strippath", "true");
  if (is_word(tag, "balanceinertia", "true"))
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag, N_("balanceinertia"));
  return trammel_tag_numbers(tag, "boundmass", &mjcf->bound_mass, 1, error) &&
         trammel_tag_numbers(tag, "boundinertia", &mjcf->bound_inertia, 1, error) &&
         trammel_tag_numbers(tag, "settotalmass", &mjcf->total_mass, 1, error);
}

static gboolean
read_option(TrammelMjcf *mjcf, const TrammelTag *tag, GError **error)
{
  TrGravity *gravity = &mjcf->robot->gravity;
  double vector[3] = {0, 0, -gravity->magnitude}, medium[2] = {0};

  if (!trammel_tag_numbers(tag, "gravity", vector, 3, error) ||
      !trammel_tag_numbers(tag, "density", &medium[0], 1, error) ||
      !trammel_tag_numbers(tag, "viscosity", &medium[1], 1, error))
    return FALSE;
  if (medium[0] != 0 || medium[1] != 0)
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, tag,
                       N_("forces of a medium (density, viscosity)"));
  gravity->magnitude = tr_vec3_norm(vector);
  for (int i = 0; i < 3 && gravity->magnitude > 0; i++)
    gravity->direction[i] = vector[i] / gravity->magnitude;
  return TRUE;
}

/* Notes the named classes at and below a <default>. */
static void
note_classes(TrammelMjcf *mjcf, TrammelTag *tag)
{
  const char *name = trammel_tag_get(tag, "class");

  if (name)
    g_hash_table_insert(mjcf->classes, (gpointer)name, tag);
  for (guint i = 0; i < tag->children->len; i++)
    if (trammel_tag_is(trammel_tag_child(tag, i), "default"))
      note_classes(mjcf, trammel_tag_child(tag, i));
}

gboolean
trammel_mjcf_read_settings(TrammelMjcf *mjcf, GError **error)
{
  const TrammelTag *root = mjcf->robot->tags;

  for (guint i = 0; i < root->children->len; i++) {
    TrammelTag *tag = trammel_tag_child(root, i);
    if (trammel_tag_is(tag, "default"))
      note_classes(mjcf, tag);
    if ((trammel_tag_is(tag, "compiler") && !read_compiler(mjcf, tag, error)) ||
        (trammel_tag_is(tag, "option") && !read_option(mjcf, tag, error)))
      return FALSE;
  }
  return TRUE;
}

const TrammelTag *
trammel_mjcf_find_class(const TrammelMjcf *mjcf, const char *name)
{
  return name ? g_hash_table_lookup(mjcf->classes, name) : NULL;
}

static gboolean
is_actuator(const TrammelTag *tag)
{
  static const char *const kinds[] = {"general", "motor",    "position", "velocity", "intvelocity",
                                      "damper",  "cylinder", "muscle",   "adhesion"};

  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (trammel_tag_is(tag, kinds[i]))
      return TRUE;
  return FALSE;
}

/* Returns the child of a <default> that states the attribute, the last one. */
static const TrammelTag *
find_in_class(const TrammelTag *class, const char *kind, const char *attribute)
{
  for (guint i = class->children->len; i-- > 0;) {
    const TrammelTag *child = trammel_tag_child(class, i);
    if ((kind ? trammel_tag_is(child, kind) : is_actuator(child)) &&
        trammel_tag_get(child, attribute))
      return child;
  }
  return NULL;
}

/* Returns the tag that holds an attribute of `tag`: itself, or the default of its class; NULL when
 * there is none.  `scope`: <default> tag of the enclosing `childclass`, nullable.  `kind`: tag in
 * the default class, NULL for that of any actuator. */
static const TrammelTag *
find_holder(const TrammelMjcf *mjcf,
            const TrammelTag *tag,
            const TrammelTag *scope,
            const char *kind,
            const char *attribute)
{
  const TrammelTag *class = trammel_mjcf_find_class(mjcf, trammel_tag_get(tag, "class"));
  const TrammelTag *found = trammel_tag_get(tag, attribute) ? tag : NULL, *root = mjcf->robot->tags;

  for (class = class ? class : scope; !found && class && class->parent != root;
       class = class->parent)
    found = trammel_tag_is(class, "default") ? find_in_class(class, kind, attribute) : NULL;
  /* the outermost defaults hold for all */
  for (guint i = root->children->len; !found && i-- > 0;)
    if (trammel_tag_is(trammel_tag_child(root, i), "default"))
      found = find_in_class(trammel_tag_child(root, i), kind, attribute);
  return found;
}

const char *
trammel_mjcf_text(const TrammelMjcfItem *item, const char *attribute)
{
  return trammel_tag_get(find_holder(item->mjcf, item->tag, item->scope, item->kind, attribute),
                         attribute);
}

int
trammel_mjcf_numbers(
    const TrammelMjcfItem *item, const char *attribute, double *values, guint n, GError **error)
{
  const TrammelTag *tag = find_holder(item->mjcf, item->tag, item->scope, item->kind, attribute);
  int count = tag ? trammel_tag_read(tag, trammel_tag_get(tag, attribute), values, n, error) : 0;

  for (int i = 0; i < MIN(count, (int)n); i++)
    if (!isfinite(values[i])) {
      trammel_tag_fail(tag, error, N_("%s=\"%.60s\": a number is not finite"), attribute,
                       trammel_tag_get(tag, attribute));
      return -1;
    }
  return count;
}

/* ---- orientations ---------------------------------------------------------------------------- */

static gboolean
turn_by_axis(double quat[4], const double v[4], const TrammelMjcf *mjcf)
{
  double length = tr_vec3_norm(v), phi[3];

  if (!(length > 1e-12))
    return FALSE;
  for (int i = 0; i < 3; i++)
    phi[i] = v[i] / length * v[3] * mjcf->angle;
  tr_quat_exp(quat, phi);
  return TRUE;
}

/* Small letters turn about the axes that are turned along, capitals about fixed ones. */
static gboolean
turn_by_euler(double quat[4], const double v[3], const TrammelMjcf *mjcf)
{
  memcpy(quat, (double[]){1, 0, 0, 0}, 4 * sizeof *quat);
  for (int i = 0; i < 3; i++) {
    double phi[3] = {0}, turn[4], product[4];
    gboolean is_fixed = g_ascii_isupper(mjcf->sequence[i]);
    phi[g_ascii_tolower(mjcf->sequence[i]) - 'x'] = v[i] * mjcf->angle;
    tr_quat_exp(turn, phi);
    tr_quat_multiply(product, is_fixed ? turn : quat, is_fixed ? quat : turn);
    memcpy(quat, product, sizeof product);
  }
  return TRUE;
}

static gboolean
turn_by_axes(double quat[4], const double v[6], const TrammelMjcf *mjcf)
{
  double x[3], y[3], z[3], r[9], length = tr_vec3_norm(v);

  for (int i = 0; i < 3; i++)
    x[i] = v[i] / length;
  tr_vec3_copy(y, v + 3);
  tr_vec3_add_scaled(y, y, -tr_vec3_dot(x, y), x);
  if (!(length > 1e-12) || !(tr_vec3_norm(y) > 1e-12))
    return FALSE;
  length = tr_vec3_norm(y);
  for (int i = 0; i < 3; i++)
    y[i] /= length;
  tr_vec3_cross(z, x, y);
  for (int i = 0; i < 3; i++) {
    r[3 * i] = x[i];
    r[3 * i + 1] = y[i];
    r[3 * i + 2] = z[i];
  }
  trammel_quat_from_matrix(quat, r);
  return TRUE;
}

static gboolean
turn_by_z(double quat[4], const double v[3], const TrammelMjcf *mjcf)
{
  return trammel_quat_from_axis(quat, v);
}

static gboolean
turn_by_quat(double quat[4], const double v[4], const TrammelMjcf *mjcf)
{
  memcpy(quat, v, 4 * sizeof *quat);
  return trammel_quat_unit(quat);
}

/* Ways to state an orientation. */
static const struct {
  const char *name;
  int n;
  gboolean (*turn)(double quat[4], const double *v, const TrammelMjcf *mjcf);
} ways[] = {{"axisangle", 4, turn_by_axis},
            {"euler", 3, turn_by_euler},
            {"xyaxes", 6, turn_by_axes},
            {"zaxis", 3, turn_by_z},
            {"quat", 4, turn_by_quat}};

static gboolean
read_way(const TrammelMjcfItem *item, gsize way, double quat[4], GError **error)
{
  double values[6] = {0};
  int n = trammel_mjcf_numbers(item, ways[way].name, values, 6, error);

  if (n < 0)
    return FALSE;
  if (n != ways[way].n || !ways[way].turn(quat, values, item->mjcf))
    return trammel_tag_fail(item->tag, error, N_("%s=\"%.60s\" is no orientation"), ways[way].name,
                            trammel_mjcf_text(item, ways[way].name));
  return TRUE;
}

gboolean
trammel_mjcf_frame(const TrammelMjcfItem *item, TrFrame *frame, GError **error)
{
  int n;

  *frame = tr_frame_identity();
  n = trammel_mjcf_numbers(item, "pos", frame->position, 3, error);
  if (n != 0 && n != 3)
    return n < 0 ? FALSE
                 : trammel_tag_fail(item->tag, error,
                                    N_("<%s %s=\"%.60s\">: expected %u numbers, found %d"),
                                    item->tag->name, "pos", trammel_mjcf_text(item, "pos"), 3u, n);
  for (gsize i = 0; i < G_N_ELEMENTS(ways); i++)
    if (trammel_tag_get(item->tag, ways[i].name))
      return read_way(item, i, frame->quat, error);
  for (gsize i = 0; i < G_N_ELEMENTS(ways); i++)
    if (trammel_mjcf_text(item, ways[i].name))
      return read_way(item, i, frame->quat, error);
  return TRUE;
}
