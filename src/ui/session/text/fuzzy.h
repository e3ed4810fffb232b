/* How well a few letters that somebody types fit a text: "kd" finds "Keyboard". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Below 0 where not all letters of `typed` stand in `text` in their order, case apart; else the
 * greater the better: letters count more at the beginnings of words and one after the other, and
 * less the longer the text is.  Nothing typed fits everything, with 0. */
int trammel_fuzzy_score(const char *text, const char *typed);

G_END_DECLS
