#include "ui/session/params/param-group.h"

#include <glib/gi18n.h>

#include "io/project/put.h"
#include "ui/session/params/param-bulk.h"

static guint
find_group(TrParamKind kind)
{
  switch (kind) {
  case TR_PARAM_MASS:
  case TR_PARAM_COM:
  case TR_PARAM_INERTIA:
    return TRAMMEL_FREE_INERTIAS;
  case TR_PARAM_VISCOUS:
  case TR_PARAM_COULOMB:
    return TRAMMEL_FREE_FRICTION;
  case TR_PARAM_FRICTION_OFFSET:
    return TRAMMEL_FREE_OFFSETS;
  default:
    return 0;
  }
}

GStrv
trammel_param_group_list(const TrammelProject *project, guint groups)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new();

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (!quantity->tied && groups & find_group(quantity->param.kind))
      g_strv_builder_add(ids, quantity->id);
  }
  return g_strv_builder_end(ids);
}

static gboolean
keeps_inertias(const TrammelProject *project)
{
  TrInertiaRule rule = trammel_project_get_settings(project)->consistency;

  return rule == TR_INERTIA_RULE_PRINCIPAL || rule == TR_INERTIA_RULE_FULL;
}

gboolean
trammel_param_group_free(TrammelDocument *document, guint groups, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_auto(GStrv) ids = trammel_param_group_list(project, groups);

  if (!trammel_param_bulk_put_free(project, (const char *const *)ids, TRUE, error))
    return FALSE;
  if ((groups & TRAMMEL_FREE_INERTIAS) && !keeps_inertias(project) &&
      !trammel_project_put(project, "settings.consistency", "\"full\"", error))
    return FALSE;
  trammel_document_close_step(document);
  trammel_document_take_project(document, g_steal_pointer(&project), _("free groups of quantities"),
                                NULL);
  return TRUE;
}
