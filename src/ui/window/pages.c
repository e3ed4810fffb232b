/* Pages of the window.  To add one, put it into window.ui as a TrammelPage and its type into
 * page_types. */
#include "ui/window/private.h"

#include "ui/pages/data/data-page.h"
#include "ui/pages/identify/identify-page.h"
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/model/model-page.h"
#include "ui/pages/validate/validate-page.h"

void
_trammel_window_ensure_pages(void)
{
  const GType page_types[] = {
      TRAMMEL_TYPE_DATA_PAGE,    TRAMMEL_TYPE_MODEL_PAGE,    TRAMMEL_TYPE_IDENTIFY_PAGE,
      TRAMMEL_TYPE_INSPECT_PAGE, TRAMMEL_TYPE_VALIDATE_PAGE,
  };

  for (guint i = 0; i < G_N_ELEMENTS(page_types); i++)
    g_type_ensure(page_types[i]);
}

static void
on_page_failed_cb(TrammelWindow *self, const char *message)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, message);
}

void
_trammel_window_connect_pages(TrammelWindow *self)
{
  self->timeline = trammel_timeline_new();
  trammel_timeline_bar_set_timeline(self->timeline_bar, self->timeline);
  trammel_page_switcher_set_stack(self->switcher, self->pages);
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->pages)); child;
       child = gtk_widget_get_next_sibling(child))
    g_signal_connect_object(child, "failed", G_CALLBACK(on_page_failed_cb), self,
                            G_CONNECT_SWAPPED);
}

void
_trammel_window_show_pages(TrammelWindow *self)
{
  const TrammelWorkspace workspace = {.document = self->document,
                                      .job = trammel_fit_control_get_job(self->fits),
                                      .checker = self->checker,
                                      .timeline = self->timeline};

  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->pages)); child;
       child = gtk_widget_get_next_sibling(child))
    trammel_page_set_workspace(TRAMMEL_PAGE(child), &workspace);
  trammel_project_browser_set_document(self->browser, self->document);
  trammel_timeline_bar_set_document(self->timeline_bar, self->document);
  gboolean has_log = trammel_project_get_n_logs(trammel_document_get_project(self->document)) > 0;
  _trammel_window_set_page(self, has_log ? "identify" : "model");
  _trammel_window_restore_view(self);
  gtk_stack_set_visible_child_name(self->root, "document");
}

void
_trammel_window_set_page(TrammelWindow *self, const char *name)
{
  gtk_stack_set_visible_child_name(self->pages, name);
}

void
_trammel_window_set_page_number(TrammelWindow *self, int number)
{
  g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(self->pages);

  if (number >= 1 && (guint)number <= g_list_model_get_n_items(G_LIST_MODEL(pages)))
    gtk_selection_model_select_item(pages, (guint)number - 1, TRUE);
}

void
_trammel_window_show_scene(TrammelWindow *self, gboolean show)
{
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->pages)); child;
       child = gtk_widget_get_next_sibling(child))
    trammel_page_set_show_scene(TRAMMEL_PAGE(child), show);
}

char *
_trammel_window_dup_work(TrammelWindow *self)
{
  char *work = NULL;

  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->pages)); child && !work;
       child = gtk_widget_get_next_sibling(child))
    work = trammel_page_dup_work(TRAMMEL_PAGE(child));
  return work;
}

TrammelPage *
_trammel_window_get_page(TrammelWindow *self)
{
  return TRAMMEL_PAGE(gtk_stack_get_visible_child(self->pages));
}
