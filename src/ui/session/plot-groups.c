#include "ui/session/plot-groups.h"

/* Plots of a log of which nothing is known. */
enum { USUAL_PLOTS = 4 };

struct _TrammelPlotGroups {
  GPtrArray *plots; /* GArray of guint */
  GPtrArray *names; /* char **: the columns of each plot, as they were when the table was left */
  TrammelLogTable *table;
};

static void
unref_array(gpointer array)
{
  g_array_unref(array);
}

static void
free_words(gpointer words)
{
  g_strfreev(words);
}

TrammelPlotGroups *
trammel_plot_groups_new(void)
{
  TrammelPlotGroups *groups = g_new0(TrammelPlotGroups, 1);

  groups->plots = g_ptr_array_new_with_free_func(unref_array);
  groups->names = g_ptr_array_new_with_free_func(free_words);
  return groups;
}

void
trammel_plot_groups_free(TrammelPlotGroups *groups)
{
  g_ptr_array_unref(groups->plots);
  g_ptr_array_unref(groups->names);
  g_clear_pointer(&groups->table, trammel_log_table_unref);
  g_free(groups);
}

static const TrammelTableChannel *
get_channel(const TrammelPlotGroups *groups, guint i)
{
  return groups->table->channels->pdata[i];
}

static void
remember_names(TrammelPlotGroups *groups)
{
  g_ptr_array_set_size(groups->names, 0);
  for (guint i = 0; i < groups->plots->len; i++) {
    const GArray *channels = groups->plots->pdata[i];
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (guint k = 0; k < channels->len; k++)
      g_strv_builder_add(names, get_channel(groups, g_array_index(channels, guint, k))->column);
    g_ptr_array_add(groups->names, g_strv_builder_end(names));
  }
}

static void
recall_names(TrammelPlotGroups *groups)
{
  for (guint i = 0; i < groups->names->len; i++) {
    g_autoptr(GArray) channels = g_array_new(FALSE, FALSE, sizeof(guint));
    for (char **name = groups->names->pdata[i]; *name; name++) {
      int found = trammel_log_table_find(groups->table, *name);
      if (found >= 0 && !trammel_plot_groups_contain(groups, (guint)found))
        g_array_append_val(channels, found);
    }
    if (channels->len > 0)
      g_ptr_array_add(groups->plots, g_array_ref(channels));
  }
}

static void
choose_usual(TrammelPlotGroups *groups, const TrammelLogView *view)
{
  for (guint i = 0; i < groups->table->channels->len; i++)
    if (trammel_log_view_find_use(view, i))
      trammel_plot_groups_show(groups, i);
  for (guint i = 0; groups->plots->len == 0 && i < groups->table->channels->len; i++)
    for (guint k = i; groups->plots->len < USUAL_PLOTS && k < groups->table->channels->len; k++)
      if (!get_channel(groups, k)->is_time)
        trammel_plot_groups_show(groups, k);
}

void
trammel_plot_groups_take(TrammelPlotGroups *groups, const TrammelLogView *view)
{
  TrammelLogTable *table = view ? view->table : NULL;

  if (table == groups->table)
    return;
  if (groups->table && groups->plots->len > 0)
    remember_names(groups);
  g_ptr_array_set_size(groups->plots, 0);
  g_clear_pointer(&groups->table, trammel_log_table_unref);
  if (!table)
    return;
  groups->table = trammel_log_table_ref(table);
  recall_names(groups);
  if (groups->plots->len == 0)
    choose_usual(groups, view);
}

gboolean
trammel_plot_groups_show(TrammelPlotGroups *groups, guint channel)
{
  if (trammel_plot_groups_contain(groups, channel))
    return TRUE;
  if (groups->plots->len >= TRAMMEL_MAX_PLOTS)
    return FALSE;
  GArray *channels = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(channels, channel);
  g_ptr_array_add(groups->plots, channels);
  return TRUE;
}

void
trammel_plot_groups_hide(TrammelPlotGroups *groups, guint channel)
{
  for (guint i = groups->plots->len; i > 0; i--) {
    GArray *channels = groups->plots->pdata[i - 1];
    for (guint k = channels->len; k > 0; k--)
      if (g_array_index(channels, guint, k - 1) == channel)
        g_array_remove_index(channels, k - 1);
    if (channels->len == 0)
      g_ptr_array_remove_index(groups->plots, i - 1);
  }
}

void
trammel_plot_groups_move(TrammelPlotGroups *groups, guint channel, guint plot)
{
  g_return_if_fail(plot < groups->plots->len);
  g_autoptr(GArray) target = g_array_ref(groups->plots->pdata[plot]);

  for (guint k = 0; k < target->len; k++)
    if (g_array_index(target, guint, k) == channel)
      return;
  g_array_append_val(target, channel);
  for (guint i = groups->plots->len; i > 0; i--) {
    GArray *channels = groups->plots->pdata[i - 1];
    for (guint k = channels->len; channels != target && k > 0; k--)
      if (g_array_index(channels, guint, k - 1) == channel)
        g_array_remove_index(channels, k - 1);
    if (channels->len == 0)
      g_ptr_array_remove_index(groups->plots, i - 1);
  }
}

gboolean
trammel_plot_groups_contain(const TrammelPlotGroups *groups, guint channel)
{
  for (guint i = 0; i < groups->plots->len; i++) {
    const GArray *channels = groups->plots->pdata[i];
    for (guint k = 0; k < channels->len; k++)
      if (g_array_index(channels, guint, k) == channel)
        return TRUE;
  }
  return FALSE;
}

GPtrArray *
trammel_plot_groups_get(TrammelPlotGroups *groups)
{
  return groups->plots;
}
