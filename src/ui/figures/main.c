/* trammel-figures PROJECT FOLDER: identifies a project and writes its figures as SVG and PNG,
 * without a display. */
#include <locale.h>
#include <stdlib.h>

#include "engine/est/identify/identify.h"
#include "io/base/error.h"
#include "io/base/whole_file.h"
#include "io/study/project_sweeps.h"
#include "plot/paint/export.h"
#include "ui/figures/run-figures.h"

enum { EXIT_USAGE = 2, EXIT_UNREADABLE = 3, EXIT_INVALID = 4, EXIT_STOPPED = 5 };

static const TrammelExportSize SIZE = {.width = 180, .height = 90, .dpi = 144};

static int
find_exit_code(const GError *error)
{
  if (error->domain == G_IO_ERROR ||
      g_error_matches(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE))
    return EXIT_UNREADABLE;
  if (g_error_matches(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID))
    return EXIT_INVALID;
  return EXIT_FAILURE;
}

/* Returns the run of a project; NULL with an error if there is nothing to show. */
static TrammelRun *
identify(const char *path, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_open(path, error);
  g_autoptr(TrammelProblem) problem = NULL;
  TrError detail = {0};
  TrFit *fit = NULL;
  TrStatus status;

  if (!project)
    return NULL;
  problem = trammel_problem_new(project, NULL, NULL, error);
  if (!problem)
    return NULL;
  status = tr_identify(&fit, trammel_problem_get_task(problem), &detail);
  if (!fit) {
    trammel_error_set_status(error, status, &detail);
    return NULL;
  }
  return trammel_run_new(TRAMMEL_RUN_FULL, problem, fit);
}

static gboolean
write_figure(const TrammelRunFigure *named, const char *folder, GError **error)
{
  static const char *const endings[] = {"svg", "png"};

  for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
    g_autofree char *name = g_strdup_printf("%s.%s", named->name, endings[i]);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GBytes) bytes = trammel_export_figure(&named->figure, path, &SIZE, error);
    if (!bytes || !trammel_whole_file_write_bytes(path, bytes, error))
      return FALSE;
    g_print("%s\n", path);
  }
  return TRUE;
}

static gboolean
write_figures(TrammelRun *run, const char *folder, GError **error)
{
  g_autoptr(GPtrArray) figures = trammel_run_figures_new(run);

  for (guint i = 0; i < figures->len; i++)
    if (!write_figure(g_ptr_array_index(figures, i), folder, error))
      return FALSE;
  return TRUE;
}

int
main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelRun) run = NULL;

  /* for file names only: numbers stay in the C locale */
  setlocale(LC_CTYPE, "");
  if (argc != 3) {
    g_printerr("usage: trammel-figures PROJECT FOLDER\n");
    return EXIT_USAGE;
  }
  run = identify(argv[1], &error);
  if (!run || !write_figures(run, argv[2], &error)) {
    g_printerr("%s\n", error->message);
    return find_exit_code(error);
  }
  return trammel_run_get_fit(run)->status == TR_OK ? EXIT_SUCCESS : EXIT_STOPPED;
}
