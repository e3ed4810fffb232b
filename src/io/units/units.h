/* Units of measurement: from text to SI factor and dimension. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_DIMENSION_NONE, /* counts, per cent, "-", "1" */
  TRAMMEL_DIMENSION_ANGLE,
  TRAMMEL_DIMENSION_LENGTH,
  TRAMMEL_DIMENSION_TIME,
  TRAMMEL_DIMENSION_ANGULAR_RATE,
  TRAMMEL_DIMENSION_SPEED,
  TRAMMEL_DIMENSION_ANGULAR_ACCELERATION,
  TRAMMEL_DIMENSION_ACCELERATION,
  TRAMMEL_DIMENSION_FORCE,
  TRAMMEL_DIMENSION_TORQUE,
  TRAMMEL_DIMENSION_MASS,
  TRAMMEL_DIMENSION_VOLTAGE,
  TRAMMEL_DIMENSION_CURRENT,
  TRAMMEL_DIMENSION_FREQUENCY,
} TrammelDimension;

/* Sets factor and dimension: value in SI = factor * value; either may be NULL.  FALSE for an
 * unknown unit.  Spelling is exact except for spaces, "*" and "·" between factors and "^" before
 * powers: "N m", "N*m" and "Nm" are the same, as are "m/s^2" and "m/s2". */
gboolean trammel_unit_parse(const char *text, double *factor, TrammelDimension *dimension);

/* Same as trammel_unit_parse() for a name spelled exactly as in the list; allocates nothing. */
gboolean trammel_unit_find(const char *name, double *factor, TrammelDimension *dimension);

/* Returns the unit that ends a name such as `q1_deg`, `speed_rad_s` or `time_ms`; static, NULL for
 * none.  Single letters count only after a word that they fit, as in `time_s` or `current_A`, since
 * motor_A is a name; so do endings that are words themselves (min, in, sec). *stem is the length of
 * the name before the unit. */
const char *trammel_unit_find_in_name(const char *name, gsize *stem);

/* Returns "an angle", "a length", ..., a part of a sentence (io/base/bilingual.h); static. */
const char *trammel_dimension_describe(TrammelDimension dimension);

G_END_DECLS
