/* What a run comes to, in words, and the changes that would mend what is wrong with it. */
#pragma once

#include "ui/session/document/document.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_VERDICT_GOOD,
  TRAMMEL_VERDICT_DOUBT, /* usable, but something is to be looked at */
  TRAMMEL_VERDICT_BAD    /* the numbers cannot be trusted, or there are none */
} TrammelVerdictLevel;

/* One change of the project. */
typedef struct {
  char *label;       /* of a button: "Fix Mass · pendulum" */
  char *tooltip;     /* what it does, in a sentence */
  char *id;          /* a quantity that is fixed, or NULL: ... */
  char *path, *json; /* ... a member of the project that gets a value */
} TrammelRemedy;

/* Something that the run says of itself. */
typedef struct {
  gboolean is_warning;
  char *text;
  GPtrArray *remedies; /* TrammelRemedy, the best one first */
} TrammelRemark;

typedef struct {
  TrammelVerdictLevel level;
  char *text;                  /* one or two sentences */
  GPtrArray *remarks;          /* TrammelRemark, the worst first */
  const TrammelRemark *chosen; /* that the text quotes; nullable */
} TrammelVerdict;

TrammelVerdict *trammel_verdict_new(TrammelRun *run);
void trammel_verdict_free(TrammelVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelVerdict, trammel_verdict_free)

/* Makes the change, as one step that can be undone. */
gboolean
trammel_remedy_apply(const TrammelRemedy *remedy, TrammelDocument *document, GError **error);

/* Label of a run's free parameter, "Viscous friction · j1".  Free with g_free(). */
char *trammel_run_dup_label(TrammelRun *run, int parameter);

G_END_DECLS
