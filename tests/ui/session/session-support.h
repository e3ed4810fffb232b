/* What tests of session objects share. */
#pragma once

#include "../ui-support.h"
#include "ui/session/document/document.h"

TrammelDocument *test_open_example(const char *name);

/* Settings as a page makes them. */
void test_set(TrammelDocument *document, const char *name, const char *value);
void test_set_number(TrammelDocument *document, const char *name, double value);

/* What Identify gives for the document. */
TrammelRun *test_identify(TrammelDocument *document);

/* Lets the last reference go: nothing else may hold the object. */
void test_release(gpointer object);

/* A while of the main loop in which nothing is waited for. */
void test_let_pass(void);
