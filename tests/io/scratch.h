/* Scratch folder of a test: made before it, and removed with its content after it. */
#pragma once

#include <glib.h>

typedef struct {
  char *folder;
  char *path; /* of a file in it, which does not exist yet */
} Scratch;

typedef void (*ScratchTest)(Scratch *scratch, gconstpointer data);

/* Adds a test; `name` is that of the file at `path`, and the test's data. */
void scratch_add_test(const char *test, const char *name, ScratchTest function);
