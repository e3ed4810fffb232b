#include "ui/pages/model/simulation-form.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "io/project/scenario.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/sentence-label.h"

/* Kinds of entries. */
typedef enum {
  FIELD_DURATION,
  FIELD_STEP,
  FIELD_INPUT,
  FIELD_POSITION,
  FIELD_RATE,
  FIELD_NOISE
} Field;

typedef struct {
  Field field;
  int index; /* of the motor or joint */
  GtkWidget *entry;
} Row;

struct _TrammelSimulationForm {
  TrammelForm parent_instance;
  GtkGrid *grid;
  GArray *rows; /* Row */
  int line;     /* next one of the grid */
};

G_DEFINE_FINAL_TYPE(TrammelSimulationForm, trammel_simulation_form, TRAMMEL_TYPE_FORM)

static TrammelProject *
get_project(TrammelSimulationForm *self)
{
  return trammel_document_get_project(trammel_form_get_document(TRAMMEL_FORM(self)));
}

static const TrModel *
get_model(TrammelSimulationForm *self)
{
  return trammel_project_get_model(get_project(self));
}

/* ---- the texts of the entries ---------------------------------------------------------------- */

static char *
format_number(double value)
{
  return isfinite(value) ? trammel_format_entry(value) : g_strdup("");
}

static double
get_factor(TrammelSimulationForm *self, int joint)
{
  double factor;

  trammel_display_unit(tr_joint_position_unit(&get_model(self)->joints[joint]), &factor);
  return factor;
}

static char *
dup_text(TrammelSimulationForm *self, const TrammelScenario *scenario, const Row *row)
{
  const TrModel *model = get_model(self);

  switch (row->field) {
  case FIELD_DURATION:
    return format_number(scenario->duration);
  case FIELD_STEP:
    return format_number(scenario->step);
  case FIELD_NOISE:
    return format_number(100 * scenario->noise);
  case FIELD_INPUT:
    return g_strdup(g_hash_table_lookup(scenario->inputs, model->motors[row->index].name));
  default:
    break;
  }
  TrammelScenarioStart start = trammel_scenario_get_start(scenario, model->joints[row->index].name);
  double value = row->field == FIELD_RATE ? start.rate : start.position;
  return isfinite(value) ? trammel_format_value(value * get_factor(self, row->index), NAN)
                         : g_strdup("");
}

static void
show_texts(TrammelSimulationForm *self)
{
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(get_project(self));

  for (guint i = 0; i < self->rows->len; i++) {
    const Row *row = &g_array_index(self->rows, Row, i);
    g_autofree char *text = dup_text(self, scenario, row);
    if (!trammel_commit_entry_is_edited(row->entry))
      trammel_commit_entry_set_text(row->entry, text ? text : "");
  }
}

/* ---- edits ----------------------------------------------------------------------------------- */

/* Reads a number above `least`; an empty text is `empty` (NAN: not allowed). */
static gboolean
read_number(const char *text, double empty, double least, double *value, GError **error)
{
  if (!trammel_parse_quantity(text, "1", empty, value, error))
    return FALSE;
  if (isnan(*value) || *value > least || (least < 0 && *value >= 0))
    return TRUE;
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
              least < 0 ? _("%s is below zero.") : _("%s is not above zero."), text);
  return FALSE;
}

/* Reads the position or rate of a joint; an empty text is that of the model. */
static gboolean
read_start(TrammelSimulationForm *self,
           TrammelScenario *scenario,
           const Row *row,
           const char *text,
           GError **error)
{
  const TrJoint *joint = &get_model(self)->joints[row->index];
  TrammelScenarioStart start = trammel_scenario_get_start(scenario, joint->name);
  double *value = row->field == FIELD_RATE ? &start.rate : &start.position, factor;
  const char *unit = tr_joint_position_unit(joint), *shown = trammel_display_unit(unit, &factor);
  g_autofree char *rate_unit = g_strdup_printf("%s/s", unit);
  g_autofree char *rate_shown = g_strdup_printf("%s/s", shown);

  if (!*text)
    *value = NAN;
  else if (!trammel_parse_typed(text, row->field == FIELD_RATE ? rate_unit : unit,
                                row->field == FIELD_RATE ? rate_shown : shown, value, error))
    return FALSE;
  trammel_scenario_set_start(scenario, joint->name, start);
  return TRUE;
}

static gboolean
read_text(TrammelSimulationForm *self,
          TrammelScenario *scenario,
          const Row *row,
          const char *text,
          GError **error)
{
  double percent;

  switch (row->field) {
  case FIELD_DURATION:
    return read_number(text, NAN, 0, &scenario->duration, error);
  case FIELD_STEP:
    if (*text)
      return read_number(text, NAN, 0, &scenario->step, error);
    scenario->step = NAN;
    return TRUE;
  case FIELD_NOISE:
    if (!read_number(text, 0, -1, &percent, error))
      return FALSE;
    scenario->noise = percent / 100;
    return TRUE;
  case FIELD_INPUT:
    return trammel_scenario_set_input(scenario, get_model(self)->motors[row->index].name, text,
                                      error);
  default:
    return read_start(self, scenario, row, text, error);
  }
}

static void
keep(TrammelSimulationForm *self, const TrammelScenario *scenario)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(get_project(self));
  g_autoptr(GError) error = NULL;

  if (trammel_scenario_keep(scenario, project, &error))
    trammel_document_take_project(trammel_form_get_document(TRAMMEL_FORM(self)),
                                  g_steal_pointer(&project), _("set up the simulation"), NULL);
  else
    trammel_form_set_trouble(TRAMMEL_FORM(self), error->message);
}

static gboolean
on_committed_cb(GtkWidget *entry, const char *text, gpointer data)
{
  TrammelSimulationForm *self = data;
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(get_project(self));
  g_autofree char *stripped = g_strstrip(g_strdup(text));
  g_autoptr(GError) error = NULL;
  guint i = 0;

  while (g_array_index(self->rows, Row, i).entry != entry)
    i++;
  if (!read_text(self, scenario, &g_array_index(self->rows, Row, i), stripped, &error)) {
    trammel_form_set_trouble(TRAMMEL_FORM(self), error->message);
    return FALSE;
  }
  trammel_form_set_trouble(TRAMMEL_FORM(self), NULL);
  keep(self, scenario);
  return TRUE;
}

void
trammel_simulation_form_take_pose(TrammelSimulationForm *self, const TrammelModelPose *pose)
{
  g_return_if_fail(TRAMMEL_IS_SIMULATION_FORM(self));
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(get_project(self));
  const TrModel *model = trammel_model_pose_get_model(pose);

  for (guint i = 0; i < trammel_model_pose_get_n_sliders(pose); i++) {
    const TrammelPoseSlider *slider = trammel_model_pose_get_slider(pose, i);
    TrammelScenarioStart start = trammel_scenario_get_start(scenario, slider->name);
    start.position = tr_joint_position(model, slider->joint, trammel_model_pose_get(pose));
    trammel_scenario_set_start(scenario, slider->name, start);
  }
  keep(self, scenario);
}

/* ---- construction ---------------------------------------------------------------------------- */

enum { NAME_COLUMN, FIRST_COLUMN, SECOND_COLUMN, N_COLUMNS };

/* Width from which a name is cut. */
enum { NAME_CHARS = 14 };

static GtkWidget *
new_label(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 30);
  gtk_widget_add_css_class(label, style);
  return label;
}

static void
add_heading(TrammelSimulationForm *self, const char *text)
{
  gtk_grid_attach(self->grid, new_label(text, "heading"), NAME_COLUMN, self->line++, N_COLUMNS, 1);
}

/* Adds an entry to the present line. */
static GtkWidget *
add_entry(TrammelSimulationForm *self, Row row, const char *label, int column, int width)
{
  row.entry = gtk_entry_new();
  gtk_editable_set_width_chars(GTK_EDITABLE(row.entry), 7);
  gtk_widget_set_hexpand(row.entry, TRUE);
  if (row.field != FIELD_INPUT)
    gtk_widget_add_css_class(row.entry, "number");
  gtk_accessible_update_property(GTK_ACCESSIBLE(row.entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                 -1);
  trammel_commit_entry_connect(row.entry, on_committed_cb, self);
  gtk_grid_attach(self->grid, row.entry, column, self->line, width, 1);
  g_array_append_val(self->rows, row);
  return row.entry;
}

static void
add_name(TrammelSimulationForm *self, const char *text)
{
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars(GTK_LABEL(label), (int)MIN(g_utf8_strlen(text, -1), NAME_CHARS));
  gtk_widget_set_tooltip_text(label, text);
  gtk_grid_attach(self->grid, label, NAME_COLUMN, self->line, 1, 1);
}

static void
add_times(TrammelSimulationForm *self)
{
  double h = trammel_project_get_settings(get_project(self))->h;
  g_autofree char *step = trammel_format_entry(isnan(h) ? tr_settings_default().h : h);

  add_heading(self, _("Time"));
  add_name(self, _("Duration [s]"));
  add_entry(self, (Row){.field = FIELD_DURATION}, _("Duration [s]"), FIRST_COLUMN, 2);
  self->line++;
  add_name(self, _("Step [s]"));
  GtkWidget *entry = add_entry(self, (Row){.field = FIELD_STEP}, _("Step [s]"), FIRST_COLUMN, 2);
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), step);
  gtk_widget_set_tooltip_text(entry, _("Time step of the simulation; empty: that of the settings"));
  self->line++;
}

static void
add_inputs(TrammelSimulationForm *self)
{
  const TrModel *model = get_model(self);

  if (model->n_motors == 0)
    return;
  add_heading(self, _("Inputs, as formulas of the time t"));
  for (int m = 0; m < model->n_motors; m++) {
    add_name(self, model->motors[m].name);
    GtkWidget *entry =
        add_entry(self, (Row){FIELD_INPUT, m, NULL}, model->motors[m].name, FIRST_COLUMN, 2);
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "0");
    gtk_widget_set_tooltip_text(
        entry, _("For example 0.2*sin(2*pi*t), or step(t - 1) - step(t - 2) for a pulse from 1 s "
                 "to 2 s. Functions: abs, sqrt, exp, log, sin, cos, tan, asin, acos, atan, atan2, "
                 "min, max, sign, step"));
    self->line++;
  }
}

static void
add_joint(TrammelSimulationForm *self, int j)
{
  const TrJoint *joint = &get_model(self)->joints[j];
  double factor;
  const char *unit = trammel_display_unit(tr_joint_position_unit(joint), &factor);
  g_autofree char *name = g_strdup_printf("%s [%s]", joint->name, unit);
  g_autofree char *position = g_strdup_printf(_("Position of %s at the start"), joint->name);
  g_autofree char *rate = g_strdup_printf(_("Rate of %s at the start"), joint->name);
  g_autofree char *start = trammel_format_entry(joint->start * factor);

  add_name(self, name);
  GtkWidget *entry = add_entry(self, (Row){FIELD_POSITION, j, NULL}, position, FIRST_COLUMN, 1);
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), start);
  entry = add_entry(self, (Row){FIELD_RATE, j, NULL}, rate, SECOND_COLUMN, 1);
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "0");
  self->line++;
}

static void
add_joints(TrammelSimulationForm *self)
{
  const TrModel *model = get_model(self);

  add_heading(self, _("Start"));
  gtk_grid_attach(self->grid, new_label(_("position"), "dim-label"), FIRST_COLUMN, self->line, 1,
                  1);
  gtk_grid_attach(self->grid, new_label(_("rate, per s"), "dim-label"), SECOND_COLUMN, self->line++,
                  1, 1);
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].type == TR_JOINT_HINGE || model->joints[j].type == TR_JOINT_SLIDE)
      add_joint(self, j);
}

static void
add_log(TrammelSimulationForm *self)
{
  add_heading(self, _("Log"));
  add_name(self, _("Noise [%]"));
  GtkWidget *entry = add_entry(self, (Row){.field = FIELD_NOISE}, _("Noise [%]"), FIRST_COLUMN, 2);
  gtk_widget_set_tooltip_text(entry,
                              _("Standard deviation of the samples of a kept log, in percent "
                                "of that of each signal"));
  self->line++;
}

static void
trammel_simulation_form_finalize(GObject *object)
{
  g_array_unref(TRAMMEL_SIMULATION_FORM(object)->rows);
  G_OBJECT_CLASS(trammel_simulation_form_parent_class)->finalize(object);
}

static void
trammel_simulation_form_class_init(TrammelSimulationFormClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_simulation_form_finalize;
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "simulationform");
}

static void
trammel_simulation_form_init(TrammelSimulationForm *self)
{
  self->rows = g_array_new(FALSE, FALSE, sizeof(Row));
}

GtkWidget *
trammel_simulation_form_new(TrammelDocument *document)
{
  TrammelSimulationForm *self = g_object_new(TRAMMEL_TYPE_SIMULATION_FORM, NULL);

  self->grid = GTK_GRID(gtk_grid_new());
  gtk_grid_set_column_spacing(self->grid, 8);
  gtk_grid_set_row_spacing(self->grid, 4);
  trammel_form_set_up(TRAMMEL_FORM(self), document, GTK_WIDGET(self->grid));
  add_times(self);
  add_inputs(self);
  add_joints(self);
  add_log(self);
  show_texts(self);
  g_signal_connect_object(document, "changed", G_CALLBACK(show_texts), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET(self);
}
