/* Writing of packed projects. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/base/replaced_file.h"
#include "io/packed/locale.h"
#include "io/packed/packed.h"

/* Level 3 takes less than half the time of the default level 6 for logs, and a tenth more space. */
#define OPTIONS "zip:hdrcharset=UTF-8,zip:compression=deflate,zip:compression-level=3"

enum { BLOCK_BYTES = 64 * 1024 };

typedef struct {
  const char *path; /* final path */
  const TrammelPackedLimits *limits;
  struct archive *archive;
  guint64 n_bytes;
} Writer;

/* Sets an error with libarchive's message; it has none if it could not allocate memory. */
static gboolean
fail(const Writer *writer, GError **error)
{
  const char *reason = archive_error_string(writer->archive);

  trammel_error_set(error, TRAMMEL_ERROR_FAILED,
                    "%s cannot be written: %s; choose another place, or make room", writer->path,
                    reason ? reason : g_strerror(ENOMEM));
  return FALSE;
}

static gboolean
fail_source(const char *source, const char *reason, GError **error)
{
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s cannot be packed: %s", source, reason);
  return FALSE;
}

static gboolean
check_size(Writer *writer, guint64 size, GError **error)
{
  writer->n_bytes += size;
  if (writer->n_bytes <= writer->limits->bytes)
    return TRUE;
  g_autofree char *most = g_format_size(writer->limits->bytes);
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "%s: project and logs are larger than %s, the limit for a packed project; save it unpacked",
      writer->path, most);
  return FALSE;
}

static gboolean
begin_entry(Writer *writer, const char *name, gint64 size, time_t time, GError **error)
{
  struct archive_entry *entry = trammel_need_memory(archive_entry_new());

  archive_entry_set_pathname_utf8(entry, name);
  archive_entry_set_size(entry, size);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_mtime(entry, time, 0);
  int status = archive_write_header(writer->archive, entry);
  archive_entry_free(entry);
  return status == ARCHIVE_OK || fail(writer, error);
}

static gboolean
write_text(Writer *writer, const TrammelPackedMember *member, GError **error)
{
  gsize length = strlen(member->text);

  if (!check_size(writer, length, error) ||
      !begin_entry(writer, member->name, (gint64)length, time(NULL), error))
    return FALSE;
  return archive_write_data(writer->archive, member->text, length) == (la_ssize_t)length ||
         fail(writer, error);
}

static gboolean
copy_content(Writer *writer, int file, guint64 size, const char *source, GError **error)
{
  g_autofree char *block = g_malloc(BLOCK_BYTES);

  for (guint64 done = 0; done < size;) {
    ssize_t n = read(file, block, (size_t)MIN(size - done, (guint64)BLOCK_BYTES));
    if (n <= 0)
      return fail_source(
          source, n < 0 ? g_strerror(errno) : "it became shorter meanwhile; try again", error);
    if (archive_write_data(writer->archive, block, (size_t)n) != n)
      return fail(writer, error);
    done += (guint64)n;
  }
  return TRUE;
}

static gboolean
write_source(Writer *writer, const TrammelPackedMember *member, GError **error)
{
  int file = g_open(member->source, O_RDONLY | O_CLOEXEC, 0);
  struct stat info;

  if (file < 0 || fstat(file, &info) != 0)
    return fail_source(member->source, g_strerror(errno), error);
  gboolean is_done =
      (S_ISREG(info.st_mode) || fail_source(member->source, "it is not a file", error)) &&
      check_size(writer, (guint64)info.st_size, error) &&
      begin_entry(writer, member->name, info.st_size, info.st_mtime, error) &&
      copy_content(writer, file, (guint64)info.st_size, member->source, error);
  g_close(file, NULL);
  return is_done;
}

static gboolean
write_all(Writer *writer, int file, const TrammelPackedMember *members, guint n, GError **error)
{
  archive_write_set_bytes_in_last_block(writer->archive, 1); /* no zeros after the end */
  if (archive_write_set_format_zip(writer->archive) != ARCHIVE_OK ||
      archive_write_set_options(writer->archive, OPTIONS) != ARCHIVE_OK ||
      archive_write_open_fd(writer->archive, file) != ARCHIVE_OK)
    return fail(writer, error);
  for (guint i = 0; i < n; i++)
    if (!(members[i].source ? write_source : write_text)(writer, &members[i], error))
      return FALSE;
  return archive_write_close(writer->archive) == ARCHIVE_OK || fail(writer, error);
}

static gboolean
write_archive(Writer *writer, int file, const TrammelPackedMember *members, guint n, GError **error)
{
  locale_t before = trammel_packed_enter_utf8();

  writer->archive = trammel_need_memory(archive_write_new());
  gboolean is_done = write_all(writer, file, members, n, error);
  archive_write_free(writer->archive); /* also closes an open archive: only this frees all memory */
  trammel_packed_leave_utf8(before);
  return is_done;
}

static gboolean
fail_file(const char *path, int reason, GError **error)
{
  trammel_error_set(error, TRAMMEL_ERROR_FAILED, "%s cannot be written: %s; choose another place",
                    path, g_strerror(reason));
  return FALSE;
}

/* Fails for a name that a zip file cannot hold as UTF-8: libarchive crashes on it. */
static gboolean
check_names(const char *path, const TrammelPackedMember *members, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    if (g_utf8_validate(members[i].name, -1, NULL))
      continue;
    g_autofree char *shown = g_filename_display_name(path);
    g_autofree char *name = g_utf8_make_valid(members[i].name, -1);
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "%s: the name '%s' is not UTF-8, which a packed project needs; choose "
                      "another name",
                      shown, name);
    return FALSE;
  }
  return TRUE;
}

gboolean
trammel_packed_write(const char *path,
                     const TrammelPackedMember *members,
                     guint n,
                     const TrammelPackedLimits *limits,
                     GError **error)
{
  g_auto(TrammelReplacedFile) old = {0};
  Writer writer = {.path = path, .limits = limits};

  if (n > limits->entries) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "%s: there are more than %u files to pack; save it unpacked", path,
                      limits->entries);
    return FALSE;
  }
  if (!check_names(path, members, n, error))
    return FALSE;
  trammel_replaced_file_init(&old, path);
  g_autofree char *temporary = g_strconcat(old.path, ".XXXXXX", NULL);
  int file = g_mkstemp_full(temporary, O_RDWR | O_CLOEXEC, trammel_replaced_file_get_mode(&old));
  if (file < 0)
    return fail_file(path, errno, error);
  gboolean is_done = write_archive(&writer, file, members, n, error) &&
                     (fsync(file) == 0 || fail_file(path, errno, error));
  g_close(file, NULL);
  if (is_done && g_rename(temporary, old.path) != 0)
    is_done = fail_file(path, errno, error);
  if (is_done)
    trammel_replaced_file_settle(&old);
  else
    g_unlink(temporary);
  return is_done;
}
