#include "ui/session/validate/scored-parameter-sets.h"

#include <glib/gi18n.h>

/* Newest runs listed besides the ticked ones; more rows would not be readable at a glance. */
enum { NEWEST_RUNS = 6 };

static void
add(GPtrArray *list, TrammelRunRecord *record)
{
  g_autofree char *title = trammel_run_record_dup_title(record);

  g_ptr_array_add(list, trammel_candidate_new(trammel_run_record_get_number(record), title,
                                              trammel_run_record_get_text(record)));
}

GPtrArray *
trammel_scored_parameter_sets_list(TrammelDocument *document, TrammelRunRecord *first)
{
  GListModel *runs = trammel_run_list_get_model(trammel_document_get_run_list(document));
  GPtrArray *list =
      g_ptr_array_new_with_free_func((GDestroyNotify)(gpointer)trammel_candidate_free);

  if (first)
    add(list, first);
  for (guint i = 0; i < g_list_model_get_n_items(runs); i++) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(runs, i);
    if (record != first && (i < NEWEST_RUNS || trammel_run_record_get_overlay(record)))
      add(list, record);
  }
  const char *like = list->len ? ((TrammelScoredParameterSet *)list->pdata[0])->result : NULL;
  g_ptr_array_add(list, trammel_candidate_new(0, _("Start values"), like));
  return list;
}

guint
trammel_count_logs(const TrammelProject *project, TrammelRole role)
{
  guint n = 0;

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    n += trammel_project_get_log_role(project, i) == role;
  return n;
}
