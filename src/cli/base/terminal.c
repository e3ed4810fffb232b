#include "cli/base/terminal.h"

#include <string.h>

enum { FIRST_C1 = 0x80, LAST_C1 = 0x9f, DELETE = 0x7f };

static gboolean
is_control(gunichar c)
{
  return c < ' ' || c == DELETE || (c >= FIRST_C1 && c <= LAST_C1);
}

/* `kept` are the control characters that stay. */
static char *
escape(const char *text, const char *kept)
{
  GString *escaped = g_string_new(NULL);

  for (const char *at = text; *at;) {
    gunichar c = g_utf8_get_char_validated(at, -1);
    gboolean is_valid = c < (gunichar)-2;
    gsize length = is_valid ? (gsize)(g_utf8_next_char(at) - at) : 1;

    if (!is_valid)
      g_string_append_printf(escaped, "\\x%02x", (guint)(guchar)*at);
    else if (is_control(c) && !strchr(kept, (int)c))
      g_string_append_printf(escaped, "\\x%02x", c);
    else
      g_string_append_len(escaped, at, (gssize)length);
    at += length;
  }
  return g_string_free(escaped, FALSE);
}

char *
trammel_terminal_escape(const char *text)
{
  return escape(text, "\t\n");
}

void
trammel_terminal_print(const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  gboolean is_line = g_str_has_suffix(text, "\n");
  if (is_line)
    text[strlen(text) - 1] = '\0';
  g_autofree char *escaped = escape(text, "\t");
  g_printerr("%s%s", escaped, is_line ? "\n" : "");
}
