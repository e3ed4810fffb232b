#include "ui/pages/inspect/run-choice.h"

#include "ui/widgets/string-drop-down.h"

void
trammel_run_choice_select(GtkDropDown *choice,
                          GPtrArray *records,
                          TrammelRunRecord *record,
                          guint before)
{
  guint place;

  if (record && g_ptr_array_find(records, record, &place))
    gtk_drop_down_set_selected(choice, place + before);
  else
    gtk_drop_down_set_selected(choice, 0);
}

void
trammel_run_choice_offer(GtkDropDown *choice, GPtrArray *records, const char *first)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

  if (first)
    g_ptr_array_add(names, g_strdup(first));
  for (guint i = 0; i < records->len; i++)
    g_ptr_array_add(names, trammel_run_record_dup_title(records->pdata[i]));
  g_ptr_array_add(names, NULL);
  trammel_string_drop_down_set_names(choice, (const char *const *)names->pdata, NULL);
}
