/* Words for the completion of the shells (data/completions), from the tables of verbs and options:
 * one a line, with a tab and what it means. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* First argument that asks a verb for its words. */
#define TRAMMEL_CLI_COMPLETE "--complete"

void trammel_completion_print(const char *word, const char *meaning);

/* Prints the options of a verb (`tables`: NULL-terminated), those with a value with "=" at their
 * end; or the words that `option` ("--kappa") takes, if not NULL: those that its description
 * names. */
void trammel_completion_print_options(const GOptionEntry *const *tables, const char *option);

G_END_DECLS
