/* Common functions of the tests of session objects. */
#pragma once

#include "ui/session/document/document.h"
#include "ui/ui-support.h"

TrammelDocument *test_open_example(const char *name);

/* Sets a setting as a page does. */
void test_set(TrammelDocument *document, const char *name, const char *value);
void test_set_number(TrammelDocument *document, const char *name, double value);

/* Returns the result of Identify for the document. */
TrammelRun *test_identify(TrammelDocument *document);

/* Drops the last reference; fails when anything else holds the object. */
void test_release(gpointer object);

/* Runs the main loop for a while without a condition. */
void test_let_pass(void);
