/* Texts that spreadsheets take for formulas when they read a CSV file. */
#pragma once

#include <stdbool.h>

/* Reports whether the text begins with =, +, -, @, a tab or a carriage return. */
static inline bool
tr_is_formula(const char *text)
{
  return *text == '=' || *text == '+' || *text == '-' || *text == '@' || *text == '\t' ||
         *text == '\r';
}
