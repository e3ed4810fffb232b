/* Tests of the commands, their search by a few letters, and the user guide. */
#include <gio/gio.h>
#include <string.h>

#include "ui/session/text/commands.h"
#include "ui/session/text/fuzzy.h"
#include "ui/session/text/glossary.h"
#include "ui/session/text/user-guide.h"

/* ---- search ---------------------------------------------------------------------------------- */

static void
test_fuzzy(void)
{
  g_assert_cmpint(trammel_fuzzy_score("Identify", ""), ==, 0);
  g_assert_cmpint(trammel_fuzzy_score("Identify", "x"), ==, -1);
  g_assert_cmpint(trammel_fuzzy_score("Identify", "yi"), ==, -1);
  g_assert_cmpint(trammel_fuzzy_score("Identify", "IDY"), >=, 0);
  g_assert_cmpint(trammel_fuzzy_score("Ångström", "åm"), >=, 0);
  g_assert_cmpint(trammel_fuzzy_score("Keyboard shortcuts", "key sh"), >=, 0);
  /* beginnings of words, letters in a row, short texts */
  g_assert_cmpint(trammel_fuzzy_score("Keyboard shortcuts", "ks"), >,
                  trammel_fuzzy_score("Marks on", "ks"));
  g_assert_cmpint(trammel_fuzzy_score("Save", "save"), >, trammel_fuzzy_score("Save as…", "save"));
  g_assert_cmpint(trammel_fuzzy_score("Check now", "now"), >,
                  trammel_fuzzy_score("No one knows", "now"));
}

/* ---- commands -------------------------------------------------------------------------------- */

/* Every key of a command is listed in the shortcuts window. */
static void
test_shortcuts_window(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_resources_lookup_data(
      "/io/github/trammel/Trammel/gtk/help-overlay.ui", G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  guint n;
  const TrammelCommand *commands = trammel_commands_get(&n);

  g_assert_no_error(error);
  const char *text = g_bytes_get_data(bytes, NULL);
  for (guint i = 0; i < n; i++) {
    g_autofree char *escaped =
        commands[i].accels[0] ? g_markup_escape_text(commands[i].accels[0], -1) : NULL;
    g_autofree char *wanted = escaped ? g_strdup_printf("accelerator\">%s", escaped) : NULL;
    gboolean is_page = g_str_has_prefix(commands[i].action, "win.page-number");
    if (wanted && !is_page && !strstr(text, wanted))
      g_error("%s is not in the shortcuts window", commands[i].accels[0]);
  }
  g_assert_nonnull(strstr(text, "&lt;Alt&gt;1...5"));
}

static void
test_names(void)
{
  g_autoptr(GHashTable) labels = g_hash_table_new(g_str_hash, g_str_equal);
  guint n;
  const TrammelCommand *commands = trammel_commands_get(&n);

  for (guint i = 0; i < n; i++) {
    g_autofree char *name = NULL;
    g_autoptr(GVariant) target = NULL;
    g_autoptr(GError) error = NULL;
    g_assert_true(g_action_parse_detailed_name(commands[i].action, &name, &target, &error));
    g_assert_no_error(error);
    g_assert_true(!commands[i].label || g_hash_table_add(labels, (gpointer)commands[i].label));
  }
}

/* ---- the guide ------------------------------------------------------------------------------- */

static const TrammelUserGuideBlock *
get_block(GPtrArray *blocks, guint i, TrammelUserGuideKind kind)
{
  const TrammelUserGuideBlock *block = blocks->pdata[i];

  g_assert_cmpuint(i, <, blocks->len);
  g_assert_cmpint(block->kind, ==, kind);
  return block;
}

static void
test_markdown(void)
{
  g_autoptr(GPtrArray) blocks = trammel_user_guide_parse(
      "# The *page* A\n\nOne < two,\nand `x*y` is **not** *new*, see [B & C](data.md#b-c)\n"
      "or [elsewhere](../other.md).\n\n![a picture](../images/data.png)\n\n"
      "| head | b |\n|---|---|\n| `a\\|b` | 2 |\n\n- first\n  goes on\n- second\n1. third\n\n"
      "```\na  [b](c)\n\n# d\n```\n## Two sets: of values\n");

  g_assert_cmpuint(blocks->len, ==, 9);
  const TrammelUserGuideBlock *head = get_block(blocks, 0, TRAMMEL_USER_GUIDE_HEADING);
  g_assert_cmpstr(head->text, ==, "The <i>page</i> A");
  g_assert_cmpuint(head->level, ==, 1);
  g_assert_cmpstr(get_block(blocks, 1, TRAMMEL_USER_GUIDE_PARAGRAPH)->text, ==,
                  "One &lt; two, and <tt>x*y</tt> is <b>not</b> <i>new</i>, see "
                  "<a href=\"data.md#b-c\">B &amp; C</a> or elsewhere.");
  g_assert_cmpstr(get_block(blocks, 2, TRAMMEL_USER_GUIDE_PICTURE)->text, ==, "images/data.png");
  const TrammelUserGuideBlock *table = get_block(blocks, 3, TRAMMEL_USER_GUIDE_TABLE);
  g_assert_cmpuint(table->rows->len, ==, 2);
  g_assert_cmpstr(((char **)table->rows->pdata[1])[0], ==, "<tt>a|b</tt>");
  g_assert_cmpstr(((char **)table->rows->pdata[1])[1], ==, "2");
  g_assert_cmpstr(get_block(blocks, 4, TRAMMEL_USER_GUIDE_ITEM)->text, ==, "first goes on");
  g_assert_cmpstr(get_block(blocks, 5, TRAMMEL_USER_GUIDE_ITEM)->mark, ==, "•");
  g_assert_cmpstr(get_block(blocks, 6, TRAMMEL_USER_GUIDE_ITEM)->mark, ==, "1.");
  g_assert_cmpstr(get_block(blocks, 7, TRAMMEL_USER_GUIDE_CODE)->text, ==, "a  [b](c)\n\n# d");
  g_assert_cmpstr(get_block(blocks, 8, TRAMMEL_USER_GUIDE_HEADING)->anchor, ==,
                  "two-sets-of-values");
}

/* Texts that look like markup but are not. */
static void
test_plain_marks(void)
{
  g_autoptr(GPtrArray) blocks = trammel_user_guide_parse("2 * 3, a ** b, `open, [x], \\*");

  g_assert_cmpuint(blocks->len, ==, 1);
  g_assert_cmpstr(((TrammelUserGuideBlock *)blocks->pdata[0])->text, ==,
                  "2 * 3, a ** b, `open, [x], *");
}

/* A unit in brackets does not take in the words up to the next link. */
static void
test_brackets(void)
{
  g_autoptr(GPtrArray) blocks =
      trammel_user_guide_parse("start [rad] or [m], see [`a[0]` and [b]](data.md) [");

  g_assert_cmpuint(blocks->len, ==, 1);
  g_assert_cmpstr(((TrammelUserGuideBlock *)blocks->pdata[0])->text, ==,
                  "start [rad] or [m], see <a href=\"data.md\"><tt>a[0]</tt> and [b]</a> [");
}

static gboolean
has_anchor(const char *page, const char *anchor)
{
  g_autoptr(GPtrArray) blocks = trammel_user_guide_read(page);

  for (guint i = 0; blocks && i < blocks->len; i++)
    if (g_strcmp0(((TrammelUserGuideBlock *)blocks->pdata[i])->anchor, anchor) == 0)
      return TRUE;
  return FALSE;
}

/* Checks that each link of `markup` leads to an existing page and heading. */
static void
check_links(const char *page, const char *markup)
{
  for (const char *p = markup; (p = strstr(p, "<a href=\"")); p++) {
    const char *start = p + strlen("<a href=\"");
    g_autofree char *link = g_strndup(start, strcspn(start, "\""));
    char *anchor = strchr(link, '#');
    if (g_str_has_prefix(link, "http"))
      continue;
    if (anchor)
      *anchor++ = '\0';
    if (*link)
      g_assert_true(g_strv_contains(trammel_user_guide_get_pages(), link));
    if (anchor && !has_anchor(*link ? link : page, anchor))
      g_error("%s has a link to #%s, which is nowhere", page, anchor);
  }
}

static void
check_picture(const char *file)
{
  g_autofree char *path = g_strconcat("/io/github/trammel/Trammel/guide/", file, NULL);

  g_assert_true(g_resources_get_info(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL));
}

/* Every page of the guide exists and has well-formed markup. */
static void
test_guide(void)
{
  for (const char *const *page = trammel_user_guide_get_pages(); *page; page++) {
    g_autoptr(GPtrArray) blocks = trammel_user_guide_read(*page);
    g_autofree char *title = trammel_user_guide_dup_title(*page);
    g_assert_nonnull(blocks);
    g_assert_cmpuint(blocks->len, >, 3);
    g_assert_cmpstr(title, !=, *page);
    for (guint i = 0; i < blocks->len; i++) {
      const TrammelUserGuideBlock *block = blocks->pdata[i];
      if (block->kind == TRAMMEL_USER_GUIDE_PICTURE)
        check_picture(block->text);
      else if (block->kind != TRAMMEL_USER_GUIDE_CODE && block->text)
        check_links(*page, block->text);
      for (guint r = 0; block->rows && r < block->rows->len; r++)
        for (char **cell = block->rows->pdata[r]; *cell; cell++)
          check_links(*page, *cell);
    }
  }
  g_assert_null(trammel_user_guide_read("no-such.md"));
}

/* Every term that the window explains is a heading of the glossary, with the same name. */
static void
test_glossary(void)
{
  g_autoptr(GPtrArray) blocks = trammel_user_guide_read("glossary.md");
  guint n;
  const TrammelTerm *terms = trammel_glossary_get_terms(&n);

  for (guint i = 0; i < n; i++) {
    g_autofree char *link = trammel_glossary_dup_link(&terms[i]);
    const char *heading = NULL;
    for (guint b = 0; b < blocks->len; b++) {
      const TrammelUserGuideBlock *block = blocks->pdata[b];
      if (block->anchor && g_str_equal(block->anchor, terms[i].anchor))
        heading = block->text;
    }
    g_assert_cmpstr(heading, ==, terms[i].name);
    g_assert_true(g_str_has_suffix(link, terms[i].anchor));
    g_assert_true(trammel_glossary_find(terms[i].anchor) == &terms[i]);
  }
  g_assert_null(trammel_glossary_find("no-such-term"));
  g_autofree char *question = trammel_glossary_dup_question(trammel_glossary_find("kappa"));
  g_assert_cmpstr(question, ==, "What is “Kappa”?");
}

/* The folder of the guide has no page that is not listed. */
static void
test_all_pages(void)
{
  g_autoptr(GDir) folder = g_dir_open(g_getenv("TRAMMEL_GUIDE"), 0, NULL);
  const char *name;

  g_assert_nonnull(folder);
  while ((name = g_dir_read_name(folder)))
    if (g_str_has_suffix(name, ".md") && !g_strv_contains(trammel_user_guide_get_pages(), name))
      g_error("%s is not in the help", name);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/commands/fuzzy", test_fuzzy);
  g_test_add_func("/ui/session/commands/shortcuts-window", test_shortcuts_window);
  g_test_add_func("/ui/session/commands/names", test_names);
  g_test_add_func("/ui/session/commands/markdown", test_markdown);
  g_test_add_func("/ui/session/commands/plain-marks", test_plain_marks);
  g_test_add_func("/ui/session/commands/brackets", test_brackets);
  g_test_add_func("/ui/session/commands/guide", test_guide);
  g_test_add_func("/ui/session/commands/glossary", test_glossary);
  g_test_add_func("/ui/session/commands/all-pages", test_all_pages);
  return g_test_run();
}
