/* Figures of the report, as edits of a document. */
#include "io/project/figures.h"

#include "ui/session/document/private.h"
#include <glib/gi18n.h>

gboolean
trammel_document_add_figure(TrammelDocument *self, const char *caption, GBytes *svg, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autoptr(TrammelProject) project = trammel_project_copy(self->project);

  if (!trammel_project_add_figure(project, caption, svg, error))
    return FALSE;
  trammel_document_take_project(self, g_steal_pointer(&project), _("add a figure to the report"),
                                NULL);
  return TRUE;
}

/* Replaces the present project by `project` (transfer full), whose change cannot fail. */
static void
take(TrammelDocument *self, TrammelProject *project, const char *label, const GError *error)
{
  g_assert_no_error(error);
  trammel_document_take_project(self, project, label, NULL);
}

void
trammel_document_caption_figure(TrammelDocument *self, guint figure, const char *caption)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  g_return_if_fail(figure < trammel_project_get_n_figures(self->project));
  TrammelProject *project = trammel_project_copy(self->project);
  g_autoptr(GError) error = NULL;

  trammel_project_set_figure_caption(project, figure, caption, &error);
  take(self, project, _("change the caption of a figure"), error);
}

void
trammel_document_remove_figure(TrammelDocument *self, guint figure)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  g_return_if_fail(figure < trammel_project_get_n_figures(self->project));
  TrammelProject *project = trammel_project_copy(self->project);
  g_autoptr(GError) error = NULL;

  trammel_project_remove_figure(project, figure, &error);
  take(self, project, _("remove a figure from the report"), error);
}

void
trammel_document_swap_figure(TrammelDocument *self, guint figure)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  g_return_if_fail(figure + 1 < trammel_project_get_n_figures(self->project));
  TrammelProject *project = trammel_project_copy(self->project);
  g_autoptr(GError) error = NULL;

  trammel_project_swap_figure(project, figure, &error);
  take(self, project, _("reorder the figures of the report"), error);
}
