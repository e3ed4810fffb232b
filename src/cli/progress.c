#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/report.h"
#include "engine/est/task/fit.h"
#include "io/base/json_writer.h"

enum { BAR_WIDTH = 20 };

/* Set by the signal handler, which can access nothing else. */
static volatile sig_atomic_t interrupted;

static void
on_signal_received_cb(int number)
{
  interrupted = number;
}

gboolean
trammel_progress_parse(TrammelProgressMode *mode, const char *word, GError **error)
{
  if (!word)
    *mode = isatty(STDERR_FILENO) ? TRAMMEL_PROGRESS_BAR : TRAMMEL_PROGRESS_JSONL;
  else if (g_str_equal(word, "none"))
    *mode = TRAMMEL_PROGRESS_NONE;
  else if (g_str_equal(word, "bar"))
    *mode = TRAMMEL_PROGRESS_BAR;
  else if (g_str_equal(word, "jsonl"))
    *mode = TRAMMEL_PROGRESS_JSONL;
  else
    return trammel_cli_refuse(error, "--progress: there is no '%s'; use bar, jsonl or none", word);
  return TRUE;
}

static void
print_bar(const TrammelCliProgress *progress, const TrIteration *iteration)
{
  char bar[BAR_WIDTH + 1];
  int filled = BAR_WIDTH * iteration->iteration / MAX(progress->max_iterations, 1);

  for (int i = 0; i < BAR_WIDTH; i++)
    bar[i] = i < filled ? '#' : '.';
  bar[BAR_WIDTH] = '\0';
  fprintf(stderr, "\r[%s] iteration %d of at most %d, cost %.6g, %.2f s ", bar,
          iteration->iteration, progress->max_iterations, iteration->cost.total,
          iteration->seconds);
  fflush(stderr);
}

static void
print_line(const TrammelCliProgress *progress, const TrFitEvent *event)
{
  TrammelJsonWriter *json = trammel_json_writer_new_line();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "iteration", event->iteration.iteration);
  trammel_json_writer_add_number(json, "cost", event->iteration.cost.total);
  trammel_json_writer_add_number(json, "damping", event->iteration.damping);
  trammel_json_writer_add_number(json, "step", event->iteration.step);
  trammel_json_writer_add_number(json, "gradient", event->iteration.gradient);
  trammel_json_writer_add_number(json, "seconds", event->iteration.seconds);
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_numbers(json, event->parameters, (gsize)progress->n_free);
  trammel_json_writer_end_object(json);
  g_autofree char *line = trammel_json_writer_finish(json);
  fputs(line, stderr);
  fflush(stderr);
}

static bool
on_fit_advanced_cb(void *user, const void *event)
{
  const TrammelCliProgress *progress = user;

  if (event && progress->mode == TRAMMEL_PROGRESS_BAR)
    print_bar(progress, &((const TrFitEvent *)event)->iteration);
  else if (event && progress->mode == TRAMMEL_PROGRESS_JSONL)
    print_line(progress, event);
  return !interrupted;
}

TrMonitor
trammel_progress_start(TrammelCliProgress *progress)
{
  struct sigaction action = {.sa_handler = on_signal_received_cb,
                             .sa_flags = SA_RESTART | (int)SA_RESETHAND};

  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return (TrMonitor){.func = on_fit_advanced_cb, .user = progress};
}

void
trammel_progress_end(const TrammelCliProgress *progress)
{
  if (progress->mode == TRAMMEL_PROGRESS_BAR)
    fputc('\n', stderr);
}
