/* Tests of the figures of a project's report: kept with the project, limited, and shown by both
 * reports. */
#include <string.h>

#include "io/base/error.h"
#include "io/export/export.h"
#include "io/export/export_fixture.h"
#include "io/project/figures.h"

#define SVG                                                                                        \
  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200pt\" height=\"100pt\">"                    \
  "<rect width=\"100\" height=\"50\" fill=\"red\"/></svg>"

static TrammelProject *
read_project(const char *more, GError **error)
{
  g_autofree char *text = g_strdup_printf(
      "{ \"format\": \"trammel/1\", \"name\": \"a\", \"model\": { \"bodies\": [ { \"name\": "
      "\"b\", \"mass\": 1, \"inertia\": { \"xx\": 1, \"yy\": 1, \"zz\": 1 } } ] }%s }",
      more);

  return trammel_project_new_from_data(text, -1, NULL, error);
}

static TrammelProject *
make_project(const char *more)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = read_project(more, &error);

  g_assert_no_error(error);
  return project;
}

static void
add(TrammelProject *project, const char *caption)
{
  g_autoptr(GBytes) svg = g_bytes_new_static(SVG, strlen(SVG));
  g_autoptr(GError) error = NULL;

  trammel_project_add_figure(project, caption, svg, &error);
  g_assert_no_error(error);
}

static void
assert_captions(const TrammelProject *project, const char *expected)
{
  g_autoptr(GString) captions = g_string_new(NULL);

  for (guint i = 0; i < trammel_project_get_n_figures(project); i++)
    g_string_append_printf(captions, "%s;", trammel_project_get_figure_caption(project, i));
  g_assert_cmpstr(captions->str, ==, expected);
}

/* An added drawing is returned bit for bit, also from the file's text. */
static void
test_keep(void)
{
  g_autoptr(TrammelProject) project = make_project("");
  g_autoptr(GError) error = NULL;

  add(project, "A \"quoted\" π");
  g_autofree char *text = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = trammel_project_new_from_data(text, -1, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(GBytes) svg = trammel_project_load_figure(again, 0, &error);
  g_assert_no_error(error);
  g_assert_cmpmem(g_bytes_get_data(svg, NULL), g_bytes_get_size(svg), SVG, strlen(SVG));
  assert_captions(again, "A \"quoted\" π;");
}

static void
test_edit(void)
{
  g_autoptr(TrammelProject) project = make_project("");
  g_autoptr(GError) error = NULL;

  add(project, "a");
  add(project, "b");
  add(project, "c");
  g_assert_true(trammel_project_swap_figure(project, 1, &error));
  assert_captions(project, "a;c;b;");
  g_assert_true(trammel_project_remove_figure(project, 0, &error));
  g_assert_true(trammel_project_set_figure_caption(project, 1, "new", &error));
  g_assert_no_error(error);
  assert_captions(project, "c;new;");
}

/* Too many or too large drawings are refused. */
static void
test_bounds(void)
{
  g_autoptr(TrammelProject) project = make_project("");
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  g_autofree guint32 *noise = g_new(guint32, TRAMMEL_MAX_FIGURE_SIZE / 4 + 100);
  g_autoptr(GBytes) small = g_bytes_new_static(SVG, strlen(SVG));
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < TRAMMEL_MAX_FIGURE_SIZE / 4 + 100; i++)
    noise[i] = g_rand_int(random);
  g_autoptr(GBytes) large = g_bytes_new(noise, TRAMMEL_MAX_FIGURE_SIZE + 400);
  g_assert_false(trammel_project_add_figure(project, "x", large, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "too large"));
  g_clear_error(&error);
  for (guint i = 0; i < TRAMMEL_MAX_FIGURES; i++)
    add(project, "a");
  g_assert_false(trammel_project_add_figure(project, "one more", small, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_cmpuint(trammel_project_get_n_figures(project), ==, TRAMMEL_MAX_FIGURES);
}

/* The limit on their number holds for a file that is read, too: its drawings are not unpacked. */
static void
test_too_many(void)
{
  for (guint n = TRAMMEL_MAX_FIGURES; n <= TRAMMEL_MAX_FIGURES + 1; n++) {
    g_autoptr(GString) list = g_string_new(", \"figures\": [");
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < n; i++)
      g_string_append_printf(list, "%s{ \"caption\": \"c\", \"svgz\": \"\" }", i ? ", " : "");
    g_string_append(list, "]");
    g_autoptr(TrammelProject) project = read_project(list->str, &error);
    g_assert_true((project != NULL) == (n <= TRAMMEL_MAX_FIGURES));
    if (project)
      continue;
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_assert_cmpstr(error->message, ==,
                    "figures: there are 25 figures, and a project holds at most 24; remove some");
  }
}

/* The error of a damaged file names the place. */
static void
test_damaged(void)
{
  static const char *const packed[] = {"", "!!!!", "H4sI", "AAAA"};

  for (guint i = 0; i < G_N_ELEMENTS(packed); i++) {
    g_autofree char *more =
        g_strdup_printf(", \"figures\": [ { \"caption\": \"c\", \"svgz\": \"%s\" } ]", packed[i]);
    g_autoptr(TrammelProject) project = make_project(more);
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_project_load_figure(project, 0, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
    g_assert_nonnull(strstr(error->message, "figures[0].svgz"));
  }
  g_autoptr(TrammelProject) project = make_project("");
  g_autofree char *good = trammel_project_to_data(project);
  g_autoptr(GString) bad = g_string_new(good);
  g_autoptr(GError) error = NULL;
  g_string_replace(bad, "\"name\": \"a\",", "\"name\": \"a\", \"figures\": [ { \"svgz\": \"\" } ],",
                   1);
  g_assert_null(trammel_project_new_from_data(bad->str, -1, NULL, &error));
  g_assert_nonnull(strstr(error->message, "figures[0].caption"));
}

/* Data that would unpack to more than is allowed are not unpacked. */
static void
test_bomb(void)
{
  g_autofree char *zeros = g_malloc0(64 * 1024 * 1024);
  g_autoptr(GInputStream) memory =
      g_memory_input_stream_new_from_data(zeros, 64 * 1024 * 1024, NULL);
  g_autoptr(GConverter) packer =
      G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr(GInputStream) stream = g_converter_input_stream_new(memory, packer);
  g_autofree guchar *packed = g_malloc(1024 * 1024);
  g_autoptr(GError) error = NULL;
  gsize length;

  g_assert_true(g_input_stream_read_all(stream, packed, 1024 * 1024, &length, NULL, NULL));
  g_autofree char *svgz = g_base64_encode(packed, length);
  g_autofree char *more =
      g_strdup_printf(", \"figures\": [ { \"caption\": \"c\", \"svgz\": \"%s\" } ]", svgz);
  g_autoptr(TrammelProject) project = make_project(more);
  g_assert_null(trammel_project_load_figure(project, 0, &error));
  g_assert_nonnull(strstr(error->message, "more than 2048 kB"));
}

/* Both reports show the figures with their captions; an invalid drawing does no harm. */
static void
test_reports(void)
{
  static const ExportValue value = {"body.a.mass", "kg", 0.25, 0.01};
  g_autoptr(TrammelExportResult) result = export_fixture_new(&value, 1);
  g_autoptr(TrammelProject) project = make_project("");
  g_autoptr(GBytes) no_svg = g_bytes_new_static("no drawing", 10);
  g_autoptr(GError) error = NULL;

  add(project, "Angles <of the arm>");
  g_assert_true(trammel_project_add_figure(project, "nothing", no_svg, &error));
  g_autoptr(GPtrArray) prints = trammel_project_load_prints(project, &error);
  g_assert_no_error(error);
  const TrammelExportOptions with = {.prints = prints, .date = "today"},
                             without = {.date = "today"};
  g_autoptr(GBytes) html = trammel_export_to_bytes(result, "r.html", &with, NULL, &error);
  g_autoptr(GBytes) pdf = trammel_export_to_bytes(result, "r.pdf", &with, NULL, &error);
  g_autoptr(GBytes) short_pdf = trammel_export_to_bytes(result, "r.pdf", &without, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *text = g_strndup(g_bytes_get_data(html, NULL), g_bytes_get_size(html));
  g_autofree char *data = g_base64_encode((const guchar *)SVG, strlen(SVG));
  g_assert_nonnull(strstr(text, data));
  g_assert_nonnull(strstr(text, "<figcaption>Angles &lt;of the arm&gt;</figcaption>"));
  g_assert_cmpuint(g_bytes_get_size(pdf), >, g_bytes_get_size(short_pdf));
  g_assert_null(trammel_export_to_bytes(result, "r.csv", &with, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  export_fixture_begin();
  g_test_add_func("/io/project-figures/keep", test_keep);
  g_test_add_func("/io/project-figures/edit", test_edit);
  g_test_add_func("/io/project-figures/bounds", test_bounds);
  g_test_add_func("/io/project-figures/too-many", test_too_many);
  g_test_add_func("/io/project-figures/damaged", test_damaged);
  g_test_add_func("/io/project-figures/bomb", test_bomb);
  g_test_add_func("/io/project-figures/reports", test_reports);
  int code = g_test_run();
  export_fixture_end();
  return code;
}
