/* All runs of a document: append-only; one that was deleted is only hidden, so that it comes back
 * by undo. */
#pragma once

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RUN_LIST (trammel_run_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelRunList, trammel_run_list, TRAMMEL, RUN_LIST, GObject)

/* Signal: "overlays-changed" when a run was ticked or unticked, or got another name. */

/* What the user has said about the runs, at one moment; immutable and reference counted.  NULL: as
 * the runs came. */
typedef GPtrArray TrammelRunMarks;

TrammelRunList *trammel_run_list_new(void);

/* Of TrammelRunRecord that are not deleted, the newest first; belongs to the list. */
GListModel *trammel_run_list_get_model(TrammelRunList *list);

guint trammel_run_list_get_next_number(TrammelRunList *list);
guint trammel_run_list_get_n_all(TrammelRunList *list); /* deleted ones included */

/* Takes a reference. */
void trammel_run_list_append(TrammelRunList *list, TrammelRunRecord *record);

/* The record of `run` (nullable). */
TrammelRunRecord *trammel_run_list_find(TrammelRunList *list, TrammelRun *run);

/* The one of that number that is not deleted (nullable). */
TrammelRunRecord *trammel_run_list_find_number(TrammelRunList *list, guint number);

/* Marks as they are; nullable, belongs to the list. */
TrammelRunMarks *trammel_run_list_get_marks(TrammelRunList *list);

/* The same after `record` got another name and notes or was deleted (transfer full). */
TrammelRunMarks *trammel_run_list_dup_marks_with(TrammelRunList *list,
                                                 TrammelRunRecord *record,
                                                 const char *name,
                                                 const char *notes,
                                                 gboolean deleted);

/* Goes over to `marks`; a reference is taken. */
void trammel_run_list_set_marks(TrammelRunList *list, TrammelRunMarks *marks);

/* Texts of the runs for the file, oldest first; they belong to the records. */
GPtrArray *trammel_run_list_dup_texts(TrammelRunList *list);

G_END_DECLS
