/* Archive of a fit: all its numbers and motions as bytes, so that a kept run can be shown again
 * without a new fit.
 *
 * The bytes are those of this program on this machine.  They begin with a fingerprint of the
 * program's data types and end with a checksum; bytes of another program, or damaged ones, are
 * refused. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns the archive of a fit (transfer full). */
GBytes *trammel_fit_archive_new(const TrFit *fit);

/* Returns the fit of an archive, to be freed with tr_fit_free(); NULL if the bytes are no archive
 * of a fit of this problem. */
TrFit *trammel_fit_archive_read(const TrammelProblem *problem, GBytes *bytes);

G_END_DECLS
