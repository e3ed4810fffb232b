/* Packed projects (`*.trammelz`): a zip file with one project and the files of its logs, under the
 * names by which the project knows them.
 *
 * They come by mail and from strangers: only plain files and folders with relative names are taken,
 * each name once, and no more of them, nor of bytes as they are really written, than the limits
 * say.  Nothing is written beside the folder that is made for it. */
#pragma once

#include "io/packed/temp_folder.h"

G_BEGIN_DECLS

#define TRAMMEL_PACKED_ENDING  ".trammelz"
#define TRAMMEL_PROJECT_ENDING ".trammel" /* not packed */

typedef struct {
  guint entries; /* files and folders */
  guint64 bytes; /* of all files, unpacked */
} TrammelPackedLimits;

/* Those of files of users: what is over them is neither unpacked nor packed. */
extern const TrammelPackedLimits trammel_packed_limits;

/* What is unpacked: the files by their names in the packed file, and which of them is the project.
 */
typedef struct {
  TrammelTempFolder *folder;
  GPtrArray *names; /* char *, in the order of the file */
  const char *project;
} TrammelUnpacked;

/* Whether a file of that name is to be packed; whether the file is a zip file. */
gboolean trammel_packed_has_ending(const char *path);
gboolean trammel_packed_is_file(const char *path);

/* Reports whether a file of that name is a project, packed or not. */
gboolean trammel_project_is_file_name(const char *name);

/* Unpacks all of it.  Errors: TRAMMEL_ERROR_UNREADABLE for what is damaged, encrypted, hostile,
 * over the limits, or does not hold exactly one project. */
TrammelUnpacked *
trammel_packed_extract(const char *path, const TrammelPackedLimits *limits, GError **error);
void trammel_unpacked_free(TrammelUnpacked *unpacked);

/* One file to be packed: that of `source`, or `text`. */
typedef struct {
  const char *name;
  const char *source; /* nullable */
  const char *text;   /* where source is NULL */
} TrammelPackedMember;

/* Writes them to `path`, whole or not at all (temporary file, fsync, rename).  Errors:
 * TRAMMEL_ERROR_UNREADABLE for a source that cannot be read, TRAMMEL_ERROR_INVALID over the limits,
 * TRAMMEL_ERROR_FAILED where `path` cannot be written. */
gboolean trammel_packed_write(const char *path,
                              const TrammelPackedMember *members,
                              guint n,
                              const TrammelPackedLimits *limits,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelUnpacked, trammel_unpacked_free)

G_END_DECLS
