/* Writer of export files in a background thread; also previews their first lines. */
#pragma once

#include "io/result/values.h"
#include "ui/session/export/export-format.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* Order of an export; immutable. */
typedef struct {
  const TrammelExportFormat *format;
  char *source;                 /* what the file gives as its origin: "furuta #3" */
  char *result;                 /* text of a result, or of a run as a project keeps it */
  TrammelRun *run;              /* with the motions; nullable for formats that have none */
  char *path, *model;           /* model: nullable */
  TrammelProject *figures;      /* whose figures a report shows; nullable */
  GBytes *picture;              /* SVG of the mechanism for a report; nullable */
  TrammelValues values;         /* set, for formats that have one */
  gboolean force;               /* write undetermined values into the model as well, ... */
  TrammelProject *construction; /* ... and the limits and gears of this one; nullable */
} TrammelExportOrder;

void trammel_export_order_free(TrammelExportOrder *order);

enum { TRAMMEL_PREVIEW_LINES = 40 };

typedef struct {
  char *text;      /* of a preview: the first lines, or a description of the file */
  gsize n_lines;   /* of the whole file; 0 for words */
  char **cautions; /* cautions for the reader of the values, in sentences */
  char **notes;    /* values that could not be written into the model, and why */
  char **paths;    /* files written; of a preview, to be written */
} TrammelExportOutcome;

/* A background task (thread/background-task.h) with these as order and outcome. */
#define TRAMMEL_TYPE_EXPORTER (trammel_exporter_get_type())
G_DECLARE_FINAL_TYPE(TrammelExporter, trammel_exporter, TRAMMEL, EXPORTER, TrammelBackgroundTask)

/* Creates an exporter; with is_preview it writes no file. */
TrammelExporter *trammel_exporter_new(gboolean is_preview);

/* Returns the order of the last outcome; owned by the exporter. */
const TrammelExportOrder *trammel_exporter_get_order(TrammelExporter *exporter);

/* Starts `order`, taking ownership. */
void trammel_exporter_start(TrammelExporter *exporter, TrammelExportOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportOrder, trammel_export_order_free)

G_END_DECLS
