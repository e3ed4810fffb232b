/* List of all runs of a document.  It only grows: a deleted run is hidden, so that undo can restore
 * it. */
#pragma once

#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_RUN_LIST (trammel_run_list_get_type())
G_DECLARE_FINAL_TYPE(TrammelRunList, trammel_run_list, TRAMMEL, RUN_LIST, GObject)

/* Signal: "overlays-changed" when a run was ticked, unticked or renamed. */

/* Marks: the user's names, notes and deletions of the runs at one moment; immutable and reference
 * counted.  NULL: no marks. */
typedef GPtrArray TrammelRunMarks;

TrammelRunList *trammel_run_list_new(void);

/* Returns the TrammelRunRecord that are not deleted, the newest first; owned by the list. */
GListModel *trammel_run_list_get_model(TrammelRunList *list);

guint trammel_run_list_get_next_number(TrammelRunList *list);
guint trammel_run_list_get_n_all(TrammelRunList *list); /* deleted ones included */

/* Appends `record`, taking a reference. */
void trammel_run_list_append(TrammelRunList *list, TrammelRunRecord *record);

/* Returns the record of `run` (nullable). */
TrammelRunRecord *trammel_run_list_find(TrammelRunList *list, TrammelRun *run);

/* Returns the record of that number unless it is deleted (nullable). */
TrammelRunRecord *trammel_run_list_find_number(TrammelRunList *list, guint number);

/* Returns the present marks; nullable, owned by the list. */
TrammelRunMarks *trammel_run_list_get_marks(TrammelRunList *list);

/* Returns the marks after a change of the name and notes of `record` or its deletion (transfer
 * full). */
TrammelRunMarks *trammel_run_list_dup_marks_with(TrammelRunList *list,
                                                 TrammelRunRecord *record,
                                                 const char *name,
                                                 const char *notes,
                                                 gboolean deleted);

/* Appends `records` (of TrammelRunRecord, the newest first), hidden, and returns the marks that
 * show only these (transfer full). */
TrammelRunMarks *trammel_run_list_replace(TrammelRunList *list, GListModel *records);

/* Applies `marks`, taking a reference. */
void trammel_run_list_set_marks(TrammelRunList *list, TrammelRunMarks *marks);

/* Returns the texts of the runs for the file, oldest first; the texts are owned by the records. */
GPtrArray *trammel_run_list_dup_texts(TrammelRunList *list);

G_END_DECLS
