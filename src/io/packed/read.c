/* Reading of packed projects: unpacks an untrusted zip file within limits. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/plain_file.h"
#include "io/packed/locale.h"
#include "io/packed/packed.h"

enum {
  BLOCK_BYTES = 64 * 1024,
  MAX_NAME = 1024,
  MAX_PARTS = 32, /* folders use space on disk, but are not counted as entries */
};

/* enough for logs of several hours, and far below the size of a disk */
const TrammelPackedLimits trammel_packed_limits = {.entries = 10000,
                                                   .bytes = G_GUINT64_CONSTANT(4000000000)};

/* A packed file that is being unpacked. */
typedef struct {
  const char *path;
  const TrammelPackedLimits *limits;
  struct archive *archive;
  TrammelUnpacked *out;
  guint n_entries;
  guint64 n_bytes;
} Reader;

gboolean
trammel_packed_has_ending(const char *path)
{
  return g_str_has_suffix(path, TRAMMEL_PACKED_ENDING);
}

gboolean
trammel_project_is_file_name(const char *name)
{
  return g_str_has_suffix(name, TRAMMEL_PROJECT_ENDING) || trammel_packed_has_ending(name);
}

gboolean
trammel_packed_is_file(const char *path)
{
  static const char *const heads[] = {"PK\3\4", "PK\5\6"}; /* the latter is empty */
  int file = trammel_plain_file_open(path, NULL);
  char head[4];

  if (file < 0)
    return FALSE;
  gboolean is_whole = read(file, head, sizeof head) == sizeof head;
  g_close(file, NULL);
  return is_whole &&
         (memcmp(head, heads[0], sizeof head) == 0 || memcmp(head, heads[1], sizeof head) == 0);
}

void
trammel_unpacked_free(TrammelUnpacked *unpacked)
{
  g_clear_pointer(&unpacked->folder, trammel_temp_folder_unref);
  g_ptr_array_unref(unpacked->names);
  g_free(unpacked);
}

/* Replaces control characters in an error text, which may contain names from the file. */
static void
clean(char **text)
{
  char *valid = g_utf8_make_valid(*text, -1);

  for (char *c = valid; *c; c++)
    *c = g_ascii_iscntrl(*c) ? '?' : *c;
  g_free(*text);
  *text = valid;
}

static gboolean refuse(const Reader *reader, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static gboolean
refuse(const Reader *reader, GError **error, const char *format, ...)
{
  char *english, *local;
  va_list arguments;

  va_start(arguments, format);
  trammel_bilingual_format(&english, &local, format, arguments);
  va_end(arguments);
  clean(&english);
  clean(&local);
  g_autofree char *words = trammel_bilingual_join(english, local);
  g_free(english);
  g_free(local);
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s: %s", reader->path, words);
  return FALSE;
}

/* Sets an error with libarchive's message; it has none if it could not allocate memory. */
static gboolean
refuse_damaged(const Reader *reader, GError **error)
{
  const char *reason = archive_error_string(reader->archive);

  if (!reason || archive_errno(reader->archive) == ENOMEM)
    return refuse(reader, error, N_("not enough memory to unpack it"));
  return refuse(reader, error,
                N_("the packed project is damaged or cut off (%s); get the file again"), reason);
}

/* Returns NULL, or the fault of a name: only names that stay inside the folder are accepted. */
static const char *
find_name_fault(const char *name)
{
  g_auto(GStrv) parts = g_strsplit(name, "/", -1);
  guint n = g_strv_length(parts);

  if (*name == '/')
    return TRAMMEL_WORD("has an absolute name");
  if (strlen(name) > MAX_NAME || n > MAX_PARTS)
    return TRAMMEL_WORD("has a name that is too long");
  for (const char *p = name; *p; p++)
    if (g_ascii_iscntrl(*p))
      return TRAMMEL_WORD("has a control character in its name");
  for (guint i = 0; i < n; i++) {
    gboolean is_end = i > 0 && i == n - 1; /* the part after a folder's final slash */
    if (g_str_equal(parts[i], "..") || g_str_equal(parts[i], ".") || (!*parts[i] && !is_end))
      return TRAMMEL_WORD("has a name that leads outside the folder");
  }
  return NULL;
}

static const char *
find_fault(struct archive_entry *entry, const char *name)
{
  const mode_t type = archive_entry_filetype(entry);

  if (!name || !*name || !g_utf8_validate(name, -1, NULL))
    return TRAMMEL_WORD("has a name that is not UTF-8");
  if (type != AE_IFREG && type != AE_IFDIR)
    return TRAMMEL_WORD("is neither a file nor a folder");
  if (archive_entry_symlink(entry) || archive_entry_hardlink(entry))
    return TRAMMEL_WORD("is a link");
  return find_name_fault(name);
}

/* Writes the content of the present entry. */
static gboolean
copy_content(Reader *reader, int file, const char *name, GError **error)
{
  g_autofree char *block = g_malloc(BLOCK_BYTES);
  la_ssize_t n;

  while ((n = archive_read_data(reader->archive, block, BLOCK_BYTES)) > 0) {
    reader->n_bytes += (guint64)n;
    if (reader->n_bytes > reader->limits->bytes) {
      g_autofree char *most = g_format_size(reader->limits->bytes);
      return refuse(reader, error,
                    N_("unpacked, it is larger than %s; if this is intended, unpack it with "
                       "another program and open the project from there"),
                    most);
    }
    for (la_ssize_t done = 0, m; done < n; done += m)
      if ((m = write(file, block + done, (size_t)(n - done))) < 0)
        return refuse(reader, error,
                      N_("'%s' cannot be written to %s: %s; make room there, or set TMPDIR to "
                         "another folder"),
                      name, trammel_temp_folder_get_path(reader->out->folder), g_strerror(errno));
  }
  return n == 0 || refuse_damaged(reader, error);
}

/* Sets the time stamp of the file, which shows the age of the log. */
static void
keep_time(int file, struct archive_entry *entry)
{
  struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {archive_entry_mtime(entry), 0}};

  if (archive_entry_mtime_is_set(entry))
    futimens(file, times);
}

static gboolean
write_file(
    Reader *reader, struct archive_entry *entry, const char *name, const char *path, GError **error)
{
  int file = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (file < 0 && errno == EEXIST)
    return refuse(reader, error, N_("it holds '%s' twice; pack the project again"), name);
  if (file < 0)
    return refuse(reader, error, N_("'%s' cannot be unpacked: %s"), name, g_strerror(errno));
  gboolean is_done = copy_content(reader, file, name, error);
  keep_time(file, entry);
  g_close(file, NULL);
  if (is_done)
    g_ptr_array_add(reader->out->names, g_strdup(name));
  return is_done;
}

static gboolean
extract_entry(Reader *reader, struct archive_entry *entry, GError **error)
{
  const char *name = archive_entry_pathname_utf8(entry);
  const char *fault = find_fault(entry, name);
  gboolean is_folder = archive_entry_filetype(entry) == AE_IFDIR;

  if (++reader->n_entries > reader->limits->entries)
    return refuse(reader, error,
                  N_("it holds more than %u files; pack only the project and its logs"),
                  reader->limits->entries);
  if (fault)
    return refuse(
        reader, error,
        N_("the entry '%s' %s, which a packed project must not have; pack the project again"),
        name ? name : "?", fault);
  if (archive_entry_is_encrypted(entry))
    return refuse(
        reader, error,
        N_("'%s' is encrypted; unpack it with its password and open the project from there"), name);
  g_autofree char *path =
      g_build_filename(trammel_temp_folder_get_path(reader->out->folder), name, NULL);
  g_autofree char *folder = is_folder ? g_strdup(path) : g_path_get_dirname(path);
  if (g_mkdir_with_parents(folder, 0700) != 0)
    return refuse(reader, error, N_("'%s' cannot be unpacked: %s"), name, g_strerror(errno));
  return is_folder || write_file(reader, entry, name, path, error);
}

/* Finds the only project; hidden files that some programs add do not count. */
static gboolean
find_project(Reader *reader, GError **error)
{
  TrammelUnpacked *out = reader->out;
  g_autoptr(GPtrArray) found = g_ptr_array_new();

  for (guint i = 0; i < out->names->len; i++) {
    g_autofree char *base = g_path_get_basename(out->names->pdata[i]);
    if (*base != '.' && g_str_has_suffix(base, TRAMMEL_PROJECT_ENDING))
      g_ptr_array_add(found, out->names->pdata[i]);
  }
  if (found->len == 0)
    return refuse(
        reader, error,
        N_("it holds no project; a packed project is a zip file with one NAME.trammel and "
           "its logs"));
  if (found->len > 1)
    return refuse(reader, error,
                  N_("it holds %u projects ('%s', '%s'); unpack it and open one of them"),
                  found->len, (const char *)found->pdata[0], (const char *)found->pdata[1]);
  out->project = found->pdata[0];
  return TRUE;
}

static gboolean
extract_all(Reader *reader, GError **error)
{
  struct archive_entry *entry;
  int status;

  if (archive_read_support_format_zip_seekable(reader->archive) != ARCHIVE_OK ||
      archive_read_open_filename(reader->archive, reader->path, BLOCK_BYTES) != ARCHIVE_OK)
    return refuse_damaged(reader, error);
  while ((status = archive_read_next_header(reader->archive, &entry)) == ARCHIVE_OK)
    if (!extract_entry(reader, entry, error))
      return FALSE;
  return status == ARCHIVE_EOF ? find_project(reader, error) : refuse_damaged(reader, error);
}

TrammelUnpacked *
trammel_packed_extract(const char *path, const TrammelPackedLimits *limits, GError **error)
{
  g_autofree char *origin = g_canonicalize_filename(path, NULL);
  g_autoptr(TrammelUnpacked) out = g_new0(TrammelUnpacked, 1);
  Reader reader = {.path = path, .limits = limits, .out = out};

  out->names = g_ptr_array_new_with_free_func(g_free);
  out->folder = trammel_temp_folder_new(origin, error);
  if (!out->folder)
    return NULL;
  reader.archive = trammel_need_memory(archive_read_new());
  locale_t before = trammel_packed_enter_utf8();
  gboolean is_done = extract_all(&reader, error);
  archive_read_free(reader.archive);
  trammel_packed_leave_utf8(before);
  return is_done ? g_steal_pointer(&out) : NULL;
}
