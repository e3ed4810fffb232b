/* Traversal of a Matio variable: writes its leaves with MATLAB paths as records (mat/stream.h) on
 * standard output.  Part of the helper process; a failed write ends it. */
#pragma once

#include <matio.h>

#include "io/log/mat/stream.h"

/* Structs become a.b, struct arrays a(2).b, cells c{3}, matrices of them a(2,3).b and c{2,3};
 * `path` is that of `variable`, which may be NULL. */
void trammel_mat_walk(const char *path, matvar_t *variable);

void trammel_mat_put_skipped(const char *path);
void trammel_mat_put_note(const char *path, TrammelMatNote note, uint64_t detail);
void trammel_mat_put_failure(TrammelMatFailure failure, uint64_t variable);
void trammel_mat_put_start(void);
void trammel_mat_put_end(void);
