#include "ui/pages/inspect/inspect-states.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/model/joint.h"
#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"
#include "ui/pages/inspect/series.h"
#include "ui/pages/parts/kept-parts.h"
#include "ui/pages/parts/kept.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/wrap-bar.h"

/* Least part of an amount of energy that is named. */
#define SMALL_SHARE 1e-3

struct _TrammelInspectStates {
  TrammelInspectTab parent_instance;
  GtkDropDown *log, *joint, *parameter;
  GtkWidget *log_label, *joint_label, *parameter_label;
  GtkLabel *remark, *joules;
  TrammelPlotView *position, *rate, *acceleration, *friction, *violation, *missing, *energy,
      *information;
  TrammelXRange *range;
  TrammelLabelGroup *left, *right;
  GArray *joints; /* int: indices of the selectable ones */
};

static void trammel_inspect_states_implement_kept(TrammelKeptInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelInspectStates,
                              trammel_inspect_states,
                              TRAMMEL_TYPE_INSPECT_TAB,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_KEPT,
                                                    trammel_inspect_states_implement_kept))

static TrammelRunAnalysis *
get_analysis(TrammelInspectStates *self)
{
  return trammel_inspect_tab_get_analysis(TRAMMEL_INSPECT_TAB(self));
}

/* Lists the joints that can move. */
static void
fill_joints(TrammelInspectStates *self)
{
  const TrModel *model = trammel_run_get_fit(get_analysis(self)->run)->model;
  g_autoptr(GPtrArray) names = g_ptr_array_new();

  g_array_set_size(self->joints, 0);
  for (int j = 0; j < model->n_joints; j++)
    if (tr_joint_class(model->joints[j].type)->has_axis) {
      g_ptr_array_add(names, model->joints[j].name);
      g_array_append_val(self->joints, j);
    }
  g_ptr_array_add(names, NULL);
  trammel_string_drop_down_set_names(self->joint, (const char *const *)names->pdata,
                                     self->joint_label);
}

static void
fill_parameters(TrammelInspectStates *self)
{
  int n = trammel_run_get_fit(get_analysis(self)->run)->n_free;
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

  for (int i = 0; i < n; i++)
    g_ptr_array_add(names, trammel_run_dup_label(get_analysis(self)->run, i));
  g_ptr_array_add(names, NULL);
  trammel_string_drop_down_set_names(self->parameter, (const char *const *)names->pdata,
                                     self->parameter_label);
}

/* Returns the title of the missing force; for a driven joint that of its drive's force. */
static char *
dup_missing_title(const TrJoint *joint, gboolean is_driven)
{
  const char *unit = tr_joint_force_unit(joint);
  gboolean is_slide = tr_joint_is_linear(joint);

  if (is_driven)
    return g_strdup_printf(is_slide ? _("force of the drive [%s]") : _("torque of the drive [%s]"),
                           unit);
  return g_strdup_printf(is_slide ? _("missing force [%s]") : _("missing torque [%s]"), unit);
}

/* Sets the titles "position [deg]", "rate [deg/s]", "acceleration [deg/s²]" of a joint in display
 * units. */
static void
label_joint(TrammelInspectStates *self, const TrJoint *joint, gboolean is_driven)
{
  double factor;
  const char *unit = trammel_display_unit(tr_joint_position_unit(joint), &factor);
  const char *force = tr_joint_force_unit(joint);
  g_autofree char *position = g_strdup_printf(_("%s [%s]"), joint->name, unit);
  g_autofree char *rate = g_strdup_printf(_("rate [%s/s]"), unit);
  g_autofree char *acceleration = g_strdup_printf(_("acceleration [%s/s²]"), unit);
  g_autofree char *missing = dup_missing_title(joint, is_driven);
  g_autofree char *friction = g_strdup_printf(
      tr_joint_is_linear(joint) ? _("friction force [%s]") : _("friction torque [%s]"), force);

  trammel_plot_view_set_y_title(self->position, position);
  trammel_plot_view_set_y_title(self->rate, rate);
  trammel_plot_view_set_y_title(self->acceleration, acceleration);
  trammel_plot_view_set_title(self->missing, is_driven ? _("Drive") : _("Error of the model"));
  trammel_plot_view_set_y_title(self->missing, missing);
  trammel_plot_view_set_y_title(self->friction, friction);
  trammel_plot_view_set_x_title(self->friction, rate);
}

/* Appends "name 1.2 J" for every joint whose part is worth a word. */
static void
append_shares(
    GString *text, const char *title, const TrModel *model, const double *joules, double all)
{
  const char *separator = " ";

  if (!(all > 0))
    return;
  g_string_append_printf(text, "   ·   %s", title);
  for (int j = 0; j < model->n_joints; j++) {
    g_autofree char *size = trammel_format_prefixed(joules[j], "J");
    if (fabs(joules[j]) < SMALL_SHARE * all)
      continue;
    g_string_append_printf(text, "%s%s %s", separator, model->joints[j].name, size);
    separator = ", ";
  }
}

/* Shows who spent how many joules until the end of the log. */
static void
show_energy(TrammelInspectStates *self, int log)
{
  const TrForceBalance *b = &get_analysis(self)->logs[log].retrace;
  const TrModel *model = trammel_run_get_fit(get_analysis(self)->run)->model;
  int last = tr_force_balance_last(b);
  g_autoptr(GString) text = g_string_new(NULL);

  if (last >= 1) {
    TrEnergyTotals totals = tr_force_balance_totals(b);
    g_autofree char *stored = trammel_format_prefixed(totals.stored, "J");
    g_autofree char *rest = trammel_format_prefixed(totals.unexplained, "J");
    g_string_append_printf(text, _("Energy: stored %s"), stored);
    append_shares(text, _("from motors:"), model, b->supplied_at + last * b->n_joints,
                  fabs(totals.supplied));
    append_shares(text, _("to friction:"), model, b->lost_at + last * b->n_joints,
                  fabs(totals.lost));
    g_string_append_printf(text, _("   ·   in no term %s"), rest);
  }
  g_autofree char *shown = trammel_number_text_dup(text->str);
  gtk_label_set_text(self->joules, shown);
  trammel_widget_set_tooltip(GTK_WIDGET(self->joules), shown);
}

static void
show_remark(TrammelInspectStates *self, int log)
{
  const TrLogFit *fit = &trammel_run_get_fit(get_analysis(self)->run)->logs[log];
  g_autoptr(GString) text = g_string_new(NULL);

  if (isfinite(fit->unexplained))
    g_string_printf(text, _("Unexplained: %.3g %% of the inertial forces"), 100 * fit->unexplained);
  if (isfinite(fit->force_error))
    g_string_append_printf(text, _("   ·   along the measured motion %.3g %% of the forces"),
                           100 * fit->force_error);
  trammel_label_set_numbers(self->remark, text->str);
}

static void
trammel_inspect_states_update(TrammelInspectTab *tab)
{
  TrammelInspectStates *self = TRAMMEL_INSPECT_STATES(tab);
  fill_joints(self);
  fill_parameters(self);
  int log = trammel_inspect_tab_get_log(TRAMMEL_INSPECT_TAB(self));
  guint place = trammel_string_drop_down_get(self->joint);
  show_remark(self, log);
  show_energy(self, log);
  trammel_plot_view_take_series(self->violation,
                                trammel_inspect_violation(get_analysis(self), log));
  trammel_plot_view_take_series(self->energy, trammel_inspect_energy(get_analysis(self), log));
  trammel_plot_view_take_series(
      self->information,
      trammel_inspect_information(get_analysis(self), log,
                                  (int)trammel_string_drop_down_get(self->parameter)));
  if (place >= self->joints->len)
    return;
  int joint = g_array_index(self->joints, int, place);
  const TrModel *model = trammel_run_get_fit(get_analysis(self)->run)->model;
  label_joint(self, &model->joints[joint], tr_model_find_drive(model, joint) >= 0);
  trammel_plot_view_take_series(self->position,
                                trammel_inspect_position(get_analysis(self), log, joint));
  trammel_plot_view_take_series(self->rate, trammel_inspect_rate(get_analysis(self), log, joint));
  trammel_plot_view_take_series(self->acceleration,
                                trammel_inspect_acceleration(get_analysis(self), log, joint));
  trammel_plot_view_take_series(self->missing,
                                trammel_inspect_missing(get_analysis(self), log, joint));
  trammel_plot_view_take_series(self->friction,
                                trammel_inspect_friction(get_analysis(self), log, joint));
}

static void
on_choice_changed_cb(TrammelInspectStates *self)
{
  trammel_inspect_tab_update(TRAMMEL_INSPECT_TAB(self));
}

static void
trammel_inspect_states_dispose(GObject *object)
{
  TrammelInspectStates *self = TRAMMEL_INSPECT_STATES(object);

  g_clear_pointer(&self->joints, g_array_unref);
  g_clear_object(&self->range);
  g_clear_object(&self->left);
  g_clear_object(&self->right);
  G_OBJECT_CLASS(trammel_inspect_states_parent_class)->dispose(object);
}

static JsonNode *
store(TrammelKept *kept)
{
  return trammel_kept_store_range(TRAMMEL_INSPECT_STATES(kept)->range);
}

static void
restore(TrammelKept *kept, JsonNode *state)
{
  trammel_kept_restore_range(TRAMMEL_INSPECT_STATES(kept)->range, state);
}

static void
trammel_inspect_states_implement_kept(TrammelKeptInterface *iface)
{
  iface->store = store;
  iface->restore = restore;
}

static void
trammel_inspect_states_class_init(TrammelInspectStatesClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  TRAMMEL_INSPECT_TAB_CLASS(klass)->update = trammel_inspect_states_update;
  G_OBJECT_CLASS(klass)->dispose = trammel_inspect_states_dispose;
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/inspect-states.ui");
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, log);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, log_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, joint);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, joint_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, parameter);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, parameter_label);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, remark);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, joules);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, position);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, rate);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, acceleration);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, friction);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, violation);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, missing);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, energy);
  gtk_widget_class_bind_template_child(c, TrammelInspectStates, information);
  gtk_widget_class_bind_template_callback(c, on_choice_changed_cb);
}

/* Links the ranges of the plots over time, and the left axes of the plots of a column. */
static void
link_plots(TrammelInspectStates *self)
{
  TrammelPlotView *const left[] = {self->position, self->rate, self->acceleration};
  TrammelPlotView *const right[] = {self->missing, self->energy, self->information};

  self->range = trammel_x_range_new();
  self->left = trammel_label_group_new();
  self->right = trammel_label_group_new();
  for (guint i = 0; i < 3; i++) {
    trammel_plot_view_link_x(left[i], self->range);
    trammel_plot_view_link_x(right[i], self->range);
    trammel_plot_view_set_label_group(left[i], self->left);
    trammel_plot_view_set_label_group(right[i], self->right);
  }
  trammel_plot_view_link_x(self->violation, self->range);
}

static void
set_texts(TrammelInspectStates *self)
{
  const char *none = _("This motion has no solution"), *unknown = _("No information on it");
  const TrammelPlotTexts position = {_("Estimated motion"), NULL, NULL, none},
                         rate = {NULL, NULL, NULL, none},
                         acceleration = {NULL, "t [s]", NULL, none},
                         friction = {_("Friction over rate"), NULL, NULL, none},
                         violation = {_("Violation of the constraints"), "t [s]", _("|g| [m, 1]"),
                                      none},
                         missing = {_("Error of the model"), NULL, NULL, none},
                         energy = {_("Energy since the start"), NULL, _("energy [J]"), none},
                         information = {_("Sources of the information"), "t [s]", _("share [%/s]"),
                                        unknown};

  trammel_plot_view_set_texts(self->position, &position);
  trammel_plot_view_set_texts(self->rate, &rate);
  trammel_plot_view_set_texts(self->acceleration, &acceleration);
  trammel_plot_view_set_texts(self->friction, &friction);
  trammel_plot_view_set_texts(self->violation, &violation);
  trammel_plot_view_set_texts(self->missing, &missing);
  trammel_plot_view_set_texts(self->energy, &energy);
  trammel_plot_view_set_texts(self->information, &information);
}

static void
trammel_inspect_states_init(TrammelInspectStates *self)
{
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  self->joints = g_array_new(FALSE, FALSE, sizeof(int));
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_inspect_tab_set_choice(TRAMMEL_INSPECT_TAB(self), self->log, self->log_label);
  set_texts(self);
  link_plots(self);
}

void
trammel_inspect_states_set_timeline(TrammelInspectStates *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_STATES(self));
  TrammelPlotView *const views[] = {self->position,   self->rate,    self->acceleration,
                                    self->violation,  self->missing, self->energy,
                                    self->information};

  for (guint i = 0; i < G_N_ELEMENTS(views); i++)
    trammel_plot_view_set_timeline(views[i], timeline);
}

void
trammel_inspect_states_list_figures(TrammelInspectStates *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_STATES(self));
  trammel_page_figures_add(figures, "position", self->position);
  trammel_page_figures_add(figures, "rate", self->rate);
  trammel_page_figures_add(figures, "acceleration", self->acceleration);
  trammel_page_figures_add(figures, "friction", self->friction);
  trammel_page_figures_add(figures, "violation", self->violation);
  trammel_page_figures_add(figures, "missing", self->missing);
  trammel_page_figures_add(figures, "energy", self->energy);
  trammel_page_figures_add(figures, "information", self->information);
}
