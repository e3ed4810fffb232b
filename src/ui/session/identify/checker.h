/* The check of a document before a run (io/check/check.h), the same that trammel-cli check prints,
 * on a thread of its own and again after every edit once the edits rest.  No widget is known here.
 *
 * Signal: "changed" after new findings, and after an edit has made the present ones old. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/session/thread/worker.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHECKER (trammel_checker_get_type())
G_DECLARE_FINAL_TYPE(TrammelChecker, trammel_checker, TRAMMEL, CHECKER, TrammelBackground)

/* Whether to wait: the logs are being read, or a hand moves a slider. */
typedef gboolean (*TrammelCheckerBusyFunc)(gpointer user_data);

/* `is_busy` (nullable) is asked before a check begins; while it says so the check is put off. */
TrammelChecker *trammel_checker_new(TrammelCheckerBusyFunc is_busy, gpointer user_data);

/* Follows the document; NULL follows none. */
void trammel_checker_set_document(TrammelChecker *checker, TrammelDocument *document);

/* Looks again, e.g. after the logs were read. */
void trammel_checker_refresh(TrammelChecker *checker);

/* Of the latest check, the gravest first; NULL before the first.  TrammelFinding. */
const GArray *trammel_checker_get_findings(TrammelChecker *checker);

/* The project that they are of; NULL before the first. */
TrammelProject *trammel_checker_get_project(TrammelChecker *checker);

/* Whether the findings are those of the document as it is now. */
gboolean trammel_checker_is_current(TrammelChecker *checker);

/* Why the document cannot be identified, a sentence; NULL where it can, or where that is not known
 * yet. */
const char *trammel_checker_get_obstacle(TrammelChecker *checker);

/* Findings of a severity. */
guint trammel_checker_count(TrammelChecker *checker, const char *severity);

/* Makes the change that a finding proposes: 0 is its fix, from 1 on its alternatives; and never
 * tells of one on a log again.  Each is a step of the document's history. */
gboolean trammel_checker_fix(TrammelChecker *checker,
                             const TrammelFinding *finding,
                             guint which,
                             GError **error);
gboolean
trammel_checker_ignore(TrammelChecker *checker, const TrammelFinding *finding, GError **error);

G_END_DECLS
