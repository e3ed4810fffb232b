#include "ui/session/import/plot-groups.h"

/* Number of plots of a log without a mapping and without remembered plots. */
enum { USUAL_PLOTS = 4 };

struct _TrammelPlotGroups {
  GPtrArray *plots; /* GArray of guint */
  GPtrArray *names; /* char **: the columns of each plot when the table was left */
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

/* Adds a plot for `channel` at the bottom, unless it is plotted; returns FALSE when there
 * are too many plots. */
static gboolean
show_channel(TrammelPlotGroups *groups, guint channel)
{
  g_autoptr(GArray) channels = g_array_new(FALSE, FALSE, sizeof(guint));

  if (trammel_plot_groups_contain(groups, channel))
    return TRUE;
  g_array_append_val(channels, channel);
  return trammel_plot_groups_place(groups, channels, TRAMMEL_PLACE_OWN, groups->plots->len);
}

static void
choose_usual(TrammelPlotGroups *groups, const TrammelLogView *view)
{
  for (guint i = 0; i < groups->table->channels->len; i++)
    if (trammel_log_view_find_use(view, i))
      show_channel(groups, i);
  for (guint i = 0; groups->plots->len == 0 && i < groups->table->channels->len; i++)
    for (guint k = i; groups->plots->len < USUAL_PLOTS && k < groups->table->channels->len; k++)
      if (!get_channel(groups, k)->is_time)
        show_channel(groups, k);
}

void
trammel_plot_groups_take(TrammelPlotGroups *groups, const TrammelLogView *view)
{
  TrammelLogTable *table = view ? view->table : NULL;

  if (table == groups->table)
    return;
  if (groups->table && groups->plots->len > 0)
    remember_names(groups);
  g_ptr_array_unref(groups->plots);
  groups->plots = g_ptr_array_new_with_free_func(unref_array);
  g_clear_pointer(&groups->table, trammel_log_table_unref);
  if (!table)
    return;
  groups->table = trammel_log_table_ref(table);
  recall_names(groups);
  if (groups->plots->len == 0)
    choose_usual(groups, view);
}

static gboolean
is_in(const GArray *channels, guint channel)
{
  for (guint k = 0; k < channels->len; k++)
    if (g_array_index(channels, guint, k) == channel)
      return TRUE;
  return FALSE;
}

static void
append_missing(GArray *target, const GArray *channels)
{
  for (guint k = 0; k < channels->len; k++)
    if (!is_in(target, g_array_index(channels, guint, k)))
      g_array_append_val(target, g_array_index(channels, guint, k));
}

static void
append_without(GArray *target, const GArray *channels, const GArray *left_out)
{
  for (guint k = 0; k < channels->len; k++)
    if (!is_in(left_out, g_array_index(channels, guint, k)))
      g_array_append_val(target, g_array_index(channels, guint, k));
}

static void
add_plot(GPtrArray *plots, GArray *channels)
{
  if (channels->len > 0)
    g_ptr_array_add(plots, channels);
  else
    g_array_unref(channels);
}

gboolean
trammel_plot_groups_place(TrammelPlotGroups *groups,
                          const GArray *channels,
                          TrammelPlotPlace place,
                          guint plot)
{
  GPtrArray *old = groups->plots;
  g_return_val_if_fail(place == TRAMMEL_PLACE_NOWHERE || plot < old->len + 1, FALSE);
  g_autoptr(GPtrArray) plots = g_ptr_array_new_with_free_func(unref_array);

  for (guint i = 0; i <= old->len; i++) {
    gboolean is_target = i == plot;
    if (is_target && place == TRAMMEL_PLACE_OWN) {
      GArray *own = g_array_new(FALSE, FALSE, sizeof(guint));
      append_missing(own, channels);
      add_plot(plots, own);
    }
    if (i == old->len)
      break;
    GArray *rest = g_array_new(FALSE, FALSE, sizeof(guint));
    if (!is_target || place != TRAMMEL_PLACE_INSTEAD)
      append_without(rest, old->pdata[i], channels);
    if (is_target && (place == TRAMMEL_PLACE_WITH || place == TRAMMEL_PLACE_INSTEAD))
      append_missing(rest, channels);
    add_plot(plots, rest);
  }
  if (plots->len > TRAMMEL_MAX_PLOTS)
    return FALSE;
  g_ptr_array_unref(old);
  groups->plots = g_steal_pointer(&plots);
  return TRUE;
}

gboolean
trammel_plot_groups_contain(const TrammelPlotGroups *groups, guint channel)
{
  for (guint i = 0; i < groups->plots->len; i++)
    if (is_in(groups->plots->pdata[i], channel))
      return TRUE;
  return FALSE;
}

GPtrArray *
trammel_plot_groups_get(TrammelPlotGroups *groups)
{
  return groups->plots;
}
