#include "io/study/profile_report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/base/normal.h"
#include "io/base/bilingual.h"
#include "io/base/table.h"
#include "io/problem/finding.h"

/* Delta below which a lower minimum is more than rounding. */
#define LOWER_MINIMUM -0.01

/* Largest difference between an end by the likelihood ratio and that by sigma, as a share of the
 * interval. */
#define MOST_DIFFERENCE 0.25

static const char *const level_keys[TR_PROFILE_LEVELS] = {"interval_68", "interval_95"};
static const double level_shares[TR_PROFILE_LEVELS] = {0.6827, 0.95};

static const char *
get_end(TrProfileEnd end)
{
  static const char *const words[] = {[TR_PROFILE_CLOSED] = "closed",
                                      [TR_PROFILE_OPEN] = "open",
                                      [TR_PROFILE_BOUND] = "bound",
                                      [TR_PROFILE_FAILED] = "failed"};

  return words[end];
}

/* Sets value -+ 1.96 sigma of the fit; NAN without sigma. */
static void
get_sigma_interval(double interval[2], const TrFit *fit, const TrProfile *profile)
{
  const TrEstimate *e = &fit->estimates[profile->parameter];
  double by = e->identifiable ? TR_NORMAL_95 * e->sigma : NAN;

  interval[0] = e->value - by;
  interval[1] = e->value + by;
}

static void
add_ends(GArray *findings, const char *id, const TrProfile *profile)
{
  TrammelPlace place = {.signal = id};

  for (int s = 0; s < 2; s++) {
    TrProfileEnd end = s ? profile->high : profile->low;
    const char *side = s ? TRAMMEL_WORD("above") : TRAMMEL_WORD("below");
    if (end == TR_PROFILE_OPEN)
      trammel_findings_add(
          findings, &place, "warning", "profile-open",
          N_("The logs do not limit %s %s the estimate: at %.6g the cost is still below the 95 %% "
             "level. Give it a prior or a bound, or use more --points."),
          id, side, profile->points[s ? profile->n_points - 1 : 0].value);
    else if (end == TR_PROFILE_FAILED)
      trammel_findings_add(
          findings, &place, "warning", "profile-failed",
          N_("The profile of %s ends at %.6g %s the estimate: the next fit does not "
             "converge."),
          id, profile->points[s ? profile->n_points - 1 : 0].value, side);
  }
}

static void
add_shape(GArray *findings, const char *id, const TrFit *fit, const TrProfile *profile)
{
  TrammelPlace place = {.signal = id};
  const double *ratio = profile->interval[1];
  double sigma = profile->sigma_linear,
         low = (profile->estimate - ratio[0]) / (TR_NORMAL_95 * sigma);
  double high = (ratio[1] - profile->estimate) / (TR_NORMAL_95 * sigma);

  if (!(fabs(low - 1) > MOST_DIFFERENCE) && !(fabs(high - 1) > MOST_DIFFERENCE))
    return;
  trammel_findings_add(findings, &place, "info", "profile-not-quadratic",
                       N_("The cost around %s is not quadratic: 95 %% by the likelihood ratio is "
                          "%.6g .. %.6g, by sigma_linear %.6g .. %.6g. Use the first interval."),
                       id, ratio[0], ratio[1],
                       fit->estimates[profile->parameter].value - TR_NORMAL_95 * sigma,
                       fit->estimates[profile->parameter].value + TR_NORMAL_95 * sigma);
}

GArray *
trammel_profile_findings_new(const TrammelProblem *problem,
                             const TrFit *fit,
                             const TrProfiles *profiles)
{
  GArray *findings = trammel_findings_new();

  if (profiles->lowest < LOWER_MINIMUM)
    trammel_findings_add(
        findings, NULL, "warning", "profile-lower-minimum",
        N_("A point of the profile has a lower cost than the fit (by %.3g of the variance): the "
           "fit ended in a local minimum. Start it from other values."),
        -profiles->lowest);
  for (int k = 0; k < profiles->n_profiles; k++) {
    char id[TR_ID_SIZE];
    if (profiles->profiles[k].n_points == 0 || profiles->status != TR_OK)
      continue;
    tr_task_free_id(id, trammel_problem_get_task(problem), profiles->profiles[k].parameter);
    add_ends(findings, id, &profiles->profiles[k]);
    add_shape(findings, id, fit, &profiles->profiles[k]);
  }
  return findings;
}

static void
write_interval(TrammelJsonWriter *json, const char *key, const double interval[2])
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_numbers(json, interval, 2);
}

static void
write_profile(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit, const TrProfile *p)
{
  const TrEstimate *e = &fit->estimates[p->parameter];
  char id[TR_ID_SIZE];
  double by_sigma[2];

  tr_task_free_id(id, task, p->parameter);
  get_sigma_interval(by_sigma, fit, p);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "id", id);
  trammel_json_writer_add_string(json, "unit", tr_task_free_unit(task, p->parameter));
  trammel_json_writer_add_number(json, "estimate", p->estimate);
  trammel_json_writer_add_number(json, "sigma", e->identifiable ? e->sigma : NAN);
  trammel_json_writer_add_number(json, "sigma_linear", e->sigma_linear);
  for (int l = 0; l < TR_PROFILE_LEVELS; l++)
    write_interval(json, level_keys[l], p->interval[l]);
  write_interval(json, "interval_sigma", by_sigma);
  trammel_json_writer_add_string(json, "low", get_end(p->low));
  trammel_json_writer_add_string(json, "high", get_end(p->high));
  trammel_json_writer_key(json, "points");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < p->n_points; i++) {
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_number(json, "value", p->points[i].value);
    trammel_json_writer_add_number(json, "delta", p->points[i].delta);
    trammel_json_writer_key(json, "parameters");
    trammel_json_writer_numbers(json, p->points[i].parameters, (gsize)fit->n_free);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
}

static void
write_contour(TrammelJsonWriter *json, const TrProfileGrid *grid, int level)
{
  const TrContour *contour = &grid->contour[level];

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "probability", level_shares[level]);
  trammel_json_writer_add_number(json, "delta", tr_profile_level(level, 2));
  trammel_json_writer_key(json, "lines");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < contour->n_lines; i++) {
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_boolean(json, "closed", contour->lines[i].is_closed);
    trammel_json_writer_key(json, "points");
    trammel_json_writer_begin_array(json);
    for (int k = 0; k < contour->lines[i].n; k++)
      trammel_json_writer_numbers(json, contour->lines[i].xy + 2 * k, 2);
    trammel_json_writer_end_array(json);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
}

static void
write_grid_values(TrammelJsonWriter *json, const char *key, const double *values, int n)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < n; i++)
    trammel_json_writer_numbers(json, values + (gsize)i * (gsize)n, (gsize)n);
  trammel_json_writer_end_array(json);
}

static void
write_grid(TrammelJsonWriter *json, const TrProfileGrid *grid)
{
  trammel_json_writer_key(json, "grid");
  trammel_json_writer_begin_object(json);
  write_grid_values(json, "first", grid->first, grid->n);
  write_grid_values(json, "second", grid->second, grid->n);
  write_grid_values(json, "delta", grid->delta, grid->n);
  trammel_json_writer_key(json, "contours");
  trammel_json_writer_begin_array(json);
  for (int l = 0; l < TR_PROFILE_LEVELS; l++)
    write_contour(json, grid, l);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
}

static void
write_head(TrammelJsonWriter *json, const TrFit *fit, const TrProfiles *profiles)
{
  trammel_json_writer_add_string(json, "status",
                                 profiles->status == TR_OK          ? "done"
                                 : profiles->status == TR_CANCELLED ? "cancelled"
                                                                    : "failed");
  trammel_json_writer_add_string(json, "message", profiles->message);
  trammel_json_writer_add_number(json, "kappa", fit->kappa);
  trammel_json_writer_add_number(json, "cost", profiles->cost);
  trammel_json_writer_add_number(json, "variance", profiles->variance);
  trammel_json_writer_add_integer(json, "degrees_of_freedom", profiles->dof);
  trammel_json_writer_add_number(json, "lowest_delta", profiles->lowest);
  trammel_json_writer_add_integer(json, "fits", profiles->fits);
  trammel_json_writer_add_number(json, "seconds", profiles->seconds);
}

char *
trammel_profiles_to_json(const TrammelProblem *problem,
                         const TrFit *fit,
                         const TrProfiles *profiles)
{
  const TrTask *task = trammel_problem_get_task(problem);
  TrammelJsonWriter *json = trammel_json_writer_new();
  g_autoptr(GArray) findings = trammel_profile_findings_new(problem, fit, profiles);

  trammel_json_writer_begin_object(json);
  write_head(json, fit, profiles);
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    trammel_json_writer_string(json, id);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "profiles");
  trammel_json_writer_begin_array(json);
  for (int k = 0; k < profiles->n_profiles; k++)
    if (profiles->profiles[k].n_points > 0)
      write_profile(json, task, fit, &profiles->profiles[k]);
  trammel_json_writer_end_array(json);
  if (profiles->grid.n > 0)
    write_grid(json, &profiles->grid);
  trammel_json_writer_key(json, "findings");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < findings->len; i++)
    trammel_finding_write(json, &g_array_index(findings, TrammelFinding, i));
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static void
add_intervals(TrammelTable *table, const TrTask *task, const TrFit *fit, const TrProfile *p)
{
  const TrEstimate *e = &fit->estimates[p->parameter];
  char id[TR_ID_SIZE];
  double by_sigma[2];

  tr_task_free_id(id, task, p->parameter);
  get_sigma_interval(by_sigma, fit, p);
  trammel_table_add_text(table, id);
  trammel_table_add_number(table, p->estimate);
  trammel_table_add_number(table, e->identifiable ? e->sigma : NAN);
  for (int l = 0; l < TR_PROFILE_LEVELS; l++)
    trammel_table_add_numbers(table, p->interval[l], 2);
  trammel_table_add_numbers(table, by_sigma, 2);
  trammel_table_add_text(table, get_end(p->low));
  trammel_table_add_text(table, get_end(p->high));
}

static char *
write_intervals(const TrTask *task, const TrFit *fit, const TrProfiles *profiles)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "estimate", "sigma", "low_68", "high_68", "low_95",
                            "high_95", "sigma_low_95", "sigma_high_95", "low", "high", NULL);
  for (int k = 0; k < profiles->n_profiles; k++)
    add_intervals(table, task, fit, &profiles->profiles[k]);
  return trammel_table_to_tsv(table);
}

static char *
write_points(const TrTask *task, const TrProfiles *profiles)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "value", "delta", NULL);
  for (int k = 0; k < profiles->n_profiles; k++)
    for (int i = 0; i < profiles->profiles[k].n_points; i++) {
      const TrProfilePoint *point = &profiles->profiles[k].points[i];
      char id[TR_ID_SIZE];
      tr_task_free_id(id, task, profiles->profiles[k].parameter);
      trammel_table_add_text(table, id);
      trammel_table_add_number(table, point->value);
      trammel_table_add_number(table, point->delta);
    }
  return trammel_table_to_tsv(table);
}

static char *
write_nodes(const TrProfileGrid *grid)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "first", "second", "delta", NULL);
  for (int k = 0; k < grid->n * grid->n; k++) {
    trammel_table_add_number(table, grid->first[k]);
    trammel_table_add_number(table, grid->second[k]);
    trammel_table_add_number(table, grid->delta[k]);
  }
  return trammel_table_to_tsv(table);
}

char *
trammel_profiles_to_text(const TrammelProblem *problem,
                         const TrFit *fit,
                         const TrProfiles *profiles)
{
  const TrTask *task = trammel_problem_get_task(problem);
  g_autofree char *intervals = write_intervals(task, fit, profiles);
  g_autofree char *points = write_points(task, profiles);
  g_autofree char *nodes = profiles->grid.n > 0 ? write_nodes(&profiles->grid) : NULL;

  return g_strconcat(intervals, "\n", points, nodes ? "\n" : NULL, nodes, NULL);
}
