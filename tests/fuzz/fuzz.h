/* Fuzz targets: readers of what comes from outside, called with any bytes.  Each target is one file
 * that defines the entry of libFuzzer; replay.c calls the same entry for the files of the corpus.
 *
 * A target asserts what must hold for every input: the reader gives a value or an error with a
 * sentence, what it gives can be used and written, and what was written reads back the same. */
#pragma once

#include <gio/gio.h>
#include <stdint.h>

/* Always 0: any input is of interest. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Before the first input; argv[0] is the running program. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The bytes as a file in memory; its path (static) holds until the next call. */
const char *fuzz_write_file(const uint8_t *data, size_t size);

/* What every failed reader owes: an error with a sentence. */
void fuzz_check_error(const GError *error);
