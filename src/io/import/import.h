/* Import of mechanisms from other programs: URDF, MJCF and SDF files become projects.
 *
 * Links are bodies, joints are joints in the conventions of docs/conventions.md; loops stay loops.
 * The record says what was taken, what was changed and what was ignored, and why.  The root of the
 * document decides on the format. */
#pragma once

#include "io/import/record.h"
#include "io/project/project.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_BASE_AUTO,  /* as the format has it: grounded in URDF, as stated in MJCF and SDF */
  TRAMMEL_BASE_FIXED, /* links that no joint carries are the ground */
  TRAMMEL_BASE_FREE,  /* they move freely */
  TRAMMEL_N_BASES
} TrammelBase;

typedef struct {
  gboolean keep_fixed;   /* links with a mass that are fixed to others stay bodies; else merged */
  gboolean open_loops;   /* joints that close loops are left out */
  gboolean dry_friction; /* hinges and slides get a model of friction with a dry part */
  gboolean read_meshes; /* a mesh that cannot be read is ignored with its error; else only a missing
                           file is */
  TrammelBase base;
  const char *const *locked; /* patterns of names of joints that stay where they are; nullable */
} TrammelModelImportOptions;

typedef struct {
  TrammelProject *project; /* without logs and without a file */
  TrammelRecord *record;
  const char *format; /* "URDF", "MJCF", "SDF"; static */
} TrammelModelImport;

/* Returns "auto", "fixed" or "free"; static. */
const char *trammel_base_get_word(TrammelBase base);

/* TRUE if the file looks like a model of one of the formats: .urdf, .sdf, .mjcf, .xml. */
gboolean trammel_model_import_has_ending(const char *path);

/* Reads a model; free with trammel_model_import_free().  Errors: TRAMMEL_ERROR_UNREADABLE (file and
 * line), TRAMMEL_ERROR_INVALID. */
TrammelModelImport *trammel_model_import_load(const char *path,
                                              const TrammelModelImportOptions *options,
                                              GError **error);

/* Same as trammel_model_import_load() for a text; `folder` (nullable) has its other files. */
TrammelModelImport *trammel_model_import_parse(const char *text,
                                               gsize length,
                                               const char *folder,
                                               const TrammelModelImportOptions *options,
                                               GError **error);
void trammel_model_import_free(TrammelModelImport *import);

/* Returns the record as JSON: { "format", "bodies", "joints", "motors", "sensors", "loops",
 * "record": [ { "kind", "text" } ] }; free with g_free(). */
char *trammel_model_import_to_json(const TrammelModelImport *import);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelModelImport, trammel_model_import_free)

G_END_DECLS
