/* Common functions of the tests of the model's editors: templates, their elements, rows of the
 * property pane. */
#pragma once

#include "ui/session/model/fields.h"
#include "ui/session/session-support.h"

/* Opens a new document of the template with this title. */
TrammelDocument *test_open_template(const char *title);

TrammelElement test_find(TrammelDocument *document, TrammelElementKind kind, const char *name);

/* Returns a row; NULL if there is none. */
const TrammelField *test_get_field(GPtrArray *fields, const char *group, const char *label);

/* Types `text` into an existing row. */
gboolean test_apply_field(TrammelDocument *document,
                          TrammelElement element,
                          const char *group,
                          const char *label,
                          const char *text,
                          GError **error);

/* Types a text that must be refused, with `word` in the message and without any change. */
void test_check_refused(TrammelDocument *document,
                        TrammelElement element,
                        const char *group,
                        const char *label,
                        const char *text,
                        const char *word);

/* Checks the member of the file; NULL: there is none. */
void test_check_at(TrammelDocument *document, const char *path, const char *expected);
