/* What differs between two results, as lines of text that can be kept and compared.
 *
 * The trees are walked in the order of the file.  Elements of arrays that have a name (`id`,
 * `name`, `code`) belong to their namesakes, others to those at the same place.  Left out is what
 * says nothing about the result: how long it took, and whole matrices and curves (`covariance`,
 * `correlation`, `history`, `information`, `acf`), which differ where the rest does; they count for
 * whether the results are the same. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;    /* "parameters[body.arm.mass].value", "settings.kappa" */
  char *a, *b;   /* as in the file; NULL where one has no such thing */
  double change; /* b - a of numbers, else NAN */
  double sigmas; /* of a parameter's value: change/sqrt(sigma_a^2 + sigma_b^2), else NAN */
} TrammelResultDifference;

typedef struct {
  gboolean is_same;   /* to the last digit, but for times */
  GPtrArray *entries; /* TrammelResultDifference */
} TrammelResultDiff;

TrammelResultDiff *trammel_result_diff_new(JsonNode *a, JsonNode *b);
void trammel_result_diff_free(TrammelResultDiff *diff);

/* A table with tabs: what, both values, change, sigmas. */
char *trammel_result_diff_to_text(const TrammelResultDiff *diff);

/* { "same", "differences": [ { "what", "a", "b", "change", "sigmas" } ] }
 * (data/schema/diff.schema.json). */
char *trammel_result_diff_to_json(const TrammelResultDiff *diff);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelResultDiff, trammel_result_diff_free)

G_END_DECLS
