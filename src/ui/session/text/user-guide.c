#include "ui/session/text/user-guide.h"

#include <gio/gio.h>
#include <string.h>

#define FOLDER "/io/github/trammel/Trammel/guide/"

static const char *const pages[] = {
    "first-steps.md",
    "walk-through.md",
    "data.md",
    "logs.md",
    "import.md",
    "model.md",
    "identify.md",
    "findings.md",
    "wrong-input.md",
    "inspect.md",
    "residuals.md",
    "uncertainty.md",
    "next-experiment.md",
    "payload.md",
    "validate.md",
    "two-methods.md",
    "sweeps.md",
    "robust-fits.md",
    "documents.md",
    "plots.md",
    "export.md",
    "simulator.md",
    "formulations.md",
    "glossary.md",
    "project-file.md",
    "command-line.md",
    NULL,
};

const char *const *
trammel_user_guide_get_pages(void)
{
  return pages;
}

static void
free_block(gpointer data)
{
  TrammelUserGuideBlock *block = data;

  g_free(block->mark);
  g_free(block->text);
  g_free(block->anchor);
  g_clear_pointer(&block->rows, g_ptr_array_unref);
  g_free(block);
}

static void
free_row(gpointer row)
{
  g_strfreev(row);
}

/* ---- within a line --------------------------------------------------------------------------- */

static void append_inline(GString *markup, const char *text, gsize n);

static void
append_escaped(GString *markup, const char *text, gsize n)
{
  g_autofree char *escaped = g_markup_escape_text(text, (gssize)n);

  g_string_append(markup, escaped);
}

static void
append_tagged(GString *markup, const char *tag, const char *text, gsize n)
{
  g_string_append_printf(markup, "<%s>", tag);
  if (g_str_equal(tag, "tt"))
    append_escaped(markup, text, n);
  else
    append_inline(markup, text, n);
  g_string_append_printf(markup, "</%s>", tag);
}

/* Returns TRUE for a link to a page of the guide, to a heading, or into the web; other targets
 * become plain words. */
static gboolean
leads_somewhere(const char *target)
{
  g_autofree char *page = g_strndup(target, strcspn(target, "#"));

  return *page == '\0' || g_str_has_prefix(page, "http") || g_strv_contains(pages, page);
}

/* Returns the bracket that closes the one at text; NULL if there is none. */
static const char *
find_closing_bracket(const char *text, gsize n)
{
  int depth = 0;

  for (const char *p = text; p < text + n; p++) {
    depth += *p == '[' ? 1 : *p == ']' ? -1 : 0;
    if (depth == 0)
      return p;
  }
  return NULL;
}

/* Appends "[words](target)" at text; returns its length in bytes, 0 if there is no link. */
static gsize
append_link(GString *markup, const char *text, gsize n)
{
  const char *middle = find_closing_bracket(text, n);
  gboolean has_target = middle && middle + 1 < text + n && middle[1] == '(';
  const char *end = has_target ? memchr(middle, ')', (gsize)(text + n - middle)) : NULL;

  if (!end)
    return 0;
  g_autofree char *target = g_strndup(middle + 2, (gsize)(end - middle - 2));
  g_autofree char *escaped = g_markup_escape_text(target, -1);
  gboolean leads = leads_somewhere(target);
  if (leads)
    g_string_append_printf(markup, "<a href=\"%s\">", escaped);
  append_inline(markup, text + 1, (gsize)(middle - text - 1));
  if (leads)
    g_string_append(markup, "</a>");
  return (gsize)(end + 1 - text);
}

/* Appends the text between two `mark`s at text; returns its length in bytes, 0 without a second
 * mark. */
static gsize
append_marked(GString *markup, const char *text, gsize n, const char *mark, const char *tag)
{
  gsize length = strlen(mark);
  const char *end = n > length && strncmp(text, mark, length) == 0 && text[length] != ' '
                        ? g_strstr_len(text + length, (gssize)(n - length), mark)
                        : NULL;

  if (!end || end == text + length)
    return 0;
  append_tagged(markup, tag, text + length, (gsize)(end - text) - length);
  return (gsize)(end - text) + length;
}

static gsize
append_special(GString *markup, const char *text, gsize n)
{
  gsize taken = 0;

  if (*text == '\\' && n > 1) {
    append_escaped(markup, text + 1, 1);
    return 2;
  }
  if (*text == '[')
    return append_link(markup, text, n);
  taken = append_marked(markup, text, n, "`", "tt");
  if (!taken)
    taken = append_marked(markup, text, n, "**", "b");
  return taken ? taken : append_marked(markup, text, n, "*", "i");
}

static void
append_inline(GString *markup, const char *text, gsize n)
{
  for (gsize i = 0; i < n;) {
    gsize plain = i;
    while (plain < n && !strchr("\\[`*", text[plain]))
      plain++;
    append_escaped(markup, text + i, plain - i);
    i = plain;
    if (i == n)
      break;
    gsize taken = append_special(markup, text + i, n - i);
    if (!taken) {
      append_escaped(markup, text + i, 1);
      taken = 1;
    }
    i += taken;
  }
}

static char *
to_markup(const char *text)
{
  GString *markup = g_string_new(NULL);

  append_inline(markup, text, strlen(text));
  return g_string_free(markup, FALSE);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static TrammelUserGuideBlock *
add_block(GPtrArray *blocks, TrammelUserGuideKind kind)
{
  TrammelUserGuideBlock *block = g_new0(TrammelUserGuideBlock, 1);

  block->kind = kind;
  g_ptr_array_add(blocks, block);
  return block;
}

/* Converts "Two sets of values" to "two-sets-of-values". */
static char *
to_anchor(const char *heading)
{
  GString *anchor = g_string_new(NULL);

  for (const char *p = heading; *p; p = g_utf8_next_char(p)) {
    gunichar c = g_utf8_get_char(p);
    if (g_unichar_isalnum(c))
      g_string_append_unichar(anchor, g_unichar_tolower(c));
    else if (c == ' ' || c == '-')
      g_string_append_c(anchor, '-');
  }
  return g_string_free(anchor, FALSE);
}

static void
add_heading(GPtrArray *blocks, const char *line)
{
  TrammelUserGuideBlock *block = add_block(blocks, TRAMMEL_USER_GUIDE_HEADING);

  block->level = (guint)strspn(line, "#");
  block->text = to_markup(line + block->level + 1);
  block->anchor = to_anchor(line + block->level + 1);
}

/* Adds a picture: "![what it shows](../images/data.png)". */
static void
add_picture(GPtrArray *blocks, const char *line)
{
  const char *file = strstr(line, "](");
  gsize n = file ? strcspn(file + 2, ")") : 0;
  g_autofree char *path = n ? g_strndup(file + 2, n) : NULL;

  if (path)
    add_block(blocks, TRAMMEL_USER_GUIDE_PICTURE)->text =
        g_strdup(g_str_has_prefix(path, "../") ? path + 3 : path);
}

/* Splits a line into the cells between bars; "\|" is a bar within a cell. */
static char **
split_cells(const char *line)
{
  g_autoptr(GStrvBuilder) cells = g_strv_builder_new();
  const char *start = line + 1;

  for (const char *p = start; *p; p++) {
    if (*p == '\\' && p[1] == '|') {
      p++;
    } else if (*p == '|') {
      g_autofree char *text = g_strstrip(g_strndup(start, (gsize)(p - start)));
      g_auto(GStrv) parts = g_strsplit(text, "\\|", -1);
      g_autofree char *plain = g_strjoinv("|", parts);
      g_autofree char *markup = to_markup(plain);
      g_strv_builder_add(cells, markup);
      start = p + 1;
    }
  }
  return g_strv_builder_end(cells);
}

/* Returns TRUE for the separator line "|---|---|" of a table. */
static gboolean
is_rule(const char *line)
{
  return strspn(line, "|-: ") == strlen(line);
}

static guint
add_table(GPtrArray *blocks, char **lines)
{
  TrammelUserGuideBlock *block = add_block(blocks, TRAMMEL_USER_GUIDE_TABLE);
  guint n = 0;

  block->rows = g_ptr_array_new_with_free_func(free_row);
  for (; lines[n] && lines[n][0] == '|'; n++)
    if (!is_rule(lines[n]))
      g_ptr_array_add(block->rows, split_cells(lines[n]));
  return n;
}

static guint
add_code(GPtrArray *blocks, char **lines)
{
  g_autoptr(GString) code = g_string_new(NULL);
  guint n = 1;

  for (; lines[n] && !g_str_has_prefix(lines[n], "```"); n++)
    g_string_append_printf(code, "%s%s", n > 1 ? "\n" : "", lines[n]);
  add_block(blocks, TRAMMEL_USER_GUIDE_CODE)->text = g_strdup(code->str);
  return lines[n] ? n + 1 : n;
}

/* Returns the length of "- " or "12.  "; 0 for none. */
static gsize
get_mark(const char *line)
{
  gsize digits = strspn(line, "0123456789");

  if (g_str_has_prefix(line, "- "))
    return 2;
  return digits > 0 && g_str_has_prefix(line + digits, ". ") ? digits + 2 : 0;
}

static gboolean
begins_block(const char *line)
{
  return *line == '\0' || *line == '#' || *line == '|' || g_str_has_prefix(line, "```") ||
         g_str_has_prefix(line, "![") || get_mark(line);
}

/* Adds a paragraph or an item of a list: all lines up to the next block. */
static guint
add_text(GPtrArray *blocks, char **lines)
{
  gsize mark = get_mark(lines[0]);
  TrammelUserGuideBlock *block =
      add_block(blocks, mark ? TRAMMEL_USER_GUIDE_ITEM : TRAMMEL_USER_GUIDE_PARAGRAPH);
  g_autoptr(GString) text = g_string_new(lines[0] + mark);
  guint n = 1;

  for (; lines[n] && !begins_block(lines[n]); n++)
    g_string_append_printf(text, " %s", g_strchug(lines[n]));
  block->mark = mark == 0 ? NULL : *lines[0] == '-' ? g_strdup("•") : g_strndup(lines[0], mark - 1);
  block->text = to_markup(text->str);
  return n;
}

GPtrArray *
trammel_user_guide_parse(const char *markdown)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func(free_block);
  g_auto(GStrv) lines = g_strsplit(markdown, "\n", -1);

  for (char **line = lines; *line;) {
    guint n = 1;
    if (**line == '#')
      add_heading(blocks, *line);
    else if (g_str_has_prefix(*line, "!["))
      add_picture(blocks, *line);
    else if (g_str_has_prefix(*line, "```"))
      n = add_code(blocks, line);
    else if (**line == '|')
      n = add_table(blocks, line);
    else if (**line != '\0')
      n = add_text(blocks, line);
    line += n;
  }
  return blocks;
}

static GBytes *
load(const char *page)
{
  g_autofree char *path = g_strconcat(FOLDER, page, NULL);

  return g_strv_contains(pages, page)
             ? g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL)
             : NULL;
}

GPtrArray *
trammel_user_guide_read(const char *page)
{
  g_autoptr(GBytes) bytes = load(page);
  g_autofree char *text =
      bytes ? g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes)) : NULL;

  return text ? trammel_user_guide_parse(text) : NULL;
}

char *
trammel_user_guide_dup_title(const char *page)
{
  g_autoptr(GBytes) bytes = load(page);
  const char *text = bytes ? g_bytes_get_data(bytes, NULL) : NULL;

  return text && text[0] == '#' ? g_strndup(text + 2, strcspn(text + 2, "\n")) : g_strdup(page);
}
