#include "ui/session/document/command-line.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/packed/packed.h"
#include "io/project/put.h"
#include "io/project/runs.h"
#include "io/project/save.h"

/* Settings that `--set settings.NAME=VALUE` takes, as in the project file. */
static const char *const settings[] = {"formulation",    "kappa",
                                       "weighting",      "h",
                                       "observations",   "compliance_scale",
                                       "damping_scale",  "cutoff",
                                       "friction_rate",  "inertia_prior",
                                       "impact_error",   "energy",
                                       "max_iterations", "max_steps",
                                       "robust_loss",    "damping",
                                       "consistency"};

static void
add_argument(GString *command, const char *option, const char *argument)
{
  g_autofree char *quoted = g_shell_quote(argument);
  /* quotes only where a shell needs them, which keeps the command readable */
  gboolean plain = TRUE;

  for (const char *p = argument; *p; p++)
    plain = plain && (g_ascii_isalnum(*p) || strchr("-_./=:+,", *p));
  g_string_append_printf(command, " %s%s%s", option ? option : "", option ? " " : "",
                         plain && *argument ? argument : quoted);
}

static gboolean
is_same(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

static gboolean
set_value(GString *command, TrammelProject *trial, const TrammelQuantity *quantity)
{
  char number[TRAMMEL_NUMBER_SIZE];
  g_autofree char *argument = g_strdup_printf(
      "%s=%s", quantity->id,
      isnan(quantity->value) ? "auto" : trammel_json_format_number(number, quantity->value));

  add_argument(command, "--set", argument);
  return trammel_project_set_value(trial, quantity->id, quantity->value, NULL);
}

static gboolean
set_free(GString *command, TrammelProject *trial, const TrammelQuantity *quantity)
{
  add_argument(command, quantity->free ? "--free" : "--fix", quantity->id);
  return trammel_project_set_free(trial, quantity->id, quantity->free, NULL);
}

static gboolean
set_quantities(GString *command, TrammelProject *trial, const TrammelProject *project)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    const TrammelQuantity *present = trammel_project_find_quantity(trial, quantity->id);
    if (!present)
      return FALSE;
    if (!quantity->tied && !is_same(present->value, quantity->value) &&
        !set_value(command, trial, quantity))
      return FALSE;
    present = trammel_project_find_quantity(trial, quantity->id);
    if (!present->free != !quantity->free && !set_free(command, trial, quantity))
      return FALSE;
  }
  return TRUE;
}

static gboolean
set_settings(GString *command, TrammelProject *trial, const TrammelProject *project)
{
  for (guint i = 0; i < G_N_ELEMENTS(settings); i++) {
    g_autofree char *path = g_strconcat("settings.", settings[i], NULL);
    g_autofree char *wanted = trammel_project_dup_at(project, path);
    g_autofree char *present = trammel_project_dup_at(trial, path);
    if (g_strcmp0(wanted, present) == 0)
      continue;
    if (!wanted)
      return FALSE;
    /* a text value stands in quotes in the file */
    g_strstrip(wanted);
    g_strdelimit(wanted, "\"", ' ');
    g_autofree char *argument = g_strdup_printf("%s=%s", path, g_strstrip(wanted));
    add_argument(command, "--set", argument);
    if (!trammel_project_set_setting(trial, settings[i], g_strstrip(wanted), NULL))
      return FALSE;
  }
  return TRUE;
}

/* Adds the logs by name if their roles differ, and the files if the project was moved. */
static gboolean
set_logs(GString *command, TrammelProject *trial, const TrammelProject *project)
{
  guint n = trammel_project_get_n_logs(project);
  gboolean differs = FALSE;

  if (trammel_project_get_n_logs(trial) != n)
    return FALSE;
  for (guint i = 0; i < n; i++) {
    TrammelRole role = trammel_project_get_log_role(project, i);
    if (trammel_project_get_log_role(trial, i) != role) {
      differs = TRUE;
      trammel_project_set_log_role(trial, i, role);
    }
    trammel_project_set_log_file(trial, i, trammel_project_get_log_file(project, i));
  }
  if (differs && trammel_project_get_settings(project)->kappa_rule == TR_KAPPA_VALIDATE)
    return FALSE;
  for (guint i = 0; differs && i < n; i++)
    if (trammel_project_get_log_role(project, i) == TRAMMEL_ROLE_ESTIMATE)
      add_argument(command, "--log", trammel_project_get_log_name(project, i));
  return TRUE;
}

static gboolean
says_the_same(const TrammelProject *a, const TrammelProject *b)
{
  g_autoptr(JsonNode) first = trammel_project_dup_frozen(a);
  g_autoptr(JsonNode) second = trammel_project_dup_frozen(b);
  g_autofree char *first_text = trammel_json_node_to_text(first);
  g_autofree char *second_text = trammel_json_node_to_text(second);

  return g_str_equal(first_text, second_text);
}

/* Returns the command for `project`, starting from the file `path` that holds `saved`, with options
 * for the differences.  NULL if options cannot express them (bounds, priors, mappings, bodies).
 * Free with g_free(). */
static char *
describe_changes(const char *path, const TrammelProject *saved, const TrammelProject *project)
{
  g_autoptr(TrammelProject) trial = trammel_project_copy(saved);
  g_autoptr(GString) command = g_string_new("trammel-cli identify");

  add_argument(command, NULL, path);
  /* every edit of the file is repeated on a copy, so that no difference is missed */
  if (!set_quantities(command, trial, project) || !set_settings(command, trial, project) ||
      !set_logs(command, trial, project) || !says_the_same(trial, project))
    return NULL;
  return g_strdup(command->str);
}

/* Writes the project with the document's log files, in a file named after its content; packed if
 * the log files belong to the document (packed projects and copies of examples). */
static char *
write_copy(const TrammelProject *project, const TrammelProject *present, GError **error)
{
  g_autofree char *folder = g_build_filename(g_get_user_state_dir(), "trammel", "runs", NULL);
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);

  trammel_project_take_log_files(copy, present);
  g_autofree char *text = trammel_project_to_data(copy);
  g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
  g_autofree char *name = g_strdup_printf(
      "run-%.12s%s", hash, trammel_project_get_home(copy) ? TRAMMEL_PACKED_ENDING : ".trammel");
  g_autofree char *path = g_build_filename(folder, name, NULL);
  if (g_mkdir_with_parents(folder, 0700) != 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                "The folder %s for the run's project cannot be made.", folder);
    return NULL;
  }
  g_autoptr(TrammelProject) saved = trammel_project_write(copy, path, NULL, error);
  return saved ? g_steal_pointer(&path) : NULL;
}

char *
trammel_command_line_for_run(TrammelDocument *document, TrammelRunRecord *record, GError **error)
{
  TrammelProject *present = trammel_document_get_project(document);
  TrammelProject *saved = trammel_document_get_saved_project(document);
  GFile *file = trammel_document_get_file(document);
  g_autoptr(TrammelProject) project = trammel_run_record_dup_project(record, present);

  if (!file || !saved) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                "Save the project first: the command names its file.");
    return NULL;
  }
  if (!project) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "The file does not hold the project of run #%u.",
                trammel_run_record_get_number(record));
    return NULL;
  }
  g_autofree char *path = g_file_get_path(file);
  char *command =
      trammel_document_is_file_changed(document) ? NULL : describe_changes(path, saved, project);
  if (command)
    return command;
  g_autofree char *copy = write_copy(project, present, error);
  return copy ? describe_changes(copy, project, project) : NULL;
}
