#include "io/project/figures.h"

#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/project/private.h"
#include "io/project/put.h"

static gboolean
check_figure(const TrammelNode *figure, GError **error)
{
  const char *text;

  if (!trammel_node_check_object(figure, error))
    return FALSE;
  TrammelNode caption = trammel_node_member(figure, "caption"),
              svgz = trammel_node_member(figure, "svgz");
  return trammel_node_need_string(&caption, &text, error) &&
         trammel_node_need_string(&svgz, &text, error);
}

gboolean
trammel_project_read_figures(const TrammelNode *root, GError **error)
{
  TrammelNode figures = trammel_node_member(root, "figures");
  guint n;

  if (!trammel_node_get_length(&figures, &n, error))
    return FALSE;
  if (n > TRAMMEL_MAX_FIGURES)
    return trammel_node_fail(&figures, error,
                             "there are %u figures, and a project holds at most %d; remove some", n,
                             TRAMMEL_MAX_FIGURES);
  return trammel_node_check_each(root, "figures", check_figure, error);
}

guint
trammel_project_get_n_figures(const TrammelProject *project)
{
  return trammel_project_get_list_length(project, "figures");
}

static const char *
get_text(const TrammelProject *project, guint i, const char *key)
{
  JsonArray *figures = trammel_project_get_list(project, "figures");

  return json_object_get_string_member(json_array_get_object_element(figures, i), key);
}

const char *
trammel_project_get_figure_caption(const TrammelProject *project, guint i)
{
  g_return_val_if_fail(i < trammel_project_get_n_figures(project), NULL);
  return get_text(project, i, "caption");
}

/* Runs `bytes` through a converter; the result has at most `most` bytes. */
static GBytes *
convert(GConverter *converter, GBytes *bytes, gsize most, GError **error)
{
  g_autoptr(GInputStream) memory = g_memory_input_stream_new_from_bytes(bytes);
  g_autoptr(GInputStream) stream = g_converter_input_stream_new(memory, converter);
  g_autofree char *buffer = g_malloc(most + 1);
  gsize length;

  if (!g_input_stream_read_all(stream, buffer, most + 1, &length, NULL, error))
    return NULL;
  if (length > most) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "it has more than %zu kB", most / 1024);
    return NULL;
  }
  return g_bytes_new(buffer, length);
}

GBytes *
trammel_project_load_figure(const TrammelProject *project, guint i, GError **error)
{
  g_return_val_if_fail(i < trammel_project_get_n_figures(project), NULL);
  gsize length;
  guchar *packed = g_base64_decode(get_text(project, i, "svgz"), &length);
  g_autoptr(GBytes) bytes = g_bytes_new_take(packed, length);
  g_autoptr(GConverter) converter =
      G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr(GError) reason = NULL;
  GBytes *svg = convert(converter, bytes, TRAMMEL_MAX_DRAWING_SIZE, &reason);

  if (svg)
    return svg;
  g_autofree char *words = trammel_error_dup_words(reason);
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "figures[%u].svgz is not a packed drawing: %s; remove the figure \"%s\" from the report", i,
      words, get_text(project, i, "caption"));
  return NULL;
}

/* Returns the packed drawing as text. */
static char *
pack(GBytes *svg, GError **error)
{
  g_autoptr(GConverter) converter =
      G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr(GError) reason = NULL;
  g_autoptr(GBytes) packed = g_bytes_get_size(svg) <= TRAMMEL_MAX_DRAWING_SIZE
                                 ? convert(converter, svg, TRAMMEL_MAX_FIGURE_SIZE, &reason)
                                 : NULL;

  if (packed)
    return g_base64_encode(g_bytes_get_data(packed, NULL), g_bytes_get_size(packed));
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "The drawing of %zu kB is too large for the report, which holds %d kB packed; "
                    "zoom in, or hide some curves.",
                    g_bytes_get_size(svg) / 1024, TRAMMEL_MAX_FIGURE_SIZE / 1024);
  return NULL;
}

gboolean
trammel_project_add_figure(TrammelProject *project,
                           const char *caption,
                           GBytes *svg,
                           GError **error)
{
  g_autofree char *svgz = pack(svg, error);

  if (!svgz)
    return FALSE;
  if (trammel_project_get_n_figures(project) >= TRAMMEL_MAX_FIGURES) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "The report has %d figures, the most that it can hold; remove one first.",
                      TRAMMEL_MAX_FIGURES);
    return FALSE;
  }
  TrammelJsonWriter *json = trammel_json_writer_new_line();
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "caption", caption);
  trammel_json_writer_add_string(json, "svgz", svgz);
  trammel_json_writer_end_object(json);
  g_autofree char *text = trammel_json_writer_finish(json);
  return trammel_project_put(project, "figures[]", text, error);
}

gboolean
trammel_project_set_figure_caption(TrammelProject *project,
                                   guint i,
                                   const char *caption,
                                   GError **error)
{
  g_return_val_if_fail(i < trammel_project_get_n_figures(project), FALSE);
  g_autofree char *path = g_strdup_printf("figures[%u].caption", i);
  g_autoptr(GString) text = g_string_new(NULL);

  trammel_json_append_quoted(text, caption);
  return trammel_project_put(project, path, text->str, error);
}

gboolean
trammel_project_remove_figure(TrammelProject *project, guint i, GError **error)
{
  g_return_val_if_fail(i < trammel_project_get_n_figures(project), FALSE);
  g_autofree char *path = g_strdup_printf("figures[%u]", i);

  return trammel_project_remove(project, path, error);
}

gboolean
trammel_project_swap_figure(TrammelProject *project, guint i, GError **error)
{
  g_return_val_if_fail(i + 1 < trammel_project_get_n_figures(project), FALSE);
  g_autofree char *path = g_strdup_printf("figures[%u]", i);
  g_autofree char *next = g_strdup_printf("figures[%u]", i + 1);
  g_autofree char *text = trammel_project_dup_at(project, path);
  g_autofree char *other = trammel_project_dup_at(project, next);

  return trammel_project_put(project, path, other, error) &&
         trammel_project_put(project, next, text, error);
}

static void
free_print(gpointer data)
{
  TrammelReportFigure *print = data;

  g_free(print->caption);
  g_bytes_unref(print->svg);
  g_free(print);
}

GPtrArray *
trammel_project_load_prints(const TrammelProject *project, GError **error)
{
  g_autoptr(GPtrArray) prints = g_ptr_array_new_with_free_func(free_print);

  for (guint i = 0; i < trammel_project_get_n_figures(project); i++) {
    GBytes *svg = trammel_project_load_figure(project, i, error);
    if (!svg)
      return NULL;
    TrammelReportFigure *print = g_new(TrammelReportFigure, 1);
    *print = (TrammelReportFigure){g_strdup(trammel_project_get_figure_caption(project, i)), svg};
    g_ptr_array_add(prints, print);
  }
  return g_steal_pointer(&prints);
}
