/* Fuzz target of the answers of the MAT helper: this program is the reader and, started again by
 * it, the helper that sends the input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/log/mat/stream.h"

/* Enough of a MAT file for the reader to start the helper. */
#define HEADER "MATLAB 5.0 MAT-file, "

/* Name under which this program is the helper. */
#define LINK "answering-helper"

static char *answer, *folder, *helper;

static void
remove_link(void)
{
  unlink(helper);
  rmdir(folder);
}

/* Acts as the helper: sends the content of FILE after its header. */
static void
say(const char *file)
{
  g_autofree char *text = NULL;
  gsize size;

  if (!g_file_get_contents(file, &text, &size, NULL) || size < 128)
    _exit(EXIT_FAILURE);
  fwrite(TRAMMEL_MAT_MAGIC, 1, strlen(TRAMMEL_MAT_MAGIC), stdout);
  fwrite(text + 128, 1, size - 128, stdout);
  fflush(stdout);
  _exit(EXIT_SUCCESS);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  if (g_str_has_suffix((*argv)[0], LINK))
    say((*argv)[1]);
  g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
  folder = g_dir_make_tmp("trammel-fuzz-XXXXXX", NULL);
  helper = g_build_filename(folder, LINK, NULL);
  g_assert_cmpint(symlink(self, helper), ==, 0);
  g_setenv("TRAMMEL_MAT_HELPER", helper, TRUE);
  atexit(remove_link);
  return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GError) error = NULL;

  answer = g_realloc(answer, 128 + size);
  memset(answer, ' ', 128);
  memcpy(answer, HEADER, strlen(HEADER));
  memcpy(answer + 124, "\0\1IM", 4);
  memcpy(answer + 128, data, size);
  g_autoptr(TrammelDataset) dataset =
      trammel_dataset_load(fuzz_write_file((uint8_t *)answer, 128 + size), NULL, NULL, &error);
  if (!dataset)
    fuzz_check_error(error);
  return 0;
}
