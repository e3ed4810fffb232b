/* Fuzzy match of typed letters with a text: "kd" finds "Keyboard". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns a score: below 0 if `text` does not contain all letters of `typed` in their order, case
 * ignored; else the greater the better.  Letters count more at the beginnings of words and in a
 * row, and less in a longer text.  An empty `typed` matches everything, with 0. */
int trammel_fuzzy_score(const char *text, const char *typed);

G_END_DECLS
