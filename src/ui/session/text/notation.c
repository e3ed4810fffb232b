#include "ui/session/text/notation.h"

/* Bits of the notation in one number, which other threads read. */
enum { RADIANS = 1, MILLIMETRES = 2, FORM_SHIFT = 2, FORM_MASK = 3, DIGITS_SHIFT = 4 };

static int packed = 2 << DIGITS_SHIFT;

void
trammel_notation_set(TrammelNotation notation)
{
  int digits = CLAMP(notation.sigma_digits, 1, 3);

  g_atomic_int_set(&packed, (notation.radians ? RADIANS : 0) |
                                (notation.millimetres ? MILLIMETRES : 0) |
                                ((int)notation.sigma_form << FORM_SHIFT) | digits << DIGITS_SHIFT);
}

TrammelNotation
trammel_notation_get(void)
{
  int now = g_atomic_int_get(&packed);

  return (TrammelNotation){.radians = (now & RADIANS) != 0,
                           .millimetres = (now & MILLIMETRES) != 0,
                           .sigma_digits = now >> DIGITS_SHIFT,
                           .sigma_form = (TrammelSigmaForm)((now >> FORM_SHIFT) & FORM_MASK)};
}
