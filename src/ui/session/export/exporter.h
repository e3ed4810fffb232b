/* Makes the files of an export on a thread of its own, or shows how they will begin. */
#pragma once

#include "ui/session/export/export-format.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* What is exported; nothing of it changes. */
typedef struct {
  const TrammelExportFormat *format;
  char *source;                 /* what the file gives as its origin: "furuta #3" */
  char *result;                 /* text of a result, or of a run as a project keeps it */
  TrammelRun *run;              /* with the motions; nullable for formats that have none */
  char *path, *model;           /* model: nullable */
  TrammelProject *figures;      /* whose figures a report shows; nullable */
  gboolean force;               /* write also what the logs do not determine into the model, ... */
  TrammelProject *construction; /* ... and the limits and gears of this one; nullable */
} TrammelExportOrder;

void trammel_export_order_free(TrammelExportOrder *order);

enum { TRAMMEL_PREVIEW_LINES = 40 };

typedef struct {
  char *text;      /* of a preview: the first lines, or what the file will hold in words */
  gsize n_lines;   /* of the whole file; 0 for words */
  char **cautions; /* what a reader of the values must know, in sentences */
  char **notes;    /* what could not be written into the model, and why */
  char **paths;    /* that were written; of a preview, that will be */
} TrammelExportOutcome;

void trammel_export_outcome_free(TrammelExportOutcome *outcome);

/* A chore (thread/background-task.h) whose order and outcome are these. */
#define TRAMMEL_TYPE_EXPORTER (trammel_exporter_get_type())
G_DECLARE_FINAL_TYPE(TrammelExporter, trammel_exporter, TRAMMEL, EXPORTER, TrammelChore)

/* is_preview: nothing is written. */
TrammelExporter *trammel_exporter_new(gboolean is_preview);

/* The order of the last outcome; the exporter's. */
const TrammelExportOrder *trammel_exporter_get_order(TrammelExporter *exporter);

/* Takes over `order`. */
void trammel_exporter_start(TrammelExporter *exporter, TrammelExportOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportOrder, trammel_export_order_free)

G_END_DECLS
