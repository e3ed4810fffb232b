/* Fuzz target of MAT files: the helper may crash, the program may not. */
#include "fuzz/fuzz.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset =
      trammel_dataset_load(fuzz_write_file(data, size), NULL, NULL, &error);

  if (!dataset)
    fuzz_check_error(error);
  return 0;
}
