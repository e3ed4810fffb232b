/* Notation of values that the user prefers: units that are shown, digits and form of sigma.  Files
 * and entries keep SI units. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SIGMA_PLAIN,    /* 0.0105 and 1.5e-05 */
  TRAMMEL_SIGMA_BRACKETS, /* 0.010509(15): sigma in units of the last digit */
  TRAMMEL_SIGMA_PERCENT   /* 0.0105 and 0.14 % */
} TrammelSigmaForm;

typedef struct {
  gboolean radians, millimetres; /* instead of degrees and metres */
  int sigma_digits;              /* significant digits of sigma, 1 to 3; by it those of the value */
  TrammelSigmaForm sigma_form;
} TrammelNotation;

/* Sets the notation of texts that are made from now on; may be called while others are made. */
void trammel_notation_set(TrammelNotation notation);

/* Returns it; degrees, metres, two digits and plain by default. */
TrammelNotation trammel_notation_get(void);

G_END_DECLS
