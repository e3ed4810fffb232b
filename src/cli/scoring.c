#include "cli/scoring.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/terminal.h"
#include "cli/report.h"
#include "io/base/json_writer.h"
#include "io/study/project_sweeps.h"

enum { BAR_WIDTH = 20 };

GOptionEntry *
trammel_scoring_new_entries(TrammelScoring *s)
{
  const GOptionEntry entries[] = {
      {"start", 0, 0, G_OPTION_ARG_STRING, &s->start,
       "Where the open loop begins: estimated (default) or first-sample", "WHERE"},
      {"open-loop-h", 0, 0, G_OPTION_ARG_STRING, &s->open_loop_h,
       "Step of the open loop in s; that of the fit", "S"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &s->json, "Print all figures as JSON", NULL},
      {"progress", 0, 0, G_OPTION_ARG_STRING, &s->progress, "bar, jsonl or none", "HOW"},
      {NULL}};

  return g_memdup2(entries, sizeof entries);
}

static void
print_bar(guint done, guint total, const char *what)
{
  char bar[BAR_WIDTH + 1];
  guint filled = total ? BAR_WIDTH * done / total : 0;

  memset(bar, '.', BAR_WIDTH);
  memset(bar, '#', MIN(filled, BAR_WIDTH));
  bar[BAR_WIDTH] = '\0';
  g_autofree char *escaped = trammel_terminal_escape(what);
  fprintf(stderr, "\r\033[K[%s] %u of %u: %s ", bar, done + 1, total, escaped);
  fflush(stderr);
}

static void
print_line(guint done, guint total, const char *what)
{
  TrammelJsonWriter *json = trammel_json_writer_new_line();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "done", done);
  trammel_json_writer_add_integer(json, "total", total);
  trammel_json_writer_add_string(json, "what", what);
  trammel_json_writer_end_object(json);
  g_autofree char *line = trammel_json_writer_finish(json);
  fputs(line, stderr);
  fflush(stderr);
}

static void
on_step_begun_cb(gpointer user, guint done, guint total, const char *what)
{
  const TrammelScoring *scoring = user;

  if (scoring->mode == TRAMMEL_PROGRESS_BAR)
    print_bar(done, total, what);
  else if (scoring->mode == TRAMMEL_PROGRESS_JSONL)
    print_line(done, total, what);
}

gboolean
trammel_scoring_parse_start(TrStartState *start, const char *word, GError **error)
{
  *start = TR_START_ESTIMATED;
  if (word && g_str_equal(word, "first-sample"))
    *start = TR_START_FIRST_SAMPLE;
  else if (word && !g_str_equal(word, "estimated"))
    return trammel_cli_refuse(error, "--start: there is no '%s'; use estimated or first-sample",
                              word);
  return TRUE;
}

gboolean
trammel_scoring_start(TrammelScoring *s, const char *verb, GError **error)
{
  /* only the parts of the work are shown, not the iterations of the single fits */
  static TrammelCliProgress silent = {.mode = TRAMMEL_PROGRESS_NONE};
  TrScoreOptions *score = &s->options.score;

  score->h = NAN;
  if (!trammel_cli_expect_project(verb, s->rest, error))
    return FALSE;
  if (s->open_loop_h && (!trammel_cli_parse_number(s->open_loop_h, &score->h) || score->h <= 0))
    return trammel_cli_refuse(error, "--open-loop-h: '%s' is not a number of seconds above zero",
                              s->open_loop_h);
  if (!trammel_scoring_parse_start(&score->start, s->start, error) ||
      !trammel_progress_parse(&s->mode, s->progress, error))
    return FALSE;
  s->options.monitor = trammel_progress_start(&silent);
  s->options.step = on_step_begun_cb;
  s->options.user = s;
  return TRUE;
}

void
trammel_scoring_end(const TrammelScoring *scoring)
{
  if (scoring->mode == TRAMMEL_PROGRESS_BAR)
    fputc('\n', stderr);
}

TrammelProblem *
trammel_scoring_load(const TrammelScoring *scoring, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_open(scoring->rest[0], error);

  if (!project || !trammel_overrides_apply(&scoring->overrides, project, error) ||
      !trammel_overrides_check_logs(project, scoring->logs, error))
    return NULL;
  return trammel_cli_load_problem(project, scoring->logs, error);
}

void
trammel_scoring_clear(TrammelScoring *s)
{
  trammel_overrides_clear(&s->overrides);
  g_strfreev(s->logs);
  g_strfreev(s->rest);
  g_free(s->start);
  g_free(s->open_loop_h);
  g_free(s->progress);
}
