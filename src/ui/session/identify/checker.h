/* Check of a document before a run (io/check/check.h), with the findings of trammel-cli check. Runs
 * in a background thread after every edit, once no further edit follows.  Independent of widgets.
 *
 * Signal: "changed", emitted after new findings and after an edit that makes the present ones out
 * of date. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHECKER (trammel_checker_get_type())
G_DECLARE_FINAL_TYPE(TrammelChecker, trammel_checker, TRAMMEL, CHECKER, TrammelWorker)

/* Returns TRUE while the check must wait: logs are being read, or a slider is being dragged. */
typedef gboolean (*TrammelCheckerBusyFunc)(gpointer user_data);

/* Creates a checker.  `is_busy` (nullable) is called before a check begins; while it returns TRUE
 * the check is postponed. */
TrammelChecker *trammel_checker_new(TrammelCheckerBusyFunc is_busy, gpointer user_data);

/* Follows `document`; NULL to follow none. */
void trammel_checker_set_document(TrammelChecker *checker, TrammelDocument *document);

/* Requests a new check, e.g. after the logs were read. */
void trammel_checker_refresh(TrammelChecker *checker);

/* Returns the findings (TrammelFinding) of the latest check, the gravest first; owned by the
 * checker, NULL before the first check. */
const GArray *trammel_checker_get_findings(TrammelChecker *checker);

/* Returns the project that these findings belong to; owned by the checker, NULL before the first
 * check. */
TrammelProject *trammel_checker_get_project(TrammelChecker *checker);

/* Returns TRUE if the findings belong to the document as it is now. */
gboolean trammel_checker_is_current(TrammelChecker *checker);

/* Returns a sentence on why the document cannot be identified, owned by the checker; NULL if it can
 * be, or if that is not known yet. */
const char *trammel_checker_get_obstacle(TrammelChecker *checker);

/* Returns the finding on a fit that is larger than the project allows, whose fix allows it, owned
 * by the checker; NULL if there is none, or if that is not known yet. */
const TrammelFinding *trammel_checker_find_size(TrammelChecker *checker);

/* Returns the number of findings of a severity. */
guint trammel_checker_count(TrammelChecker *checker, const char *severity);

/* Apply a finding's fix (`which` 0: the fix itself, from 1 on its alternatives), or ignore a
 * finding on a log from now on.  Each is one step of the undo history. */
gboolean trammel_checker_fix(TrammelChecker *checker,
                             const TrammelFinding *finding,
                             guint which,
                             GError **error);
gboolean
trammel_checker_ignore(TrammelChecker *checker, const TrammelFinding *finding, GError **error);

G_END_DECLS
