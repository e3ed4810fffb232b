/* Options of the export dialog: run, format, file and model, remembered for the next export. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/export/exporter.h"

G_BEGIN_DECLS

typedef struct {
  const TrammelExportFormat *format;
  guint run;                              /* number of a kept run; 0: the run that is shown */
  char *folder, *name;                    /* of the file; name: as typed, also a path */
  char *models[TRAMMEL_N_EXPORT_FORMATS]; /* for formats that need one; nullable */
  TrammelValues values;                   /* set, for formats that have one */
  gboolean force;                         /* write undetermined values into a model as well, ... */
  gboolean construction;                  /* ... and its limits and gears */
  gboolean was_used;                      /* a file was written with it */
} TrammelExportPlan;

/* Creates a plan for the document, with a file beside its file and of its name, and with the model
 * that it was imported from. */
TrammelExportPlan *trammel_export_plan_new(TrammelDocument *document, const char *format);
void trammel_export_plan_free(TrammelExportPlan *plan);

/* Return the file's path with the format's extension, and its folder; free with g_free(). */
char *trammel_export_plan_dup_path(const TrammelExportPlan *plan);
char *trammel_export_plan_dup_folder(const TrammelExportPlan *plan);

/* Sets the path; its extension may be that of the format. */
void trammel_export_plan_set_path(TrammelExportPlan *plan, const char *path);

/* A selectable run; number 0 is the run that is shown, if it is a result. */
typedef struct {
  guint number;
  char *title;
} TrammelExportRun;

/* Returns all runs of a document, the one that is shown first; free with g_ptr_array_unref(). */
GPtrArray *trammel_export_plan_list_runs(TrammelDocument *document);

/* Returns a sentence on what is missing; NULL if an order can be made.  Free with g_free(). */
char *trammel_export_plan_find_obstacle(const TrammelExportPlan *plan, TrammelDocument *document);

/* Creates the order for the exporter; call it only without an obstacle.  Transfer full. */
TrammelExportOrder *trammel_export_plan_make_order(const TrammelExportPlan *plan,
                                                   TrammelDocument *document);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportPlan, trammel_export_plan_free)

G_END_DECLS
