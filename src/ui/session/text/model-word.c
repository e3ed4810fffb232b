#include "ui/session/text/model-word.h"

#include <glib/gi18n.h>

static const struct {
  const char *word, *label;
} labels[] = {
    /* joints */
    {"hinge", N_("hinge")},
    {"slide", N_("slide")},
    {"fixed", N_("fixed joint")},
    {"ball", N_("ball joint")},
    {"universal", N_("universal joint")},
    {"cylindrical", N_("cylindrical joint")},
    {"planar", N_("planar joint")},
    {"free", N_("free body")},
    {"distance", N_("distance")},
    {"spring", N_("spring")},
    {"point-on-line", N_("point on a line")},
    {"along", N_("along an axis")},
    {"about", N_("about an axis")},
    {"gear", N_("gear")},
    {"rolling", N_("rolling without slip")},
    /* sensors */
    {"joint-position", N_("joint position")},
    {"joint-velocity", N_("joint velocity")},
    {"joint-torque", N_("joint torque")},
    {"point-position", N_("point position")},
    {"body-orientation", N_("body orientation")},
    {"body-pose", N_("body pose")},
    {"gyro", N_("gyro")},
    {"accelerometer", N_("accelerometer")},
    /* friction, losses, drives, inertias */
    {"none", N_("none")},
    {"viscous", N_("viscous")},
    {"coulomb", N_("Coulomb")},
    {"stribeck", N_("Stribeck")},
    {"tanh", N_("tanh")},
    {"force", N_("force")},
    {"position", N_("position")},
    {"velocity", N_("velocity")},
    {"acceleration", N_("acceleration")},
    {"huber", N_("Huber")},
    {"cauchy", N_("Cauchy")},
    {"student", N_("Student's t")},
    {"settings", N_("as in Settings")},
    {"principal", N_("principal moments")},
    {"full", N_("all six elements")},
    {"world", N_("world")},
    /* shapes */
    {"box", N_("box")},
    {"sphere", N_("sphere")},
    {"capsule", N_("capsule")},
    {"mesh", N_("mesh")},
    {"cylinder", N_("cylinder")},
};

const char *
trammel_model_word(const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS(labels); i++)
    if (g_str_equal(labels[i].word, word))
      return _(labels[i].label);
  return word;
}
