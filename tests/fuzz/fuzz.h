/* Fuzz targets: readers of external data, called with any bytes.  Each target is one file that
 * defines the entry of libFuzzer; replay.c calls the same entry for the files of the corpus.
 *
 * A target asserts properties of every input: the reader gives a value or an error with a sentence,
 * the value can be used and written, and the written text reads back the same. */
#pragma once

#include <gio/gio.h>
#include <stdint.h>

/* Runs one input; returns 0, because any input is of interest. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Initialises the target before the first input; argv[0] is the running program. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Returns the path (static) of a file in memory with the bytes, valid until the next call. */
const char *fuzz_write_file(const uint8_t *data, size_t size);

/* Asserts that a failed reader has set an error with a sentence. */
void fuzz_check_error(const GError *error);
