/* Sentences in two languages at once: what is written into files and by the command line is
 * English, what the window shows is in the language of the user.
 *
 * A format stands here in English, as N_() marks it for the translators, and is looked up when the
 * sentence is made.  A part of a sentence that needs translating itself is handed over between
 * marks, which no name of a file or a model can hold: TRAMMEL_WORD() for a literal,
 * trammel_words_dup() for one with numbers.  Numbers follow LC_NUMERIC, which programs leave in the
 * C locale. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TRAMMEL_WORD_BEGIN  "\001"
#define TRAMMEL_WORD_MIDDLE "\002"
#define TRAMMEL_WORD_END    "\003"

/* A literal to be translated where it is put into a sentence. */
#define TRAMMEL_WORD(text) TRAMMEL_WORD_BEGIN text TRAMMEL_WORD_END

/* A part of a sentence between marks, to be put into another one as a string; free with g_free().
 */
char *trammel_words_dup(const char *format, ...) G_GNUC_PRINTF(1, 2);
char *trammel_words_dup_valist(const char *format, va_list arguments) G_GNUC_PRINTF(1, 0);

/* The same in the form for a number. */
char *trammel_words_dup_plural(gulong n, const char *singular, const char *plural, ...)
    G_GNUC_PRINTF(3, 4);

/* The sentence without marks, in English and in the language of the user; both free with g_free().
 */
void trammel_words_format(char **english, char **local, const char *format, va_list arguments)
    G_GNUC_PRINTF(3, 0);

/* A part of a sentence from what stands in both languages already; free with g_free(). */
char *trammel_words_join(const char *english, const char *local);

/* A sentence that begins with a capital letter, for where it stands alone: a first word of letters
 * only gets one, a name of a file or an id stays as it is; free with g_free(). */
char *trammel_words_dup_capital(const char *sentence);

/* A text with marks in English, and in the language of the user; free with g_free(). */
char *trammel_words_dup_english(const char *marked);
char *trammel_words_dup_local(const char *marked);

G_END_DECLS
