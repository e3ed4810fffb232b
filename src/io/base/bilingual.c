#include "io/base/bilingual.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Appends the text between marks, from after the first of them; returns the end. */
static const char *
append_word(GString *text, const char *word, gboolean is_local)
{
  const char *middle = strchr(word, *TRAMMEL_WORD_MIDDLE), *end = strchr(word, *TRAMMEL_WORD_END);

  if (!end) { /* a name of the user */
    g_string_append(text, word);
    return word + strlen(word);
  }
  if (middle && middle < end) {
    g_string_append_len(text, is_local ? middle + 1 : word,
                        is_local ? end - middle - 1 : middle - word);
  } else {
    g_autofree char *literal = g_strndup(word, (gsize)(end - word));
    g_string_append(text, is_local ? _(literal) : literal);
  }
  return end + 1;
}

/* Returns the text without marks. */
static char *
resolve(const char *marked, gboolean is_local)
{
  GString *text = g_string_new(NULL);

  for (const char *at = marked; *at;) {
    gsize plain = strcspn(at, TRAMMEL_WORD_BEGIN);
    g_string_append_len(text, at, (gssize)plain);
    at += plain;
    if (*at)
      at = append_word(text, at + 1, is_local);
  }
  return g_string_free(text, FALSE);
}

static char *G_GNUC_PRINTF(1, 0) format_in(const char *format, va_list arguments, gboolean is_local)
{
  va_list copy;

  va_copy(copy, arguments);
  g_autofree char *marked = g_strdup_vprintf(format, copy);
  va_end(copy);
  return resolve(marked, is_local);
}

void
trammel_bilingual_format(char **english, char **local, const char *format, va_list arguments)
{
  *english = format_in(format, arguments, FALSE);
  *local = format_in(_(format), arguments, TRUE);
}

char *
trammel_bilingual_join(const char *english, const char *local)
{
  return g_strconcat(TRAMMEL_WORD_BEGIN, english, TRAMMEL_WORD_MIDDLE, local, TRAMMEL_WORD_END,
                     NULL);
}

char *
trammel_bilingual_dup_valist(const char *format, va_list arguments)
{
  g_autofree char *english = NULL, *local = NULL;

  trammel_bilingual_format(&english, &local, format, arguments);
  return trammel_bilingual_join(english, local);
}

char *
trammel_bilingual_dup(const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  char *words = trammel_bilingual_dup_valist(format, arguments);
  va_end(arguments);
  return words;
}

char *
trammel_bilingual_dup_plural(gulong n, const char *singular, const char *plural, ...)
{
  g_autofree char *english = NULL, *local = NULL;
  va_list arguments;

  va_start(arguments, plural);
  english = format_in(n == 1 ? singular : plural, arguments, FALSE);
  local = format_in(g_dngettext(GETTEXT_PACKAGE, singular, plural, n), arguments, TRUE);
  va_end(arguments);
  return trammel_bilingual_join(english, local);
}

char *
trammel_bilingual_dup_english(const char *marked)
{
  return resolve(marked, FALSE);
}

char *
trammel_bilingual_dup_local(const char *marked)
{
  return resolve(marked, TRUE);
}

char *
trammel_bilingual_dup_capital(const char *sentence)
{
  const char *end = sentence;

  while (g_unichar_isalpha(g_utf8_get_char(end)))
    end = g_utf8_next_char(end);
  gboolean is_word = end > sentence && (*end == '\0' || *end == ' ' || g_str_has_prefix(end, ": "));
  if (!is_word)
    return g_strdup(sentence);
  const char *rest = g_utf8_next_char(sentence);
  g_autofree char *first = g_utf8_strup(sentence, rest - sentence);
  return g_strconcat(first, rest, NULL);
}
