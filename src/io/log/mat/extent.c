#include "io/log/mat/extent.h"

#include <stdio.h>
#include <string.h>

enum {
  V5_HEADER = 128,
  V5_SUBSYSTEM = 116, /* offset of the block that holds the data of class objects */
  V5_TAG = 8,
  HDF5_AT = 512, /* after MATLAB's header */
  HDF5_HEAD = 52,
  V4_HEADER = 20,
  V4_MAX_TYPE = 4052,
};

static uint32_t
get_word(const unsigned char *at, bool big)
{
  return big ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]
             : (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static bool
read_at(FILE *file, uint64_t offset, unsigned char *to, size_t size)
{
  return fseeko(file, (off_t)offset, SEEK_SET) == 0 && fread(to, size, 1, file) == 1;
}

/* Sets the bytes of the block after its head; false when the head is invalid. */
typedef bool (*GetLength)(const unsigned char *head, bool big, uint64_t *length);

static bool
get_v5_length(const unsigned char *head, bool big, uint64_t *length)
{
  *length = get_word(head + 4, big);
  return true;
}

/* type is MOPT in decimal: byte order, 0, precision, kind of matrix */
static bool
get_v4_length(const unsigned char *head, bool big, uint64_t *length)
{
  static const unsigned sizes[] = {8, 4, 4, 2, 2, 1};
  uint32_t type = get_word(head, big), rows = get_word(head + 4, big);
  uint32_t columns = get_word(head + 8, big), imaginary = get_word(head + 12, big);
  uint64_t n = (uint64_t)rows * columns;

  if (type > V4_MAX_TYPE || type / 10 % 10 > 5 || rows > INT32_MAX || columns > INT32_MAX)
    return false;
  if (n > UINT64_MAX / 32)
    return false;
  *length = get_word(head + 16, big) + n * sizes[type / 10 % 10] * (imaginary ? 2 : 1);
  return true;
}

static void
follow_chain(
    TrammelMatExtent *out, FILE *file, bool big, size_t head_size, GetLength get, uint64_t skip)
{
  unsigned char head[V4_HEADER];
  uint64_t at = head_size == V5_TAG ? V5_HEADER : 0, size, length;

  out->known = out->counted = true;
  if (fseeko(file, 0, SEEK_END) != 0)
    return;
  size = (uint64_t)ftello(file);
  while (at < size) {
    if (at != skip)
      out->n++;
    if (!read_at(file, at, head, head_size) || !get(head, big, &length) ||
        length > size - at - head_size)
      return;
    at += head_size + length;
  }
  out->complete = true;
}

static uint64_t
get_long(const unsigned char *at)
{
  return (uint64_t)get_word(at + 4, false) << 32 | get_word(at, false);
}

/* Reads the superblock of HDF5 in its versions 0 to 3 with addresses of 8 bytes; others stay
 * unknown. */
static void
measure_hdf5(TrammelMatExtent *out, FILE *file)
{
  unsigned char head[HDF5_HEAD] = {0};
  uint64_t end = 0;

  if (!read_at(file, HDF5_AT, head, sizeof head) || memcmp(head, "\x89HDF\r\n\x1a\n", 8) != 0) {
    out->known = true;
    return;
  }
  if (head[8] <= 1 && head[13] == 8)
    end = get_long(head + (head[8] == 0 ? 40 : 44));
  else if (head[8] <= 3 && head[9] == 8)
    end = get_long(head + 28);
  if (end == 0 || fseeko(file, 0, SEEK_END) != 0)
    return;
  out->known = true;
  out->complete = (uint64_t)ftello(file) >= end;
}

static void
measure(TrammelMatExtent *out, FILE *file)
{
  unsigned char head[V5_HEADER];
  size_t n = fread(head, 1, sizeof head, file);
  bool v5 =
      n == sizeof head && (memcmp(head + 126, "IM", 2) == 0 || memcmp(head + 126, "MI", 2) == 0);
  bool big = v5 ? head[126] == 'M' : n >= V4_HEADER && get_word(head, false) > V4_MAX_TYPE;

  if (v5 && head[big ? 124 : 125] == 1) {
    uint64_t low = get_word(head + V5_SUBSYSTEM, big),
             high = get_word(head + V5_SUBSYSTEM + 4, big);

    follow_chain(out, file, big, V5_TAG, get_v5_length, big ? low << 32 | high : high << 32 | low);
  } else if (v5 && head[big ? 124 : 125] == 2) {
    measure_hdf5(out, file);
  } else if (!v5 && n >= V4_HEADER && get_word(head, big) <= V4_MAX_TYPE) {
    follow_chain(out, file, big, V4_HEADER, get_v4_length, UINT64_MAX);
  }
}

TrammelMatExtent
trammel_mat_measure(const char *path)
{
  TrammelMatExtent out = {.known = false};
  FILE *file = fopen(path, "rb");

  if (file) {
    measure(&out, file);
    fclose(file);
  }
  return out;
}
