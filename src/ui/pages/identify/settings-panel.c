#include "ui/pages/identify/settings-panel.h"

#include <glib/gi18n.h>

#include "engine/mbs/model/sensor.h"
#include "ui/desktop/compat.h"
#include "ui/pages/identify/check-panel.h"
#include "ui/pages/identify/energy-row.h"
#include "ui/pages/identify/kappa-row.h"
#include "ui/pages/identify/method-row.h"
#include "ui/pages/identify/noise-table.h"
#include "ui/pages/identify/step-row.h"
#include "ui/pages/parts/setting-row.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/run/kappa.h"
#include "ui/session/text/format.h"
#include "ui/widgets/box.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelSettingsPanel {
  GtkWidget parent_instance;
  GtkWidget *scroller, *head, *strip;
  TrammelMethodRow *method;
  TrammelKappaRow *kappa;
  TrammelSettingRow *compliance, *damping;
  TrammelStepRow *step;
  TrammelEnergyRow *energy;
  TrammelCheckPanel *check;
  GtkButton *badge, *strip_badge;
  GtkBox *facts;
  GtkWidget *result_section, *go_on;
  TrammelDocument *document;
};

G_DEFINE_FINAL_TYPE(TrammelSettingsPanel, trammel_settings_panel, GTK_TYPE_WIDGET)

enum { RELEASED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelSettingLook compliance_look = {
    .label = N_("Compliance scale"),
    .name = N_("Compliance"),
    .tooltip = N_("Multiplies the compliance of all joints: smaller is stiffer."),
    .term = "compliance",
    .unit = "",
    .low = -8,
    .high = 2,
    .reset = "1",
    .lines = 1,
};
static const TrammelSettingLook damping_look = {
    .label = N_("Damping time scale"),
    .name = N_("Damping"),
    .tooltip = N_("Multiplies the time in which joint drift vanishes: larger is softer."),
    .term = "damping-time",
    .unit = "",
    .low = -1,
    .high = 1,
    .reset = "1",
    .lines = 1,
};

static GtkWidget *
new_label(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars(GTK_LABEL(label), 22);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 22);
  gtk_widget_set_hexpand(label, TRUE);
  if (style)
    gtk_widget_add_css_class(label, style);
  return label;
}

/* Shows the effect of the compliance in the last run, below its slider. */
static void
update_caption(TrammelSettingsPanel *self)
{
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;
  g_autofree char *violation = NULL;
  gboolean fitted = fit && trammel_run_get_kind(run) != TRAMMEL_RUN_PREPARED;

  if (fitted) {
    g_autofree char *size = trammel_format_sigma(fit->constraint_violation);
    violation = g_strdup_printf(_("largest constraint violation: %s"), size);
  }
  trammel_setting_row_set_caption(self->compliance,
                                  violation ? violation : _("smaller is stiffer"));
}

/* A regression has no state error, no compliance and no damping. */
static void
show_rows_of_method(TrammelSettingsPanel *self, gboolean is_joint)
{
  gtk_widget_set_visible(GTK_WIDGET(self->kappa), is_joint);
  gtk_widget_set_visible(GTK_WIDGET(self->compliance), is_joint);
  gtk_widget_set_visible(GTK_WIDGET(self->damping), is_joint);
}

static void
update_settings(TrammelSettingsPanel *self)
{
  trammel_method_row_update(self->method, self->document);
  trammel_kappa_row_update(self->kappa, self->document);
  trammel_step_row_update(self->step, self->document);
  trammel_energy_row_update(self->energy, self->document);
  if (!self->document)
    return;
  const TrSettings *settings =
      trammel_project_get_settings(trammel_document_get_project(self->document));

  show_rows_of_method(self, settings->formulation != TR_FORMULATION_REGRESSION);
  trammel_setting_row_set_value(self->compliance, settings->compliance_scale, 1);
  trammel_setting_row_set_value(self->damping, settings->damping_scale, 1);
}

/* Appends one line for a sensor: the fit of the estimated motion to the measurement.  The filtered
 * motion of a regression is not weighed by the noise. */
static void
append_sensor_fact(TrammelSettingsPanel *self,
                   const TrTask *task,
                   const TrSensorFit *sensor,
                   gboolean is_weighed)
{
  const TrSensor *owner = &task->model->sensors[sensor->sensor];
  double factor;
  const char *unit = trammel_display_unit(tr_sensor_unit(task->model, sensor->sensor), &factor);
  g_autofree char *rmse = trammel_format_prefixed(sensor->rmse * factor, unit);
  if (g_str_equal(unit, "deg")) {
    g_free(rmse);
    rmse = g_strdup_printf("%.2g deg", sensor->rmse * factor);
  }
  g_autofree char *text =
      is_weighed ? g_strdup_printf(_("%s: fit %.2f %%\nRMS %s, χ²/N %.2f"), owner->name,
                                   sensor->fit_percent, rmse, sensor->chi2_per_sample)
                 : g_strdup_printf(_("%s: filter RMS %s"), owner->name, rmse);
  gtk_box_append(self->facts, new_label(text, "fact"));
}

/* Appends one line for a joint: the error of the forces in a regression. */
static void
append_force_fact(TrammelSettingsPanel *self, const TrTask *task, const TrRegressionForce *force)
{
  const TrJoint *joint = &task->model->joints[force->joint];
  const char *unit = tr_joint_has_axis(joint) ? tr_joint_force_unit(joint) : "";
  g_autofree char *rmse = trammel_format_prefixed(force->rmse, unit);
  g_autofree char *text = g_strdup_printf(_("%s: force error\n%s, %.1f %% of the force"),
                                          joint->name, rmse, 100 * force->rmse / force->rms);

  gtk_box_append(self->facts, new_label(text, "fact"));
}

/* Appends one line for the balance of energy, if it was an observation. */
static void
append_energy_fact(TrammelSettingsPanel *self, const TrEnergyFit *energy)
{
  if (energy->n_windows == 0)
    return;
  g_autofree char *rms = trammel_format_prefixed(energy->rms, "J");
  g_autofree char *text = g_strdup_printf(_("energy: %d windows of %.3g s,\nRMS %s"),
                                          energy->n_windows, energy->window, rms);

  gtk_box_append(self->facts, new_label(text, "fact"));
}

/* Shows the facts of a full run; they stay during previews, so that nothing moves. */
static void
update_result(TrammelSettingsPanel *self)
{
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;
  gboolean shown = run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;

  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
    return;
  trammel_box_clear(self->facts);
  gtk_widget_set_visible(self->result_section, shown);
  if (!shown)
    return;
  const TrFit *fit = trammel_run_get_fit(run);
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  gtk_widget_set_visible(self->go_on, trammel_fit_may_go_on(fit));
  for (int f = 0; fit->regression && f < fit->regression->n_freedoms; f++)
    append_force_fact(self, task, &fit->regression->forces[f]);
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      append_sensor_fact(self, task, &fit->logs[l].sensors[s], !fit->regression);
  append_energy_fact(self, &fit->energy);
  if (fit->regression)
    return;
  g_autofree char *kappa = trammel_kappa_dup_result(run);
  g_autofree char *weight = g_strdup_printf("κ %s", kappa);
  gtk_box_append(self->facts, new_label(weight, "fact"));
  gtk_box_append(self->facts, trammel_noise_table_new(run));
}

static void
show_run_findings(TrammelSettingsPanel *self)
{
  trammel_check_panel_set_run(self->check,
                              self->document ? trammel_document_get_run(self->document) : NULL);
}

static void
on_document_run_changed_cb(TrammelSettingsPanel *self)
{
  show_run_findings(self);
  update_settings(self);
  update_caption(self);
  update_result(self);
}

static void
apply_setting(TrammelSettingsPanel *self, const char *name, const char *text)
{
  g_autoptr(GError) error = NULL;

  if (!self->document)
    return;
  if (!trammel_document_set_setting(self->document, name, text, &error)) {
    update_settings(self);
    g_signal_emit(self, signals[FAILED], 0, error->message);
  }
}

static void
on_method_chosen_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "formulation", text);
}

static void
on_cutoff_edited_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "cutoff", text);
}

static void
on_kappa_edited_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "kappa", text);
}

static void
on_compliance_edited_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "compliance_scale", text);
}

static void
on_damping_edited_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "damping_scale", text);
}

static void
on_step_edited_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "h", text);
}

static void
on_energy_edited_cb(TrammelSettingsPanel *self, const char *text)
{
  apply_setting(self, "energy", text);
}

/* Shows the number of findings on the badge: its icon says how bad they are. */
static void
on_check_changed_cb(TrammelSettingsPanel *self)
{
  g_autofree char *summary = trammel_check_panel_dup_summary(self->check);
  const char *icon = trammel_check_panel_get_icon(self->check);
  g_autofree char *short_text = g_strdup_printf("%u", trammel_check_panel_get_n(self->check));
  GtkButton *const badges[] = {self->badge, self->strip_badge};

  for (guint i = 0; i < G_N_ELEMENTS(badges); i++) {
    GtkWidget *content = gtk_button_get_child(badges[i]);
    GtkWidget *image = gtk_widget_get_first_child(content);
    gtk_image_set_from_icon_name(GTK_IMAGE(image), icon);
    trammel_label_set_numbers(GTK_LABEL(gtk_widget_get_last_child(content)), short_text);
    trammel_widget_set_tooltip(GTK_WIDGET(badges[i]), summary);
    gtk_accessible_update_property(GTK_ACCESSIBLE(badges[i]), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   summary, -1);
  }
}

/* Brings the findings into view. */
static void
on_badge_clicked_cb(TrammelSettingsPanel *self)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->scroller));
  GtkWidget *content = gtk_widget_get_parent(GTK_WIDGET(self->check));
  graphene_point_t place;

  if (!gtk_widget_get_visible(self->scroller))
    gtk_widget_activate_action(GTK_WIDGET(self), "win.show-settings", NULL);
  if (gtk_widget_compute_point(GTK_WIDGET(self->check), content, &GRAPHENE_POINT_INIT(0, 0),
                               &place))
    gtk_adjustment_set_value(adjustment, place.y);
}

static void
on_check_failed_cb(TrammelSettingsPanel *self, const char *message)
{
  g_signal_emit(self, signals[FAILED], 0, message);
}

static void
on_row_grasped_cb(TrammelSettingsPanel *self)
{
  if (self->document)
    trammel_document_hold_step(self->document);
}

static void
on_row_released_cb(TrammelSettingsPanel *self)
{
  if (self->document)
    trammel_document_close_step(self->document);
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
trammel_settings_panel_dispose(GObject *object)
{
  TrammelSettingsPanel *self = TRAMMEL_SETTINGS_PANEL(object);

  g_clear_object(&self->document);
  trammel_template_dispose(object, TRAMMEL_TYPE_SETTINGS_PANEL);
  G_OBJECT_CLASS(trammel_settings_panel_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/settings-panel.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, scroller);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, method);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, kappa);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, compliance);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, damping);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, step);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, energy);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, check);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, result_section);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, facts);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, go_on);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, head);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, strip);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, badge);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingsPanel, strip_badge);
  gtk_widget_class_bind_template_callback(widget_class, on_method_chosen_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_cutoff_edited_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_kappa_edited_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_compliance_edited_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_damping_edited_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_step_edited_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_energy_edited_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_row_grasped_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_row_released_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_check_failed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_check_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_badge_clicked_cb);
}

static void
trammel_settings_panel_class_init(TrammelSettingsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_settings_panel_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "settingspanel");
  bind_template(widget_class);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_settings_panel_init(TrammelSettingsPanel *self)
{
  g_type_ensure(TRAMMEL_TYPE_CHECK_PANEL);
  g_type_ensure(TRAMMEL_TYPE_ENERGY_ROW);
  g_type_ensure(TRAMMEL_TYPE_KAPPA_ROW);
  g_type_ensure(TRAMMEL_TYPE_METHOD_ROW);
  g_type_ensure(TRAMMEL_TYPE_SETTING_ROW);
  g_type_ensure(TRAMMEL_TYPE_STEP_ROW);
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_setting_row_set_look(self->compliance, &compliance_look);
  trammel_setting_row_set_look(self->damping, &damping_look);
  trammel_setting_row_set_caption(self->damping, _("smaller: joint drift vanishes faster"));
  update_caption(self);
}

void
trammel_settings_panel_set_document(TrammelSettingsPanel *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_SETTINGS_PANEL(self));
  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  g_set_object(&self->document, document);
  if (document) {
    g_signal_connect_object(document, "changed", G_CALLBACK(update_settings), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(document, "notify::run", G_CALLBACK(on_document_run_changed_cb), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(document, "run-extended", G_CALLBACK(show_run_findings), self,
                            G_CONNECT_SWAPPED);
  }
  on_document_run_changed_cb(self);
}

void
trammel_settings_panel_set_checker(TrammelSettingsPanel *self, TrammelChecker *checker)
{
  g_return_if_fail(TRAMMEL_IS_SETTINGS_PANEL(self));
  trammel_check_panel_set_checker(self->check, checker);
}

void
trammel_settings_panel_set_folded(TrammelSettingsPanel *self, gboolean folded)
{
  g_return_if_fail(TRAMMEL_IS_SETTINGS_PANEL(self));
  gtk_widget_set_visible(self->head, !folded);
  gtk_widget_set_visible(self->scroller, !folded);
  gtk_widget_set_visible(self->strip, folded);
}
