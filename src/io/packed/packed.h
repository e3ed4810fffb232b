/* Packed project (`*.trammelz`): a zip file with one project and the files of its logs, under the
 * names that the project uses.
 *
 * Packed projects may come from untrusted sources.  Only plain files and folders with relative
 * names are accepted, each name once, up to the limits on their number and on the bytes that are
 * actually written.  Nothing is written outside the folder that is made for it. */
#pragma once

#include "io/packed/temp_folder.h"

G_BEGIN_DECLS

#define TRAMMEL_PACKED_ENDING  ".trammelz"
#define TRAMMEL_PROJECT_ENDING ".trammel" /* not packed */

typedef struct {
  guint entries; /* files and folders */
  guint64 bytes; /* of all files, unpacked */
} TrammelPackedLimits;

/* Limits for the files of users: a file that exceeds them is neither unpacked nor packed. */
extern const TrammelPackedLimits trammel_packed_limits;

/* Unpacked project: the files by their names in the packed file, and the one that is the
 * project. */
typedef struct {
  TrammelTempFolder *folder;
  GPtrArray *names; /* char *, in the order of the file */
  const char *project;
} TrammelUnpacked;

/* TRUE if a file of this name is to be packed; TRUE if the file is a zip file. */
gboolean trammel_packed_has_ending(const char *path);
gboolean trammel_packed_is_file(const char *path);

/* Reports whether a file of that name is a project, packed or not. */
gboolean trammel_project_is_file_name(const char *name);

/* Unpacks a file; free with trammel_unpacked_free().  Errors: TRAMMEL_ERROR_UNREADABLE for a file
 * that is damaged, encrypted, hostile, over the limits, or does not hold exactly one project. */
TrammelUnpacked *
trammel_packed_extract(const char *path, const TrammelPackedLimits *limits, GError **error);
void trammel_unpacked_free(TrammelUnpacked *unpacked);

/* File to be packed: the content of `source`, or `text`. */
typedef struct {
  const char *name;
  const char *source; /* nullable */
  const char *text;   /* used if source is NULL */
} TrammelPackedMember;

/* Writes the members to `path`, completely or not at all (temporary file, fsync, rename); links and
 * permissions are kept (io/base/replaced_file.h).  Errors:
 * TRAMMEL_ERROR_UNREADABLE for a source that cannot be read, TRAMMEL_ERROR_INVALID over the limits,
 * TRAMMEL_ERROR_USAGE for a name that is not UTF-8, TRAMMEL_ERROR_FAILED if `path` cannot be
 * written. */
gboolean trammel_packed_write(const char *path,
                              const TrammelPackedMember *members,
                              guint n,
                              const TrammelPackedLimits *limits,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelUnpacked, trammel_unpacked_free)

G_END_DECLS
