#include "ui/pages/data/data-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/desktop/compat.h"
#include "ui/pages/data/channel-list.h"
#include "ui/pages/data/channel-panel.h"
#include "ui/pages/data/finding-list.h"
#include "ui/pages/data/log-overlay.h"
#include "ui/pages/data/log-plots.h"
#include "ui/pages/data/own-value-box.h"
#include "ui/pages/data/prepare-panel.h"
#include "ui/pages/parts/split-button.h"
#include "ui/session/import/plot-groups.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelDataPage {
  GtkWidget parent_instance;
  GtkStack *root;
  GtkDropDown *log_choice;
  GtkLabel *facts, *trouble;
  GtkWidget *spinner;
  TrammelChannelList *channels;
  TrammelLogPlots *plots;
  TrammelLogOverlay *overlay;
  TrammelPreparePanel *prepare;
  TrammelOwnValueBox *values;
  TrammelChannelPanel *channel;
  TrammelFindingList *findings;
  TrammelSplitButton *split;
  TrammelTimeline *timeline;
  TrammelLogModel *model;
  TrammelRangeSet *ranges;
  TrammelPlotGroups *groups;
  TrammelLogTable *table; /* table that is shown */
  GPtrArray *uses;        /* its uses; nullable */
  gboolean filling;
};

static void trammel_data_page_implement_page(TrammelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelDataPage,
                              trammel_data_page,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_PAGE,
                                                    trammel_data_page_implement_page))

static TrammelProject *
get_project(TrammelDataPage *self)
{
  return trammel_document_get_project(trammel_log_model_get_document(self->model));
}

static void
report(TrammelDataPage *self, const GError *error)
{
  if (error)
    trammel_page_fail(TRAMMEL_PAGE(self), error->message);
}

/* ---- display --------------------------------------------------------------------------------- */

/* Updates the names of the logs if they have changed. */
static void
update_choice(TrammelDataPage *self)
{
  const TrammelProject *project = get_project(self);
  guint n = trammel_project_get_n_logs(project);
  GListModel *old = gtk_drop_down_get_model(self->log_choice);
  gboolean same = old && g_list_model_get_n_items(old) == n;

  for (guint i = 0; same && i < n; i++)
    same = g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(old), i),
                       trammel_project_get_log_name(project, i));
  self->filling = TRUE;
  if (!same) {
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    for (guint i = 0; i < n; i++)
      gtk_string_list_append(names, trammel_project_get_log_name(project, i));
    gtk_drop_down_set_model(self->log_choice, G_LIST_MODEL(names));
  }
  if (n > 0)
    gtk_drop_down_set_selected(self->log_choice, trammel_log_model_get_log(self->model));
  self->filling = FALSE;
}

static void
update_ranges(TrammelDataPage *self, TrammelLogView *view)
{
  double last = view && view->table ? view->table->duration : NAN;

  trammel_split_button_set_log(self->split, trammel_log_model_get_log(self->model),
                               isfinite(last) ? 0 : NAN, last);
  trammel_range_set_load(self->ranges, view ? get_project(self) : NULL,
                         trammel_log_model_get_log(self->model), isfinite(last) ? 0 : NAN, last);
}

static void
update_plots(TrammelDataPage *self)
{
  TrammelLogView *view = trammel_log_model_get_view(self->model);

  trammel_log_plots_set_overlay(self->plots, trammel_log_overlay_get_view(self->overlay),
                                trammel_log_overlay_get_shift(self->overlay));
  trammel_log_plots_show(self->plots, view, trammel_plot_groups_get(self->groups));
  trammel_channel_list_set_plots(self->channels, trammel_plot_groups_get(self->groups));
}

/* Shows another file and selects its first plotted channel. */
static void
take_table(TrammelDataPage *self, TrammelLogView *view)
{
  g_clear_pointer(&self->table, trammel_log_table_unref);
  self->table = view && view->table ? trammel_log_table_ref(view->table) : NULL;
  trammel_plot_groups_take(self->groups, view);
  GPtrArray *plots = trammel_plot_groups_get(self->groups);
  guint first = plots->len ? g_array_index((GArray *)plots->pdata[0], guint, 0) : G_MAXUINT;
  trammel_channel_panel_set_channel(self->channel, first);
  if (plots->len > 0)
    trammel_channel_list_select(self->channels, first);
}

/* Shows the uses; curves are created again only if their data have changed. */
static void
take_uses(TrammelDataPage *self, TrammelLogView *view)
{
  g_clear_pointer(&self->uses, g_ptr_array_unref);
  self->uses = view && view->uses ? g_ptr_array_ref(view->uses) : NULL;
  update_plots(self);
}

static void
on_model_changed_cb(TrammelDataPage *self)
{
  TrammelLogView *view = trammel_log_model_get_view(self->model);
  gboolean has_log = trammel_log_model_get_log_name(self->model) != NULL;
  g_autofree char *facts = view ? trammel_log_view_describe(view) : g_strdup("");

  gtk_stack_set_visible_child_name(self->root, has_log ? "log" : "empty");
  update_choice(self);
  trammel_label_set_numbers(self->facts, facts);
  trammel_tooltip_set_numbers(GTK_WIDGET(self->facts), facts);
  gtk_label_set_text(self->trouble, view && view->error ? view->error : "");
  gtk_widget_set_visible(GTK_WIDGET(self->trouble), view && view->error);
  gtk_widget_set_visible(self->spinner, trammel_log_model_get_reading(self->model));
  gboolean is_same = view && view->table == self->table && view->uses == self->uses;
  trammel_channel_list_set_view(self->channels, view);
  if (!view || view->table != self->table)
    take_table(self, view);
  update_ranges(self, view);
  if (!is_same)
    take_uses(self, view);
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
on_log_selected_cb(TrammelDataPage *self)
{
  guint log = gtk_drop_down_get_selected(self->log_choice);

  if (!self->filling && self->model && log != GTK_INVALID_LIST_POSITION)
    trammel_document_set_log(trammel_log_model_get_document(self->model), log);
}

/* Shows the document's log. */
static void
on_document_log_changed_cb(TrammelDataPage *self)
{
  trammel_log_model_set_log(self->model,
                            trammel_document_get_log(trammel_log_model_get_document(self->model)));
}

static void
on_channel_selected_cb(TrammelDataPage *self, guint channel)
{
  trammel_channel_panel_set_channel(self->channel, channel);
}

static void
on_channels_placed_cb(TrammelDataPage *self, GArray *channels, int place, guint plot)
{
  if (!trammel_plot_groups_place(self->groups, channels, (TrammelPlotPlace)place, plot))
    trammel_page_fail(
        TRAMMEL_PAGE(self),
        _("Eight plots is the maximum. Remove one, or drag the channel into a plot."));
  update_plots(self);
}

static void
on_overlay_changed_cb(TrammelDataPage *self)
{
  if (self->model)
    update_plots(self);
}

static void
on_range_dropped_cb(TrammelDataPage *self, int range)
{
  guint n =
      trammel_project_get_n_excluded(get_project(self), trammel_log_model_get_log(self->model));
  double from, to;
  g_autoptr(GError) error = NULL;

  trammel_range_set_get(self->ranges, range, &from, &to);
  if (range == TRAMMEL_RANGE_TRIM)
    trammel_log_model_set_trim(self->model, from, to, &error);
  else if ((guint)range < n)
    trammel_log_model_set_excluded(self->model, (guint)range, from, to, &error);
  else
    trammel_log_model_add_excluded(self->model, from, to, &error);
  report(self, error);
}

static void
on_child_failed_cb(TrammelDataPage *self, const char *message)
{
  trammel_page_fail(TRAMMEL_PAGE(self), message);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void
set_workspace(TrammelPage *page, const TrammelWorkspace *workspace)
{
  TrammelDataPage *self = TRAMMEL_DATA_PAGE(page);

  self->model = trammel_log_model_new(workspace->document);
  self->timeline = g_object_ref(workspace->timeline);
  trammel_log_plots_set_timeline(self->plots, self->timeline);
  trammel_prepare_panel_set_model(self->prepare, self->model, self->ranges);
  trammel_own_value_box_set_model(self->values, self->model);
  trammel_split_button_set_document(self->split, workspace->document);
  trammel_channel_panel_set_model(self->channel, self->model);
  trammel_log_overlay_set_model(self->overlay, self->model);
  trammel_finding_list_set_model(self->findings, self->model);
  g_signal_connect_object(self->model, "changed", G_CALLBACK(on_model_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(workspace->document, "notify::log",
                          G_CALLBACK(on_document_log_changed_cb), self, G_CONNECT_SWAPPED);
  on_document_log_changed_cb(self);
  on_model_changed_cb(self);
}

static TrammelPageState
get_state(TrammelPage *page, char **reason)
{
  TrammelDataPage *self = TRAMMEL_DATA_PAGE(page);
  TrammelLogView *view = self->model ? trammel_log_model_get_view(self->model) : NULL;

  if (!view) {
    *reason = g_strdup(_("No log has been read yet."));
    return TRAMMEL_PAGE_IDLE;
  }
  if (view->error) {
    *reason = g_strdup(view->error);
    return TRAMMEL_PAGE_ATTENTION;
  }
  if (!view->is_complete) {
    *reason = g_strdup(_("The log is being checked."));
    return TRAMMEL_PAGE_IDLE;
  }
  guint n = 0;
  for (guint i = 0; i < view->findings->len; i++)
    n += !g_str_equal(g_array_index(view->findings, TrammelFinding, i).severity, "info");
  *reason =
      n ? g_strdup_printf(ngettext("%u finding on %s", "%u findings on %s", n), n, view->log_name)
        : g_strdup(_("No findings."));
  return n ? TRAMMEL_PAGE_ATTENTION : TRAMMEL_PAGE_READY;
}

static void
list_figures(TrammelPage *page, GPtrArray *figures)
{
  trammel_log_plots_list_figures(TRAMMEL_DATA_PAGE(page)->plots, figures);
}

static void
find(TrammelPage *page)
{
  trammel_channel_list_find(TRAMMEL_DATA_PAGE(page)->channels);
}

static void
trammel_data_page_implement_page(TrammelPageInterface *iface)
{
  iface->find = find;
  iface->set_workspace = set_workspace;
  iface->get_state = get_state;
  iface->list_figures = list_figures;
}

static void
trammel_data_page_dispose(GObject *object)
{
  TrammelDataPage *self = TRAMMEL_DATA_PAGE(object);

  self->filling = TRUE;
  if (self->model) {
    g_signal_handlers_disconnect_by_data(trammel_log_model_get_document(self->model), self);
    g_signal_handlers_disconnect_by_data(self->model, self);
  }
  g_clear_object(&self->model);
  g_clear_object(&self->timeline);
  g_clear_object(&self->ranges);
  g_clear_pointer(&self->table, trammel_log_table_unref);
  g_clear_pointer(&self->uses, g_ptr_array_unref);
  g_clear_pointer(&self->groups, trammel_plot_groups_free);
  trammel_template_dispose(object, TRAMMEL_TYPE_DATA_PAGE);
  G_OBJECT_CLASS(trammel_data_page_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/data/data-page.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, root);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, log_choice);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, facts);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, trouble);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, spinner);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, channels);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, plots);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, overlay);
  gtk_widget_class_bind_template_callback(widget_class, on_overlay_changed_cb);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, prepare);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, values);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, channel);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, findings);
  gtk_widget_class_bind_template_child(widget_class, TrammelDataPage, split);
  gtk_widget_class_bind_template_callback(widget_class, on_log_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_channel_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_channels_placed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_child_failed_cb);
}

static void
trammel_data_page_class_init(TrammelDataPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_data_page_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "datapage");
  bind_template(widget_class);
}

static void
trammel_data_page_init(TrammelDataPage *self)
{
  g_type_ensure(TRAMMEL_TYPE_CHANNEL_LIST);
  g_type_ensure(TRAMMEL_TYPE_CHANNEL_PANEL);
  g_type_ensure(TRAMMEL_TYPE_FINDING_LIST);
  g_type_ensure(TRAMMEL_TYPE_LOG_OVERLAY);
  g_type_ensure(TRAMMEL_TYPE_LOG_PLOTS);
  g_type_ensure(TRAMMEL_TYPE_PREPARE_PANEL);
  g_type_ensure(TRAMMEL_TYPE_OWN_VALUE_BOX);
  g_type_ensure(TRAMMEL_TYPE_SPLIT_BUTTON);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  self->ranges = trammel_range_set_new();
  self->groups = trammel_plot_groups_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_log_plots_set_ranges(self->plots, self->ranges);
  g_signal_connect_object(self->ranges, "dropped", G_CALLBACK(on_range_dropped_cb), self,
                          G_CONNECT_SWAPPED);
}

void
trammel_data_page_ask_split(TrammelDataPage *self)
{
  g_return_if_fail(TRAMMEL_IS_DATA_PAGE(self));
  trammel_split_button_ask(self->split);
}
