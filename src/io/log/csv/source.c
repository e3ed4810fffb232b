#include "io/log/csv/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/base/plain_file.h"
#include "io/base/queue.h"

enum {
  BLOCK_BYTES = 1024 * 1024,
  N_BLOCKS = 4,
  MAX_LINE_BYTES = 1024 * 1024,
  MAX_SPLIT_BYTES = 8, /* bytes of a character split between two blocks */
  /* an unfinished line, and a block whose characters of 2 bytes become 3 */
  BUFFER_BYTES = MAX_LINE_BYTES + BLOCK_BYTES / 2 * 3 + MAX_SPLIT_BYTES * 4,
};

typedef struct {
  gsize length;
  int error; /* errno, 0 = none */
  char data[BLOCK_BYTES];
} Block;

struct _TrammelCsvSource {
  char *name; /* of the file, without folders */
  char *encoding;
  int file;

  GThread *thread;            /* NULL when it has been joined */
  TrammelQueue *empty, *full; /* of Block */
  int stop;                   /* atomic */
  gboolean hashes;
  GChecksum *hash; /* belongs to the thread while it runs */

  gsize size, n_read;    /* bytes of the file, and bytes received */
  gboolean begun, ended; /* the first block, and the last one, have arrived */
  GIConv converter;      /* NULL: the bytes are the text */
  char split[MAX_SPLIT_BYTES];
  gsize n_split;

  char *buffer;
  const char *at, *end; /* text not yet returned */
  const char *lf, *cr;  /* the next of each in [at, end], where end = none; NULL = unknown */
  const char *nul;      /* the first byte of 0, NULL = none */
  gsize line;
};

static gsize
fill_block(Block *block, int file)
{
  gsize n = 0;

  block->error = 0;
  while (n < BLOCK_BYTES) {
    gssize got = read(file, block->data + n, BLOCK_BYTES - n);

    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      block->error = errno;
    if (got <= 0)
      break;
    n += (gsize)got;
  }
  block->length = n;
  return n;
}

/* Reads and hashes blocks; the other thread already reads a block while it is hashed, and only this
 * thread reuses it. */
static gpointer
read_blocks(gpointer data)
{
  TrammelCsvSource *source = data;
  gsize n;

  do {
    Block *block = trammel_queue_pop(source->empty);

    if (g_atomic_int_get(&source->stop)) {
      trammel_queue_push(source->empty, block);
      return NULL;
    }
    n = fill_block(block, source->file);
    trammel_queue_push(source->full, block);
    if (source->hashes)
      g_checksum_update(source->hash, (const guchar *)block->data, (gssize)n);
  } while (n == BLOCK_BYTES);
  return NULL;
}

static void
start_thread(TrammelCsvSource *source)
{
  g_atomic_int_set(&source->stop, FALSE);
  source->thread = g_thread_new("csv", read_blocks, source);
}

static void
stop_thread(TrammelCsvSource *source)
{
  gpointer block;

  if (!source->thread)
    return;
  g_atomic_int_set(&source->stop, TRUE);
  while ((block = trammel_queue_try_pop(source->full)))
    trammel_queue_push(source->empty, block);
  g_thread_join(g_steal_pointer(&source->thread));
  while ((block = trammel_queue_try_pop(source->full)))
    trammel_queue_push(source->empty, block);
}

static gboolean
check_encoding(const char *name, const char *encoding, GError **error)
{
  GIConv converter = encoding ? g_iconv_open("UTF-8", encoding) : NULL;

  if (converter == (GIConv)-1) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s: there is no encoding '%s'; expected a name such as UTF-8, ISO-8859-1 or "
                      "UTF-16LE",
                      name, encoding);
    return FALSE;
  }
  if (converter)
    g_iconv_close(converter);
  return TRUE;
}

void
trammel_csv_source_free(TrammelCsvSource *source)
{
  stop_thread(source);
  close(source->file);
  trammel_queue_free(source->empty);
  trammel_queue_free(source->full);
  g_checksum_free(source->hash);
  if (source->converter)
    g_iconv_close(source->converter);
  g_free(source->buffer);
  g_free(source->encoding);
  g_free(source->name);
  g_free(source);
}

/* Returns the encoding of a text that looks like UTF-16: mostly ASCII, with every second byte 0. */
static const char *
guess_wide(const char *data, gsize n)
{
  gsize zeros[2] = {0};

  n = MIN(n, 4096) / 2 * 2;
  for (gsize i = 0; i < n; i++)
    zeros[i % 2] += data[i] == '\0';
  if (n >= 8 && zeros[0] == 0 && 10 * zeros[1] > 9 * (n / 2))
    return "UTF-16LE";
  if (n >= 8 && zeros[1] == 0 && 10 * zeros[0] > 9 * (n / 2))
    return "UTF-16BE";
  return NULL;
}

/* Detects the encoding of the text; returns the length of its byte order mark. */
static gsize
begin_text(TrammelCsvSource *source, const char *data, gsize n)
{
  const char *wide = NULL;
  gsize mark = 0;

  if (n >= 2 && (memcmp(data, "\xff\xfe", 2) == 0 || memcmp(data, "\xfe\xff", 2) == 0)) {
    wide = data[0] == '\xff' ? "UTF-16LE" : "UTF-16BE";
    mark = 2;
  } else if (n >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) {
    mark = 3;
  } else if (source->encoding && (g_ascii_strncasecmp(source->encoding, "UTF-16", 6) == 0 ||
                                  g_ascii_strncasecmp(source->encoding, "UTF-32", 6) == 0 ||
                                  g_ascii_strncasecmp(source->encoding, "UCS-", 4) == 0)) {
    wide = source->encoding;
  } else if (!source->encoding) {
    wide = guess_wide(data, n);
  }
  if (source->converter)
    g_iconv_close(g_steal_pointer(&source->converter));
  if (wide)
    source->converter = g_iconv_open("UTF-8", wide);
  source->begun = TRUE;
  return mark;
}

/* Appends text in UTF-8; invalid characters become question marks. */
static char *
convert(TrammelCsvSource *source, char *to, char *from, gsize n)
{
  gsize room = BUFFER_BYTES - (gsize)(to - source->buffer);

  while (n > 0 && g_iconv(source->converter, &from, &n, &to, &room) == (gsize)-1) {
    if (errno != EILSEQ || n < 2 || room == 0)
      break;
    from += 2;
    n -= 2;
    *to++ = '?';
    room--;
  }
  source->n_split = MIN(n, MAX_SPLIT_BYTES / 2);
  if (source->n_split > 0)
    memcpy(source->split, from, source->n_split);
  return to;
}

static void
append_block(TrammelCsvSource *source, const Block *block)
{
  gsize mark = source->begun ? 0 : begin_text(source, block->data, block->length);
  char *to = source->buffer + (source->end - source->buffer);
  gsize n = block->length - mark;

  if (n == 0)
    return;
  if (source->converter) {
    g_autofree char *joined = g_malloc(source->n_split + n);

    memcpy(joined, source->split, source->n_split);
    memcpy(joined + source->n_split, block->data + mark, n);
    source->end = convert(source, to, joined, source->n_split + n);
  } else {
    memcpy(to, block->data + mark, n);
    source->end = to + n;
  }
}

/* Fails for data that are not a line of text, from `at` to at least `stop`. */
static gboolean
check_line(const TrammelCsvSource *source, const char *stop, GError **error)
{
  gsize line = source->line + 1;

  if (source->nul && source->nul < stop) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s, line %zu: bytes of 0, which no text has; the file is damaged or is "
                      "neither CSV nor MAT",
                      source->name, line);
    return FALSE;
  }
  if (stop - source->at > MAX_LINE_BYTES) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                      "%s, line %zu: the line is longer than %d bytes; this is not a table of "
                      "numbers",
                      source->name, line, MAX_LINE_BYTES);
    return FALSE;
  }
  return TRUE;
}

/* Moves the remaining text to the front and appends another block. */
static gboolean
refill(TrammelCsvSource *source, GError **error)
{
  gsize left = (gsize)(source->end - source->at);
  Block *block;
  int failure;

  if (!check_line(source, source->end, error))
    return FALSE;
  memmove(source->buffer, source->at, left);
  source->at = source->buffer;
  source->end = source->buffer + left;
  block = trammel_queue_pop(source->full);
  append_block(source, block);
  source->ended = block->length < BLOCK_BYTES;
  source->n_read += block->length;
  failure = block->error;
  trammel_queue_push(source->empty, block);
  source->lf = source->cr = NULL;
  source->nul = memchr(source->at, '\0', (gsize)(source->end - source->at));
  if (failure == 0)
    return TRUE;
  trammel_error_set_unreadable(error, source->name, failure);
  return FALSE;
}

TrammelCsvSource *
trammel_csv_source_open(const char *path, const char *encoding, GError **error)
{
  g_autofree char *name = g_path_get_basename(path);
  TrammelCsvSource *source;
  struct stat info;
  int file;

  if (!check_encoding(name, encoding, error) || (file = trammel_plain_file_open(path, error)) < 0)
    return NULL;
  source = g_new0(TrammelCsvSource, 1);
  source->name = g_steal_pointer(&name);
  source->encoding = g_strdup(encoding);
  source->file = file;
  source->size = fstat(file, &info) == 0 ? (gsize)info.st_size : 0;
  source->empty = trammel_queue_new(N_BLOCKS, g_free);
  source->full = trammel_queue_new(N_BLOCKS, g_free);
  for (int i = 0; i < N_BLOCKS; i++)
    trammel_queue_push(source->empty, g_new(Block, 1));
  source->hashes = TRUE;
  source->hash = g_checksum_new(G_CHECKSUM_SHA256);
  source->buffer = g_malloc(BUFFER_BYTES);
  source->at = source->end = source->buffer;
  start_thread(source);
  if (!refill(source, error))
    g_clear_pointer(&source, trammel_csv_source_free);
  return source;
}

/* Returns the next `c` in [at, end], end if there is none. */
static const char *
find_next(const TrammelCsvSource *source, const char *known, char c)
{
  const char *found;

  if (known && known >= source->at)
    return known;
  found = memchr(source->at, c, (gsize)(source->end - source->at));
  return found ? found : source->end;
}

/* Returns the end of the line, NULL for an error. */
static const char *
find_line_end(TrammelCsvSource *source, GError **error)
{
  for (;;) {
    const char *stop;

    source->lf = find_next(source, source->lf, '\n');
    source->cr = find_next(source, source->cr, '\r');
    stop = MIN(source->lf, source->cr);
    /* a CR may be followed by an LF */
    if (source->ended || stop + (stop == source->cr) < source->end)
      return stop;
    if (!refill(source, error))
      return NULL;
  }
}

gboolean
trammel_csv_source_next_line(TrammelCsvSource *source, TrammelSpan *line, GError **error)
{
  const char *stop = find_line_end(source, error);

  if (!stop || (source->at == source->end && source->ended))
    return FALSE;
  if (!check_line(source, stop, error))
    return FALSE;
  source->line++;
  line->text = source->at;
  line->length = (gsize)(stop - source->at);
  if (stop + 1 < source->end && stop[0] == '\r' && stop[1] == '\n')
    stop++;
  source->at = stop < source->end ? stop + 1 : source->end;
  return TRUE;
}

gsize
trammel_csv_source_get_line(const TrammelCsvSource *source)
{
  return source->line;
}

TrammelSpan
trammel_csv_source_peek(const TrammelCsvSource *source)
{
  return (TrammelSpan){source->at, (gsize)(source->end - source->at)};
}

double
trammel_csv_source_get_share(const TrammelCsvSource *source)
{
  gsize left = (gsize)(source->end - source->at);

  if (source->size == 0 || source->n_read <= left)
    return 0;
  return MIN((double)(source->n_read - left) / (double)source->size, 1);
}

gboolean
trammel_csv_source_is_converted(const TrammelCsvSource *source)
{
  return source->converter != NULL;
}

gboolean
trammel_csv_source_rewind(TrammelCsvSource *source, GError **error)
{
  stop_thread(source);
  if (lseek(source->file, 0, SEEK_SET) != 0) {
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s cannot be read twice: %s", source->name,
                      g_strerror(errno));
    return FALSE;
  }
  source->hashes = FALSE;
  source->begun = source->ended = FALSE;
  source->n_split = source->n_read = 0;
  source->at = source->end = source->buffer;
  source->lf = source->cr = source->nul = NULL;
  source->line = 0;
  start_thread(source);
  return TRUE;
}

const char *
trammel_csv_source_get_sha256(TrammelCsvSource *source)
{
  g_return_val_if_fail(source->ended || !source->hashes, NULL);
  if (source->thread && source->ended)
    g_thread_join(g_steal_pointer(&source->thread));
  return g_checksum_get_string(source->hash);
}
