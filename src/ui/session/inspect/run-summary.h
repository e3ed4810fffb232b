/* Run summary: a verdict in words, and the changes that would fix the problems of the run. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_RUN_SUMMARY_GOOD,
  TRAMMEL_RUN_SUMMARY_DOUBT, /* usable, but needs attention */
  TRAMMEL_RUN_SUMMARY_BAD    /* the numbers cannot be trusted, or there are none */
} TrammelRunSummaryLevel;

/* One change of the project. */
typedef struct {
  char *label;       /* of a button: "Fix Mass · pendulum" */
  char *tooltip;     /* effect, in a sentence */
  char *id;          /* a quantity to be fixed, or NULL: ... */
  char *path, *json; /* ... a member of the project to be set */
} TrammelRemedy;

/* A remark of the run on itself. */
typedef struct {
  gboolean is_warning;
  char *text;
  GPtrArray *remedies; /* TrammelRemedy, the best one first */
} TrammelRemark;

typedef struct {
  TrammelRunSummaryLevel level;
  char *text;                  /* one or two sentences */
  GPtrArray *remarks;          /* TrammelRemark, the worst first */
  const TrammelRemark *chosen; /* the remark that the text quotes; nullable */
} TrammelRunSummary;

TrammelRunSummary *trammel_run_summary_new(TrammelRun *run);
void trammel_run_summary_free(TrammelRunSummary *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelRunSummary, trammel_run_summary_free)

/* Applies the change as one undo step. */
gboolean
trammel_remedy_apply(const TrammelRemedy *remedy, TrammelDocument *document, GError **error);

/* Returns the label of a run's free parameter, "Viscous friction · j1"; free with g_free(). */
char *trammel_run_dup_label(TrammelRun *run, int parameter);

/* Returns "Mass · pendulum [kg]"; free with g_free(). */
char *trammel_run_dup_axis_title(TrammelRun *run, int parameter);

G_END_DECLS
