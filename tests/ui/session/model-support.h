/* What tests of the model's editors share: a template, its things, rows of its property pane. */
#pragma once

#include "session-support.h"
#include "ui/session/model/model-fields.h"

/* A new document of the template whose title has these words. */
TrammelDocument *test_open_template(const char *title);

TrammelElement test_find(TrammelDocument *document, TrammelElementKind kind, const char *name);

/* NULL when there is no such row. */
const TrammelField *test_get_field(GPtrArray *fields, const char *group, const char *label);

/* Types `text` into a row that must be there. */
gboolean test_apply_field(TrammelDocument *document,
                          TrammelElement element,
                          const char *group,
                          const char *label,
                          const char *text,
                          GError **error);

/* The same, which must fail with `word` in the message and change nothing. */
void test_check_refused(TrammelDocument *document,
                        TrammelElement element,
                        const char *group,
                        const char *label,
                        const char *text,
                        const char *word);

/* The member of the file; NULL: there is none. */
void test_check_at(TrammelDocument *document, const char *path, const char *expected);
