/* Unwrapping: continuous angles. */
#pragma once

#include <stddef.h>

/* Adds whole turns in place so that neighbours differ by at most half a turn [rad]. */
void tr_unwrap(double *angle, size_t n);
