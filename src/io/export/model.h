/* Identified values, and limits and gears of a model, written into a URDF or MJCF file, which
 * otherwise keeps its bytes.
 *
 * Bodies are links (URDF) or bodies (MJCF) of the same name, with the same axes; joints are joints
 * of the same name.  Inertias are about the centre of mass in the body's axes on both sides; where
 * the file turns its inertial frame (rpy, quat), they are turned into it. */
#pragma once

#include "engine/mbs/model/model.h"
#include "io/export/result.h"
#include "io/export/xml.h"

G_BEGIN_DECLS

/* Quantities of a body, joint, motor or gear that a file can hold. */
typedef enum {
  TRAMMEL_SLOT_MASS,
  TRAMMEL_SLOT_COM_X,
  TRAMMEL_SLOT_COM_Y,
  TRAMMEL_SLOT_COM_Z,
  TRAMMEL_SLOT_XX, /* in this order: the six of the inertia */
  TRAMMEL_SLOT_YY,
  TRAMMEL_SLOT_ZZ,
  TRAMMEL_SLOT_XY,
  TRAMMEL_SLOT_XZ,
  TRAMMEL_SLOT_YZ,
  TRAMMEL_SLOT_VISCOUS,
  TRAMMEL_SLOT_COULOMB,
  TRAMMEL_SLOT_STIFFNESS,
  TRAMMEL_SLOT_REST,
  TRAMMEL_SLOT_ROTOR,
  TRAMMEL_SLOT_LOWER, /* these two: the limits of a joint */
  TRAMMEL_SLOT_UPPER,
  TRAMMEL_SLOT_RATIO, /* these two: of a gear */
  TRAMMEL_SLOT_OFFSET,
  TRAMMEL_N_SLOTS
} TrammelSlot;

/* Values of one body, joint, motor or gear; NULL where there is none. */
typedef struct {
  const char *kind; /* "body", "joint", "motor", "gear"; static */
  char *name;
  const char *first, *second; /* gear: the joints that it couples, in the model */
  const TrammelExportParameter *slots[TRAMMEL_N_SLOTS];
} TrammelModelPart;

typedef struct {
  TrammelXml *xml;
  const char *format; /* "URDF", "MJCF" */
  const TrammelExportResult *result;
  const TrModel *construction; /* nullable */
  GPtrArray *changed; /* char *: lines for the comment, with words of io/base/bilingual.h */
  GPtrArray *skipped; /* char *: values that could not be written, with the reason; likewise */
  GPtrArray *values;  /* TrammelExportParameter: values that are not in the result */
} TrammelModelExport;

/* Adds a value that is not in the result, kept until the export has ended.  Takes `id`; unit is
 * static. */
const TrammelExportParameter *trammel_model_export_add_value(
    TrammelModelExport *export, char *id, const char *unit, double value, double sigma);

/* Records that a value was written to `where`; old: the value before, NAN when there was none. */
void trammel_model_export_note(TrammelModelExport *export,
                               const TrammelExportParameter *parameter,
                               const char *where,
                               double old);

/* Records that the slots from `first` to `last` of a part cannot be written. */
void trammel_model_export_skip(TrammelModelExport *export,
                               const TrammelModelPart *part,
                               TrammelSlot first,
                               TrammelSlot last,
                               const char *format,
                               ...) G_GNUC_PRINTF(5, 6);

/* Place of the elements of parts in a file. */
typedef struct {
  const char *tag;      /* NULL: any */
  const char *ancestor; /* below an element of this name, ... */
  gboolean directly;    /* ... or directly so */
} TrammelModelPlace;

/* Returns the element with the part's name at the place; if there is none, returns NULL and records
 * it with the names that exist. */
const TrammelXmlElement *trammel_model_export_find(TrammelModelExport *export,
                                                   const TrammelModelPart *part,
                                                   const TrammelModelPlace *place);

/* Returns "<name> (line n)", with the value of its attribute `name` if it has one, as part of a
 * sentence (io/base/bilingual.h); free with g_free(). */
char *trammel_model_export_describe(const TrammelXmlElement *element);

/* Attribute that holds the values of n consecutive slots. */
typedef struct TrammelSlotAttribute {
  const char *name;
  TrammelSlot first;
  guint n;
  const double *defaults; /* [n] numbers of an attribute that is added; NULL: it is not added */
} TrammelSlotAttribute;

/* Replaces the values of the slots in the attribute of an element, and records it; skips them when
 * the attribute holds something else, or is missing and has no defaults. */
void trammel_model_export_set(TrammelModelExport *export,
                              const TrammelXmlElement *element,
                              const TrammelModelPart *part,
                              TrammelSlotAttribute in);

/* Returns a part of kind "joint" with the values of `part` under another name. */
TrammelModelPart trammel_model_part_as_joint(const TrammelModelPart *part, const char *name);

/* Returns the part of this kind and name in the array; adds it if there is none. */
TrammelModelPart *trammel_model_find_part(GArray *parts, const char *kind, const char *name);

/* TRUE if the part has a value for one of the slots. */
gboolean trammel_model_part_has(const TrammelModelPart *part, TrammelSlot first, TrammelSlot last);

/* out = R in R^T or, transposed, R^T in R, of tensors as xx yy zz xy xz yz; R row-major. */
void trammel_model_turn(double out[6], const double in[6], const double r[9], gboolean transposed);

/* Writers of the formats.  Each reports the slots that it can write; the others have been recorded
 * as skipped. */
gboolean trammel_urdf_can_express(TrammelSlot slot);
gboolean trammel_mjcf_can_express(TrammelSlot slot);
void trammel_urdf_write_part(TrammelModelExport *export, const TrammelModelPart *part);
void trammel_mjcf_write_part(TrammelModelExport *export, const TrammelModelPart *part);

/* TRUE if the document is of the format; else FALSE with TRAMMEL_ERROR_INVALID. */
gboolean trammel_urdf_check(TrammelModelExport *export, GError **error);
gboolean trammel_mjcf_check(TrammelModelExport *export, GError **error);

/* Order of one export: file, format and options. */
typedef struct {
  const char *model;           /* file whose values are replaced */
  const char *path;            /* file to be written; its ending is the format: .urdf, else MJCF */
  const char *date;            /* of the comment */
  const TrModel *construction; /* model whose limits and gears are also written; nullable */
  gboolean force;              /* also write values that the logs do not determine */
  const char *force_hint;      /* nullable: end of a note on such a value, how to write it */
} TrammelModelOrder;

/* Returns the file with the values, and a comment at the top that lists the changes. notes: set to
 * the values that could not be written, each with its reason (free with g_strfreev()).
 * Errors: G_FILE_ERROR, TRAMMEL_ERROR_UNREADABLE, TRAMMEL_ERROR_INVALID when nothing at all could
 * be written. */
GBytes *trammel_export_model(const TrammelExportResult *result,
                             const TrammelModelOrder *order,
                             char ***notes,
                             GError **error);

G_END_DECLS
