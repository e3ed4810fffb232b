#include "io/base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/base/plain_file.h"
#include "io/base/replaced_file.h"

enum { BLOCK_BYTES = 256 * 1024 };

/* Appends the rest of the file, up to one byte more than `most`; FALSE with the reason in errno. */
static gboolean
read_blocks(GByteArray *text, int file, guint most)
{
  while (text->len <= most) {
    guint before = text->len;
    guint room = MIN((guint)BLOCK_BYTES, most + 1 - before);

    g_byte_array_set_size(text, before + room);
    gssize n = read(file, text->data + before, room);
    g_byte_array_set_size(text, before + (guint)MAX(n, 0));
    if (n == 0)
      return TRUE;
    if (n < 0 && errno != EINTR)
      return FALSE;
  }
  return TRUE;
}

static gboolean
fail(const char *path, int reason, GError **error)
{
  trammel_error_set_unreadable(error, path, reason);
  return FALSE;
}

static int
open_file(const char *path, GError **error)
{
  int file = g_open(path, O_RDONLY | O_CLOEXEC, 0);

  if (file < 0)
    fail(path, errno, error);
  return file;
}

static gboolean
read_file(GByteArray *text, int file, const char *path, GError **error)
{
  if (!read_blocks(text, file, TRAMMEL_WHOLE_FILE_MOST))
    return fail(path, errno, error);
  if (text->len <= TRAMMEL_WHOLE_FILE_MOST)
    return TRUE;
  g_autofree char *size = g_format_size(TRAMMEL_WHOLE_FILE_MOST);
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s is larger than %s, the limit for such files; choose another", path, size);
  return FALSE;
}

/* Reads and closes the file (-1 with `error` set: none). */
static char *
read_and_close(int file, const char *path, gsize *length, GError **error)
{
  if (file < 0)
    return NULL;
  GByteArray *text = g_byte_array_new();
  gboolean is_read = read_file(text, file, path, error);
  g_close(file, NULL);
  if (!is_read) {
    g_byte_array_unref(text);
    return NULL;
  }
  *length = text->len;
  g_byte_array_append(text, (const guint8 *)"", 1);
  return (char *)g_byte_array_free(text, FALSE);
}

char *
trammel_whole_file_read(const char *path, gsize *length, GError **error)
{
  return read_and_close(open_file(path, error), path, length, error);
}

char *
trammel_whole_file_read_plain(const char *path, gsize *length, GError **error)
{
  return read_and_close(trammel_plain_file_open(path, error), path, length, error);
}

/* Returns the reason in GLib's message, after the name of its temporary file. */
static const char *
find_reason(const GError *fault)
{
  const char *colon = strrchr(fault->message, ':');

  return colon && colon[1] == ' ' ? colon + 2 : fault->message;
}

static gboolean
fail_write(const char *path, int code, const char *reason, GError **error)
{
  g_set_error(error, G_FILE_ERROR, code,
              code == G_FILE_ERROR_NOSPC
                  ? _("%s cannot be written: %s; make room, or choose another place")
                  : _("%s cannot be written: %s; choose another place"),
              path, reason);
  return FALSE;
}

static gboolean
write_file(const char *path, gconstpointer data, gsize length, int mode, GError **error)
{
  g_autoptr(GError) fault = NULL;

  return g_file_set_contents_full(path, data, (gssize)length,
                                  G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                  mode, &fault) ||
         fail_write(path, fault->code, find_reason(fault), error);
}

static gboolean
write_blocks(int file, const char *data, gsize length)
{
  while (length > 0) {
    gssize n = write(file, data, length);

    if (n < 0 && errno != EINTR)
      return FALSE;
    data += MAX(n, 0);
    length -= (gsize)MAX(n, 0);
  }
  return TRUE;
}

static gboolean
write_to_device(const char *path, gconstpointer data, gsize length, GError **error)
{
  int file = g_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
  gboolean is_done = file >= 0 && write_blocks(file, data, length);
  int reason = errno;

  if (file >= 0)
    g_close(file, NULL);
  return is_done || fail_write(path, g_file_error_from_errno(reason), g_strerror(reason), error);
}

gboolean
trammel_whole_file_write(const char *path, gconstpointer data, gsize length, GError **error)
{
  g_auto(TrammelReplacedFile) old = {0};

  trammel_replaced_file_init(&old, path);
  if (old.is_device)
    return write_to_device(path, data, length, error);
  if (!write_file(old.path, data, length, trammel_replaced_file_get_mode(&old), error))
    return FALSE;
  trammel_replaced_file_settle(&old);
  return TRUE;
}

gboolean
trammel_whole_file_write_bytes(const char *path, GBytes *bytes, GError **error)
{
  gsize length;
  gconstpointer data = g_bytes_get_data(bytes, &length);

  return trammel_whole_file_write(path, data, length, error);
}

gboolean
trammel_whole_file_write_private(const char *path, gconstpointer data, gsize length, GError **error)
{
  return write_file(path, data, length, 0600, error);
}
