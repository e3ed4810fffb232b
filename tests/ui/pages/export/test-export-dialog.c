/* Tests of the export dialog: every format is chosen, previewed and written as the command line
 * writes it; cautions on the values are shown; the export can be repeated. */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "io/project/figures.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/pages/export/export-dialog.h"
#include "ui/pages/export/figure-list.h"
#include "ui/plot/picture.h"
#include "ui/window-support.h"

#define URDF                                                                                       \
  "<?xml version=\"1.0\"?>\n<robot name=\"r\">\n  <link name=\"pendulum\">\n    <inertial>\n"      \
  "      <origin xyz=\"0 0 0\"/>\n      <mass value=\"1\"/>\n"                                     \
  "      <inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>\n"                 \
  "    </inertial>\n  </link>\n</robot>\n"
#define MJCF                                                                                       \
  "<mujoco>\n  <worldbody>\n    <body name=\"pendulum\">\n"                                        \
  "      <inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>\n    </body>\n"                \
  "  </worldbody>\n</mujoco>\n"

typedef struct {
  char *folder;
  TrammelWindow *window;
} Fixture;

static GFile *chosen; /* answer of the replaced file dialog */

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer user)
{
  return chosen ? g_object_ref(chosen) : NULL;
}

/* Opens a pendulum and identifies it. */
static void
set_up(Fixture *f, gconstpointer data)
{
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file});
  f->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  f->window = open_example("pendulum");
  /* without the search for kappa */
  g_assert_true(
      trammel_document_set_setting(trammel_window_get_document(f->window), "kappa", "1", NULL));
  g_assert_true(test_wait(is_idle, f->window, TEST_DEADLINE));
  activate(f->window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, f->window, TEST_DEADLINE));
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  close_window(f->window);
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
}

static gboolean
is_up_to_date(gpointer dialog)
{
  return trammel_export_dialog_is_up_to_date(dialog);
}

static GtkWidget *
open_dialog(Fixture *f, const char *format)
{
  activate(f->window, "export", format);
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG);
  g_assert_nonnull(dialog);
  gtk_test_widget_wait_for_draw(dialog);
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  return dialog;
}

static void
click(GtkWidget *dialog, const char *label)
{
  GtkWidget *button = find_widget(dialog, GTK_TYPE_BUTTON, label);

  g_assert_nonnull(button);
  g_assert_true(gtk_widget_get_sensitive(button));
  g_signal_emit_by_name(button, "clicked");
}

static char *
make_path(Fixture *f, const char *name)
{
  return g_build_filename(f->folder, name, NULL);
}

/* Chooses the file by its full name, as the user would. */
static void
choose(Fixture *f, GtkWidget *dialog, const char *button, const char *name)
{
  g_autofree char *path = make_path(f, name);

  chosen = g_file_new_for_path(path);
  click(dialog, button);
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  while (g_main_context_iteration(NULL, FALSE))
    ;
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  g_clear_object(&chosen);
}

static char *
read_file(Fixture *f, const char *name, gsize *length)
{
  g_autofree char *path = make_path(f, name);
  g_autoptr(GError) error = NULL;
  char *data;

  g_file_get_contents(path, &data, length, &error);
  g_assert_no_error(error);
  return data;
}

/* Message that the window must show. */
typedef struct {
  TrammelWindow *window;
  const char *part;
} Expected;

static gboolean
is_said(gpointer data)
{
  const Expected *expected = data;
  const char *message = trammel_window_get_message(expected->window);

  return message && strstr(message, expected->part);
}

static void
wait_for_message(Fixture *f, const char *part)
{
  Expected expected = {f->window, part};

  g_assert_true(test_wait(is_said, &expected, TEST_DEADLINE));
}

static char *
get_preview(GtkWidget *dialog)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (gtk_widget_has_css_class(labels->pdata[i], "export-text"))
      return g_strdup(gtk_label_get_text(labels->pdata[i]));
  return NULL;
}

/* Returns the output of the command line for the exported result. */
static char *
export_by_command(Fixture *f, const char *to, const char *model, gsize *length)
{
  g_autofree char *from = make_path(f, "out.json"), *path = make_path(f, to);
  g_autofree char *model_path = model ? make_path(f, model) : NULL;
  const char *arguments[] = {g_getenv("TRAMMEL_CLI"),  "export",   from, "--to", path,
                             model ? "--model" : NULL, model_path, NULL};
  g_autoptr(GError) error = NULL;
  int status;

  g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
               &error);
  g_assert_no_error(error);
  g_assert_true(g_spawn_check_wait_status(status, NULL));
  return read_file(f, to, length);
}

/* Exports as `name` and returns the preview shown before (nullable). */
static char *export(Fixture *f, const char *format, const char *name, const char *model)
{
  GtkWidget *dialog = open_dialog(f, format);

  if (model) {
    g_assert_nonnull(find_widget(dialog, GTK_TYPE_BUTTON, "Choose _Model…"));
    g_assert_false(gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "_Export")));
    choose(f, dialog, "Choose _Model…", model);
  }
  choose(f, dialog, "Choose _Location…", name);
  char *preview = get_preview(dialog);
  click(dialog, "_Export");
  g_assert_null(find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG));
  wait_for_message(f, name);
  return preview;
}

static void
assert_same_begin(Fixture *f, const char *name, const char *preview)
{
  g_autofree char *data = read_file(f, name, NULL);

  g_assert_nonnull(preview);
  g_assert_true(g_str_has_prefix(data, preview) && *preview);
}

/* JSON, MAT and CSV have the bytes of the command line's output. */
static void
test_tables(Fixture *f, gconstpointer data)
{
  static const char *const tables[][2] = {{"mat", "out.mat"}, {"csv", "out.csv"}};
  g_autofree char *shown = export(f, "json", "out.json", NULL);

  assert_same_begin(f, "out.json", shown);
  g_assert_nonnull(strstr(shown, "\"status\": \"converged\""));
  for (gsize i = 0; i < G_N_ELEMENTS(tables); i++) {
    g_autofree char *preview = export(f, tables[i][0], tables[i][1], NULL);
    g_autofree char *again = g_strconcat("cli-", tables[i][1], NULL);
    gsize lengths[2];
    g_autofree char *own = read_file(f, tables[i][1], &lengths[0]);
    g_autofree char *other = export_by_command(f, again, NULL, &lengths[1]);
    g_assert_cmpmem(own, lengths[0], other, lengths[1]);
    if (preview)
      assert_same_begin(f, tables[i][1], preview);
    else
      g_assert_cmpstr(tables[i][0], ==, "mat");
  }
}

/* Values are written into copies of models; the original model is not changed. */
static void
test_models(Fixture *f, gconstpointer data)
{
  static const struct {
    const char *format, *model, *text, *out, *words;
  } cases[] = {{"urdf", "in.urdf", URDF, "out.urdf", "<inertia "},
               {"mjcf", "in.xml", MJCF, "out.xml", "inertia=\""}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *model = make_path(f, cases[i].model);
    g_assert_true(g_file_set_contents(model, cases[i].text, -1, NULL));
    g_autofree char *preview = export(f, cases[i].format, cases[i].out, cases[i].model);
    g_autofree char *left = read_file(f, cases[i].model, NULL);
    g_autofree char *written = read_file(f, cases[i].out, NULL);
    g_assert_cmpstr(left, ==, cases[i].text);
    g_assert_nonnull(strstr(written, "<!-- trammel "));
    g_assert_nonnull(strstr(written, cases[i].words));
    g_assert_nonnull(strstr(preview, "<!-- trammel "));
  }
}

/* Limits and gears are written into a model on request; a model without any is reported. */
static void
test_construction(Fixture *f, gconstpointer data)
{
  g_autofree char *model = make_path(f, "in.urdf");
  g_assert_true(g_file_set_contents(model, URDF, -1, NULL));
  GtkWidget *dialog = open_dialog(f, "urdf");
  choose(f, dialog, "Choose _Model…", "in.urdf");
  GtkWidget *button = find_widget(dialog, GTK_TYPE_CHECK_BUTTON, "Limits and gears");
  const char *said = "the model has neither limits nor gears";

  g_assert_false(gtk_check_button_get_active(GTK_CHECK_BUTTON(button)));
  g_assert_null(find_widget(dialog, GTK_TYPE_LABEL, said));
  gtk_check_button_set_active(GTK_CHECK_BUTTON(button), TRUE);
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  g_assert_nonnull(find_widget(dialog, GTK_TYPE_LABEL, said));
  g_autofree char *preview = get_preview(dialog);
  g_assert_nonnull(strstr(preview, "limits and gears written into"));
  gtk_window_destroy(GTK_WINDOW(dialog));
}

static void
test_c_header(Fixture *f, gconstpointer data)
{
  g_autofree char *preview = export(f, "h", "out.h", NULL);
  g_autofree char *text = read_file(f, "out.h", NULL);

  g_assert_nonnull(strstr(text, "#define BODY_PENDULUM_INERTIA_"));
  g_assert_nonnull(strstr(text, "_SIGMA "));
  g_assert_nonnull(strstr(preview, "#ifndef OUT_H"));
}

/* The file gets the values of the mechanism, or those of the stepper; a file with both has no
 * choice. */
static void
test_values(Fixture *f, gconstpointer data)
{
  GtkWidget *dialog = open_dialog(f, "h");
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  g_autofree char *physical = get_preview(dialog);

  collect_widgets(dialog, GTK_TYPE_DROP_DOWN, choices);
  g_assert_cmpuint(choices->len, ==, 2);
  g_assert_true(gtk_widget_get_mapped(choices->pdata[1]));
  g_assert_null(strstr(physical, "stepper of Trammel at h"));
  gtk_drop_down_set_selected(choices->pdata[1], 1);
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  g_autofree char *stepper = get_preview(dialog);
  g_assert_nonnull(strstr(stepper, "stepper of Trammel at h"));
  gtk_window_destroy(GTK_WINDOW(dialog));

  dialog = open_dialog(f, "csv");
  g_ptr_array_set_size(choices, 0);
  collect_widgets(dialog, GTK_TYPE_DROP_DOWN, choices);
  g_assert_false(choices->len > 1 && gtk_widget_get_mapped(choices->pdata[1]));
  gtk_window_destroy(GTK_WINDOW(dialog));
}

static void
test_motions(Fixture *f, gconstpointer data)
{
  g_autofree char *preview = export(f, "motion-csv", "motion.csv", NULL);
  g_autofree char *nothing = export(f, "motion-mat", "motion.mat", NULL);
  g_autofree char *mat = read_file(f, "motion.mat", NULL);

  g_assert_null(nothing);
  assert_same_begin(f, "motion.csv", preview);
  g_assert_true(g_str_has_prefix(preview, "t [s],"));
  g_assert_true(g_str_has_prefix(mat, "MATLAB 5.0 MAT-file"));
}

static void
test_reports(Fixture *f, gconstpointer data)
{
  g_autofree char *none = export(f, "html", "out.html", NULL);
  g_autofree char *nothing = export(f, "pdf", "out.pdf", NULL);
  g_autofree char *html = read_file(f, "out.html", NULL);
  g_autofree char *pdf = read_file(f, "out.pdf", NULL);

  g_assert_true(g_str_has_prefix(html, "<!DOCTYPE html>"));
  g_assert_true(g_str_has_prefix(pdf, "%PDF-"));
  g_assert_nonnull(strstr(html, "Pendulum with dry friction #1"));
  /* the verdict, and the plots of each sensor */
  g_assert_nonnull(strstr(html, "All 3 parameters are determined."));
  g_assert_nonnull(strstr(html, "angle of log release, measured and estimated"));
  g_assert_nonnull(strstr(html, "Residuals of angle of log release"));
  g_assert_true(!none && !nothing);
}

static gboolean
is_there(gpointer path)
{
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

static TrammelAnswer
keep_running(const char *work, gpointer asked)
{
  *(char **)asked = g_strdup(work);
  return TRAMMEL_ANSWER_CANCEL;
}

/* The window does not close while a file is being written, unless the user confirms. */
static void
test_close_while_writing(Fixture *f, gconstpointer data)
{
  g_autofree char *path = make_path(f, "out.pdf"), *work = NULL;
  g_autofree char *preview = export(f, "pdf", "out.pdf", NULL);

  trammel_file_dialogs_set_seam((TrammelDialogSeam){.ask_stop = keep_running, .user = &work});
  g_assert_cmpint(g_unlink(path), ==, 0);
  activate(f->window, "export-again", NULL);
  gtk_window_close(GTK_WINDOW(f->window));
  g_assert_cmpstr(work, ==, "the export");
  g_assert_true(test_wait(is_there, path, TEST_DEADLINE));
  wait_for_message(f, "Exported again to ");
}

/* A repeated export writes the same file without a question. */
static void
test_again(Fixture *f, gconstpointer data)
{
  g_autofree char *path = make_path(f, "out.csv");

  activate(f->window, "export-again", NULL);
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG);
  g_assert_nonnull(dialog);
  gtk_window_destroy(GTK_WINDOW(dialog));
  g_autofree char *preview = export(f, "csv", "out.csv", NULL);
  g_assert_cmpint(g_unlink(path), ==, 0);
  activate(f->window, "export-again", NULL);
  g_assert_null(find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG));
  g_assert_true(test_wait(is_there, path, TEST_DEADLINE));
  assert_same_begin(f, "out.csv", preview);
  wait_for_message(f, "Exported again to ");
  g_assert_nonnull(strstr(trammel_window_get_message(f->window), path));
  /* an existing file is reported, and the last format is listed first */
  dialog = open_dialog(f, "");
  g_assert_nonnull(find_widget(dialog, GTK_TYPE_BUTTON, "_Replace"));
  g_assert_nonnull(
      find_widget(dialog, GTK_TYPE_LABEL, "A file of this name exists and will be replaced."));
  gtk_window_destroy(GTK_WINDOW(dialog));
}

static gboolean
has_two_runs(gpointer window)
{
  TrammelDocument *document = trammel_window_get_document(window);

  return is_idle(window) && g_list_model_get_n_items(trammel_document_get_runs(document)) > 1;
}

/* Meaningless values are reported before and after, and the file has the flags. */
static void
test_cautions(Fixture *f, gconstpointer data)
{
  TrammelDocument *document = trammel_window_get_document(f->window);

  g_assert_true(trammel_document_set_free(document, "body.pendulum.mass", TRUE, NULL));
  g_assert_true(test_wait(is_idle, f->window, TEST_DEADLINE));
  activate(f->window, "identify", NULL);
  g_assert_true(test_wait(has_two_runs, f->window, TEST_DEADLINE));
  GtkWidget *dialog = open_dialog(f, "csv");
  choose(f, dialog, "Choose _Location…", "out.csv");
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  collect_widgets(dialog, GTK_TYPE_LABEL, labels);
  gboolean is_shown = FALSE;
  for (guint i = 0; i < labels->len; i++)
    is_shown |= strstr(gtk_label_get_text(labels->pdata[i]), "not determined by the logs") != NULL;
  g_assert_true(is_shown);
  click(dialog, "_Export");
  wait_for_message(f, "out.csv");
  const char *message = trammel_window_get_message(f->window);
  g_assert_nonnull(strstr(message, "4 of 4 parameters are not determined by the logs"));
  g_assert_nonnull(strstr(message, "The file states this."));
  g_autofree char *csv = read_file(f, "out.csv", NULL);
  g_assert_nonnull(strstr(csv, "not-identifiable"));
}

/* Many notes scroll: the buttons stay on a small screen.  None names an option of the command line.
 */
static void
test_many_notes(Fixture *f, gconstpointer data)
{
  static const char *const ids[] = {"mass",       "com.x",      "com.z",      "inertia.xx",
                                    "inertia.yy", "inertia.xy", "inertia.xz", "inertia.yz"};
  TrammelDocument *document = trammel_window_get_document(f->window);
  g_autofree char *model = make_path(f, "in.urdf");
  g_autoptr(GPtrArray) labels = g_ptr_array_new();
  guint n = 0;
  int height;

  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autofree char *id = g_strconcat("body.pendulum.", ids[i], NULL);
    g_assert_true(trammel_document_set_free(document, id, TRUE, NULL));
  }
  g_assert_true(g_file_set_contents(model, URDF, -1, NULL));
  g_assert_true(test_wait(is_idle, f->window, TEST_DEADLINE));
  activate(f->window, "identify", NULL);
  g_assert_true(test_wait(has_two_runs, f->window, TEST_DEADLINE));
  GtkWidget *dialog = open_dialog(f, "urdf");
  choose(f, dialog, "Choose _Model…", "in.urdf");
  collect_widgets(dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++) {
    const char *text = gtk_label_get_text(labels->pdata[i]);
    n += strstr(text, "so the file keeps its value") != NULL;
    g_assert_null(strstr(text, "--force"));
  }
  g_assert_cmpuint(n, >=, G_N_ELEMENTS(ids));
  gtk_widget_measure(dialog, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint(height, <=, 640);
  gtk_window_destroy(GTK_WINDOW(dialog));
}

/* A typed path with its extension is respected, also without waiting for the preview. */
static void
test_typed_path(Fixture *f, gconstpointer data)
{
  g_autofree char *path = make_path(f, "typed.csv");

  activate(f->window, "export", "csv");
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG);
  GtkWidget *name = find_widget(dialog, GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text(GTK_EDITABLE(name), path);
  g_assert_false(is_up_to_date(dialog));
  g_signal_emit_by_name(name, "activate");
  wait_for_message(f, "typed.csv");
  g_assert_true(g_file_test(path, G_FILE_TEST_IS_REGULAR));
}

/* Nothing can be written without a name, into a missing folder, or over an invalid model. */
static void
test_obstacles(Fixture *f, gconstpointer data)
{
  GtkWidget *dialog = open_dialog(f, "csv");
  GtkWidget *name = find_widget(dialog, GTK_TYPE_ENTRY, NULL);
  g_autofree char *wrong = make_path(f, "in.urdf");

  gtk_editable_set_text(GTK_EDITABLE(name), "");
  g_assert_true(test_wait(is_up_to_date, dialog, TEST_DEADLINE));
  g_assert_nonnull(find_widget(dialog, GTK_TYPE_LABEL, "Give the file a name."));
  g_assert_false(gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "_Export")));
  gtk_window_destroy(GTK_WINDOW(dialog));

  g_assert_true(g_file_set_contents(wrong, MJCF, -1, NULL));
  dialog = open_dialog(f, "urdf");
  gtk_editable_set_text(GTK_EDITABLE(find_widget(dialog, GTK_TYPE_ENTRY, NULL)), "x");
  choose(f, dialog, "Choose _Model…", "in.urdf");
  g_assert_false(gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "_Export")));
  gtk_window_destroy(GTK_WINDOW(dialog));
}

/* TRUE once the motions of a run from a file have come from the cache. */
static gboolean
can_export(gpointer dialog)
{
  return gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "_Export"));
}

/* A kept run is exported from the browser's menu, with the motions that the cache of fits has. */
static void
test_kept(Fixture *f, gconstpointer data)
{
  g_autofree char *path = make_path(f, "kept.trammel");
  g_autoptr(GFile) file = g_file_new_for_path(path);
  TrammelWindow *first = f->window;
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_save(trammel_window_get_document(first), file, &error));
  g_assert_no_error(error);
  close_window(first);
  f->window = open_window();
  trammel_window_open_file(f->window, file);
  g_assert_true(test_wait(has_prepared, f->window, TEST_DEADLINE));
  g_action_group_activate_action(G_ACTION_GROUP(f->window), "run-export", g_variant_new_uint32(1));
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_EXPORT_DIALOG);
  g_assert_nonnull(dialog);
  gtk_window_destroy(GTK_WINDOW(dialog));
  g_autofree char *preview = export(f, "json", "out.json", NULL);
  g_assert_nonnull(strstr(preview, "\"status\": \"converged\""));
  g_assert_null(strstr(preview, "\"created\""));
  dialog = open_dialog(f, "motion-csv");
  g_assert_true(test_wait(can_export, dialog, TEST_DEADLINE));
  gtk_window_destroy(GTK_WINDOW(dialog));
}

/* A figure is added to the report with its caption, as an undo step; the dialog lists it, and both
 * formats of the report show it. */
static void
test_figures(Fixture *f, gconstpointer data)
{
  TrammelDocument *document = trammel_window_get_document(f->window);
  GtkWidget *picture = find_widget(GTK_WIDGET(f->window), TRAMMEL_TYPE_PICTURE, NULL);

  g_assert_nonnull(picture);
  for (int i = 0; i < 2; i++)
    g_assert_true(gtk_widget_activate_action(picture, "picture.add-to-report", NULL));
  wait_for_message(f, "was added to the report");
  TrammelProject *project = trammel_document_get_project(document);
  g_assert_cmpuint(trammel_project_get_n_figures(project), ==, 2);
  g_assert_nonnull(strstr(trammel_project_get_figure_caption(project, 0), "(#1 "));
  GtkWidget *dialog = open_dialog(f, "html");
  GtkWidget *list = find_widget(dialog, TRAMMEL_TYPE_FIGURE_LIST, NULL);
  GtkWidget *entry = find_widget(list, GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text(GTK_EDITABLE(entry), "Angle & <friction>");
  g_signal_emit_by_name(entry, "activate");
  g_autoptr(GPtrArray) buttons = g_ptr_array_new();
  collect_widgets(list, GTK_TYPE_BUTTON, buttons);
  g_assert_cmpuint(buttons->len, ==, 6);
  g_signal_emit_by_name(buttons->pdata[5], "clicked"); /* removes the second one */
  gtk_window_destroy(GTK_WINDOW(dialog));
  g_assert_cmpuint(trammel_project_get_n_figures(trammel_document_get_project(document)), ==, 1);
  trammel_document_undo(document);
  g_assert_cmpuint(trammel_project_get_n_figures(trammel_document_get_project(document)), ==, 2);
  trammel_document_redo(document);
  g_assert_true(test_wait(is_idle, f->window, TEST_DEADLINE));
  g_free(export(f, "html", "out.html", NULL));
  g_free(export(f, "pdf", "out.pdf", NULL));
  g_autofree char *html = read_file(f, "out.html", NULL);
  g_assert_nonnull(strstr(html, "<figcaption>Angle &amp; &lt;friction&gt;</figcaption>"));
  g_assert_nonnull(strstr(html, "data:image/svg+xml;base64,"));
}

#define ADD(name, test)                                                                            \
  g_test_add("/ui/export-dialog/" name, Fixture, NULL, set_up, test, tear_down)

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  ADD("tables", test_tables);
  ADD("models", test_models);
  ADD("construction", test_construction);
  ADD("c-header", test_c_header);
  ADD("values", test_values);
  ADD("motions", test_motions);
  ADD("reports", test_reports);
  ADD("again", test_again);
  ADD("close-while-writing", test_close_while_writing);
  ADD("cautions", test_cautions);
  ADD("many-notes", test_many_notes);
  ADD("typed-path", test_typed_path);
  ADD("obstacles", test_obstacles);
  ADD("kept", test_kept);
  ADD("figures", test_figures);
  return run_window_tests();
}
