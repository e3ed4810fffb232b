/* Export of a result file to other formats: data, a model with the identified values, a report. */
#pragma once

#include "engine/mbs/model/model.h"
#include "io/export/report.h"

G_BEGIN_DECLS

typedef struct {
  const char *model;           /* .urdf and .xml: the file whose values are replaced; else unused */
  gboolean force;              /* these three: write also values that the logs do not determine */
  const char *force_hint;      /* ... end of a note on such a value, how to write it; nullable */
  const TrModel *construction; /* ... and the limits and gears of this model; nullable */
  const GPtrArray
      *prints; /* .pdf and .html: TrammelReportFigure (io/base/report_figure.h); nullable, ... */
  const TrammelReportParts *parts; /* ... and what else a report shows; nullable */
  TrammelValues values;            /* set of values; .json, .mat and .csv have both */
  const char *date;                /* date written into the file; NULL: now */
} TrammelExportOptions;

/* TRUE if the format of the ending of `path` has one set of values, which the options choose. */
gboolean trammel_export_chooses_values(const char *path);

/* TRUE if `path` has an ending that can be written (.json .mat .csv .yaml .m .py .h .urdf .xml .pdf
 * .html) and the options fit it.  Error: TRAMMEL_ERROR_USAGE. */
gboolean
trammel_export_check(const char *path, const TrammelExportOptions *options, GError **error);

/* Returns the content of the file in the format of the ending of `path`, where it will be written.
 * notes (nullable): set to sentences about values that could not be written, NULL-terminated, free
 * with g_strfreev(); NULL when there are none.  Errors: those of trammel_export_check(),
 * G_FILE_ERROR, TRAMMEL_ERROR_UNREADABLE (the model), TRAMMEL_ERROR_INVALID (nothing fits the
 * model), TRAMMEL_ERROR_FAILED. */
GBytes *trammel_export_to_bytes(const TrammelExportResult *result,
                                const char *path,
                                const TrammelExportOptions *options,
                                char ***notes,
                                GError **error);

/* Writes that content to `path`, atomically. */
gboolean trammel_export_save(const TrammelExportResult *result,
                             const char *path,
                             const TrammelExportOptions *options,
                             char ***notes,
                             GError **error);

G_END_DECLS
