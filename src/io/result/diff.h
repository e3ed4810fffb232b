/* Differences of two results, as lines of text that can be stored and compared.
 *
 * The trees are traversed in the order of the file.  Elements of arrays that have a name (`id`,
 * `name`, `code`) are compared with those of the same name, others with those at the same place.
 * Left out are members that do not describe the result: the time it took, and whole matrices and
 * curves (`covariance`, `correlation`, `history`, `information`, `acf`), which differ if the rest
 * does; they count when the results are tested for equality. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;    /* "parameters[body.arm.mass].value", "settings.kappa" */
  char *a, *b;   /* as in the file; NULL if a result lacks the member */
  double change; /* b - a of numbers, else NAN */
  double sigmas; /* for a parameter's value: change/sqrt(sigma_a^2 + sigma_b^2), else NAN */
} TrammelResultDifference;

typedef struct {
  gboolean is_same;   /* to the last digit, except times */
  GPtrArray *entries; /* TrammelResultDifference */
} TrammelResultDiff;

/* Returns the differences of two results; free with trammel_result_diff_free(). */
TrammelResultDiff *trammel_result_diff_new(JsonNode *a, JsonNode *b);
void trammel_result_diff_free(TrammelResultDiff *diff);

/* Returns a table with tabs: path, both values, change, sigmas; free with g_free(). */
char *trammel_result_diff_to_text(const TrammelResultDiff *diff);

/* Returns { "same", "differences": [ { "what", "a", "b", "change", "sigmas" } ] }
 * (data/schema/diff.schema.json); free with g_free(). */
char *trammel_result_diff_to_json(const TrammelResultDiff *diff);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelResultDiff, trammel_result_diff_free)

G_END_DECLS
