#include "ui/pages/parts/page.h"

#include "ui/pages/parts/page-figures.h"

G_DEFINE_INTERFACE(TrammelPage, trammel_page, GTK_TYPE_WIDGET)

enum { FAILED, STATE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
trammel_page_default_init(TrammelPageInterface *iface)
{
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_INTERFACE(iface), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[STATE_CHANGED] = g_signal_new("state-changed", G_TYPE_FROM_INTERFACE(iface),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

void
trammel_page_set_workspace(TrammelPage *self, const TrammelWorkspace *workspace)
{
  g_return_if_fail(TRAMMEL_IS_PAGE(self) && workspace->document);
  TRAMMEL_PAGE_GET_IFACE(self)->set_workspace(self, workspace);
}

TrammelPageState
trammel_page_get_state(TrammelPage *self, char **reason)
{
  g_return_val_if_fail(TRAMMEL_IS_PAGE(self), TRAMMEL_PAGE_IDLE);
  TrammelPageInterface *iface = TRAMMEL_PAGE_GET_IFACE(self);
  return iface->get_state ? iface->get_state(self, reason) : TRAMMEL_PAGE_READY;
}

gboolean
trammel_page_has_figures(TrammelPage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PAGE(self), FALSE);
  return TRAMMEL_PAGE_GET_IFACE(self)->list_figures != NULL;
}

gboolean
trammel_page_export_figures(TrammelPage *self, const char *path, GError **error)
{
  g_return_val_if_fail(trammel_page_has_figures(self), FALSE);
  g_autoptr(GPtrArray) figures = trammel_page_figures_new();

  TRAMMEL_PAGE_GET_IFACE(self)->list_figures(self, figures);
  return trammel_page_figures_save(figures, path, error);
}

void
trammel_page_set_show_scene(TrammelPage *self, gboolean show)
{
  g_return_if_fail(TRAMMEL_IS_PAGE(self));
  if (TRAMMEL_PAGE_GET_IFACE(self)->set_show_scene)
    TRAMMEL_PAGE_GET_IFACE(self)->set_show_scene(self, show);
}

gboolean
trammel_page_has_parameters(TrammelPage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PAGE(self), FALSE);
  return TRAMMEL_PAGE_GET_IFACE(self)->set_show_parameters != NULL;
}

void
trammel_page_set_show_parameters(TrammelPage *self, gboolean show)
{
  g_return_if_fail(trammel_page_has_parameters(self));
  TRAMMEL_PAGE_GET_IFACE(self)->set_show_parameters(self, show);
}

gboolean
trammel_page_can_find(TrammelPage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PAGE(self), FALSE);
  return TRAMMEL_PAGE_GET_IFACE(self)->find != NULL;
}

void
trammel_page_find(TrammelPage *self)
{
  g_return_if_fail(trammel_page_can_find(self));
  TRAMMEL_PAGE_GET_IFACE(self)->find(self);
}

char *
trammel_page_dup_work(TrammelPage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PAGE(self), NULL);
  TrammelPageInterface *iface = TRAMMEL_PAGE_GET_IFACE(self);
  return iface->dup_work ? iface->dup_work(self) : NULL;
}

void
trammel_page_fail(TrammelPage *self, const char *message)
{
  g_return_if_fail(TRAMMEL_IS_PAGE(self));
  g_signal_emit(self, signals[FAILED], 0, message);
}

void
trammel_page_change_state(TrammelPage *self)
{
  g_return_if_fail(TRAMMEL_IS_PAGE(self));
  g_signal_emit(self, signals[STATE_CHANGED], 0);
}
