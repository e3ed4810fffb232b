/* Bilingual text: sentences in two languages at once.  Files and the command line get the English
 * text, the window shows the text in the language of the user.
 *
 * A format is given in English, marked with N_() for the translators, and is looked up when the
 * sentence is made.  A part of a sentence that itself needs translation is passed between marks,
 * which no name of a file or a model can contain: TRAMMEL_WORD() for a literal,
 * trammel_bilingual_dup() for one with numbers.  Numbers follow LC_NUMERIC, which the programs
 * leave in the C locale. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TRAMMEL_WORD_BEGIN  "\001"
#define TRAMMEL_WORD_MIDDLE "\002"
#define TRAMMEL_WORD_END    "\003"

/* Literal that is translated when it is put into a sentence. */
#define TRAMMEL_WORD(text) TRAMMEL_WORD_BEGIN text TRAMMEL_WORD_END

/* Returns a part of a sentence between marks, to be put into another one as a string; free with
 * g_free(). */
char *trammel_bilingual_dup(const char *format, ...) G_GNUC_PRINTF(1, 2);
char *trammel_bilingual_dup_valist(const char *format, va_list arguments) G_GNUC_PRINTF(1, 0);

/* Same as trammel_bilingual_dup(), in the singular or plural form for n. */
char *trammel_bilingual_dup_plural(gulong n, const char *singular, const char *plural, ...)
    G_GNUC_PRINTF(3, 4);

/* Sets the sentence without marks, in English and in the language of the user; free both with
 * g_free(). */
void trammel_bilingual_format(char **english, char **local, const char *format, va_list arguments)
    G_GNUC_PRINTF(3, 0);

/* Returns a part of a sentence from a text that exists in both languages; free with g_free(). */
char *trammel_bilingual_join(const char *english, const char *local);

/* Returns the sentence with a capital first letter, for a sentence that stands alone: only a first
 * word that consists of letters is changed, a file name or an id stays as it is; free with
 * g_free(). */
char *trammel_bilingual_dup_capital(const char *sentence);

/* Return a text with marks in English, or in the language of the user; free with g_free(). */
char *trammel_bilingual_dup_english(const char *marked);
char *trammel_bilingual_dup_local(const char *marked);

G_END_DECLS
