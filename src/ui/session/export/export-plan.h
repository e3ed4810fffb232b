/* What is to be exported, where to and how: the choices of the dialog, kept for the next time. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/export/exporter.h"

G_BEGIN_DECLS

typedef struct {
  const TrammelExportFormat *format;
  guint run;                              /* number of a kept run; 0: the one that is shown */
  char *folder, *name;                    /* of the file; name: as typed, also a path */
  char *models[TRAMMEL_N_EXPORT_FORMATS]; /* for formats that need one; nullable */
  gboolean force;        /* write also what the logs do not determine into a model, ... */
  gboolean construction; /* ... and its limits and gears */
  gboolean was_used;     /* something was written with it */
} TrammelExportPlan;

/* A plan for the document: beside its file, under its name. */
TrammelExportPlan *trammel_export_plan_new(TrammelDocument *document, const char *format);
void trammel_export_plan_free(TrammelExportPlan *plan);

/* The file's path, with the format's ending, and its folder; free with g_free(). */
char *trammel_export_plan_dup_path(const TrammelExportPlan *plan);
char *trammel_export_plan_dup_folder(const TrammelExportPlan *plan);

/* Goes over to that place; the ending of the format is understood. */
void trammel_export_plan_set_path(TrammelExportPlan *plan, const char *path);

/* A run to choose: 0 is the one that is shown, where it is a result. */
typedef struct {
  guint number;
  char *title;
} TrammelExportRun;

/* All of a document, the one that is shown first; free with g_ptr_array_unref(). */
GPtrArray *trammel_export_plan_list_runs(TrammelDocument *document);

/* The sentence that says what is lacking; NULL when an order can be made.  Free with g_free(). */
char *trammel_export_plan_find_obstacle(const TrammelExportPlan *plan, TrammelDocument *document);

/* What the exporter is to do; only without an obstacle. */
TrammelExportOrder *trammel_export_plan_make_order(const TrammelExportPlan *plan,
                                                   TrammelDocument *document);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportPlan, trammel_export_plan_free)

G_END_DECLS
