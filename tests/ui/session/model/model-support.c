#include "ui/session/model/model-support.h"

#include <string.h>

#include "io/project/put.h"
#include "ui/session/import/templates.h"

TrammelDocument *
test_open_template(const char *title)
{
  for (guint i = 0; i < trammel_templates_get_n(); i++)
    if (strstr(trammel_templates_get_title(i), title)) {
      g_autoptr(GError) error = NULL;
      g_autoptr(TrammelProject) project = trammel_templates_load(i, &error);
      g_assert_no_error(error);
      return trammel_document_new(project, NULL, TRUE);
    }
  g_assert_not_reached();
}

TrammelElement
test_find(TrammelDocument *document, TrammelElementKind kind, const char *name)
{
  TrammelElement element;

  g_assert_true(
      trammel_project_find_element(trammel_document_get_project(document), &element, kind, name));
  return element;
}

const TrammelField *
test_get_field(GPtrArray *fields, const char *group, const char *label)
{
  for (guint i = 0; i < fields->len; i++) {
    const TrammelField *field = fields->pdata[i];
    if (g_str_equal(field->group, group) && g_str_equal(field->label, label))
      return field;
  }
  return NULL;
}

gboolean
test_apply_field(TrammelDocument *document,
                 TrammelElement element,
                 const char *group,
                 const char *label,
                 const char *text,
                 GError **error)
{
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), element);
  const TrammelField *field = test_get_field(fields, group, label);

  g_assert_nonnull(field);
  return trammel_model_field_apply(document, element, field, text, error);
}

void
test_check_at(TrammelDocument *document, const char *path, const char *expected)
{
  g_autofree char *json = trammel_project_dup_at(trammel_document_get_project(document), path);

  g_assert_cmpstr(json ? g_strstrip(json) : NULL, ==, expected);
}

void
test_check_refused(TrammelDocument *document,
                   TrammelElement element,
                   const char *group,
                   const char *label,
                   const char *text,
                   const char *word)
{
  TrammelProject *before = trammel_document_get_project(document);
  g_autoptr(GError) error = NULL;

  g_assert_false(test_apply_field(document, element, group, label, text, &error));
  g_assert_nonnull(error);
  if (!strstr(error->message, word))
    g_error("“%s” is not in: %s", word, error->message);
  g_assert_true(trammel_document_get_project(document) == before);
}
