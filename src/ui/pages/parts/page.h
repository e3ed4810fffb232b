/* Interface of the pages in the window's stack.
 *
 * A page is one child of the stack in window.ui and one line in window/pages.c; the window gives it
 * a workspace and shows its state in the switcher.
 *
 * Signals of the interface: "failed" (const char *message: shown on top of the page), and
 * "state-changed" (get_state() returns a new value). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/identify/checker.h"
#include "ui/session/run/job.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PAGE (trammel_page_get_type())
G_DECLARE_INTERFACE(TrammelPage, trammel_page, TRAMMEL, PAGE, GtkWidget)

/* Objects that the pages of a window share. */
typedef struct {
  TrammelDocument *document;
  TrammelJob *job;           /* fits in the worker thread */
  TrammelChecker *checker;   /* findings before a fit */
  TrammelTimeline *timeline; /* the shared time cursor */
} TrammelWorkspace;

typedef enum {
  TRAMMEL_PAGE_IDLE,      /* no content yet */
  TRAMMEL_PAGE_ATTENTION, /* needs the user's attention */
  TRAMMEL_PAGE_READY
} TrammelPageState;

struct _TrammelPageInterface {
  GTypeInterface parent_interface;
  /* Sets the workspace; called once, before the page is shown.  The page takes its own references.
   */
  void (*set_workspace)(TrammelPage *page, const TrammelWorkspace *workspace);
  /* Returns the state.  `reason`: a sentence on the state (transfer full), or left unchanged.
   * NULL: always ready. */
  TrammelPageState (*get_state)(TrammelPage *page, char **reason);
  /* Adds the page's figures (page-figures.h).  NULL: the page has none. */
  void (*list_figures)(TrammelPage *page, GPtrArray *figures);
  /* Shows or hides the 3D view beside the page.  NULL: it has none. */
  void (*set_show_scene)(TrammelPage *page, gboolean show);
  /* Shows or hides the table of the parameters.  NULL: it has none. */
  void (*set_show_parameters)(TrammelPage *page, gboolean show);
  /* Focuses the page's search entry.  NULL: it has none. */
  void (*find)(TrammelPage *page);
  /* Returns the running work that would be lost, e.g.  "a cross-validation" (transfer full); NULL
   * if there is none.  NULL: never any. */
  char *(*dup_work)(TrammelPage *page);
};

void trammel_page_set_workspace(TrammelPage *page, const TrammelWorkspace *workspace);
TrammelPageState trammel_page_get_state(TrammelPage *page, char **reason);
gboolean trammel_page_has_figures(TrammelPage *page);
/* Writes the page's figures; `path` gives folder, stem and format (.png, .svg, .pdf). */
gboolean trammel_page_export_figures(TrammelPage *page, const char *path, GError **error);

void trammel_page_set_show_scene(TrammelPage *page, gboolean show);
gboolean trammel_page_has_parameters(TrammelPage *page);
void trammel_page_set_show_parameters(TrammelPage *page, gboolean show);
gboolean trammel_page_can_find(TrammelPage *page);
void trammel_page_find(TrammelPage *page);
char *trammel_page_dup_work(TrammelPage *page);

/* Emit the signals; for the pages themselves. */
void trammel_page_fail(TrammelPage *page, const char *message);
void trammel_page_change_state(TrammelPage *page);

G_END_DECLS
