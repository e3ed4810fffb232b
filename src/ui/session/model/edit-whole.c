/* Edits of a model element as a whole: deleting, duplicating, mirroring, freeing. */
#include <glib/gi18n.h>

#include "ui/session/model/edit.h"
#include "ui/session/model/fields.h"

gboolean
trammel_model_edit_duplicate(TrammelDocument *document,
                             TrammelElement element,
                             TrammelElement *copy,
                             GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *words = trammel_element_describe(project, element);
  g_autofree char *label = g_strdup_printf(_("duplicate %s"), words);

  if (!trammel_project_duplicate_element(project, element, copy, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

/* Returns "delete joint j1 with motor m1", "delete body arm with 4 more". */
static char *
label_delete(const TrammelProject *project, TrammelElement element, char **dependents)
{
  g_autofree char *words = trammel_element_describe(project, element);
  guint n = g_strv_length(dependents);

  if (n == 0)
    return g_strdup_printf(_("delete %s"), words);
  return n == 1 ? g_strdup_printf(_("delete %s with %s"), words, dependents[0])
                : g_strdup_printf(_("delete %s with %u more"), words, n);
}

gboolean
trammel_model_edit_delete(TrammelDocument *document, TrammelElement element, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_auto(GStrv) dependents = trammel_project_list_dependents(project, element);
  g_autofree char *label = label_delete(project, element, dependents);

  if (!trammel_project_delete_element(project, element, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_model_edit_mirror(
    TrammelDocument *document, TrammelElement body, int axis, TrammelElement *copy, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *words = trammel_element_describe(project, body);
  g_autofree char *label = g_strdup_printf(_("mirror %s"), words);

  if (!trammel_project_mirror_element(project, body, axis, copy, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_model_edit_free_all(TrammelDocument *document,
                            TrammelElement element,
                            gboolean is_free,
                            GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autoptr(GPtrArray) fields = trammel_model_fields_new(project, element);
  g_autofree char *words = trammel_element_describe(project, element);
  g_autofree char *label =
      g_strdup_printf(is_free ? _("free all of %s") : _("fix all of %s"), words);
  gboolean changes = FALSE;

  for (guint i = 0; i < fields->len; i++) {
    const TrammelField *field = g_ptr_array_index(fields, i);
    if (!field->can_be_free || field->is_tied || field->is_free == is_free)
      continue;
    if (!trammel_project_set_free(project, field->id, is_free, error))
      return FALSE;
    changes = TRUE;
  }
  if (changes)
    trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}
