#include "ui/pages/data/prepare-panel.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/problem/finding.h"
#include "ui/session/run/step.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelPreparePanel {
  GtkWidget parent_instance;
  GtkLabel *heading, *step_note;
  GtkToggleButton *roles[3]; /* by TrammelRole */
  GtkWidget *trim_from, *trim_to, *trim_reset;
  GtkBox *excluded;
  GtkToggleButton *mark;
  GtkWidget *step;
  GtkCheckButton *average, *timing;
  TrammelLogModel *model;
  TrammelRangeSet *ranges;
  gboolean filling; /* TRUE while the widgets are set from the model, not by the user */
};

G_DEFINE_FINAL_TYPE(TrammelPreparePanel, trammel_prepare_panel, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Word for a step that comes from the logs, as in the project's file. */
#define AUTOMATIC "auto"

/* Reports `error` (nullable); returns TRUE if there was none. */
static gboolean
report(TrammelPreparePanel *self, const GError *error)
{
  if (error)
    g_signal_emit(self, signals[FAILED], 0, error->message);
  return error == NULL;
}

static const TrammelProject *
get_project(TrammelPreparePanel *self)
{
  return trammel_document_get_project(trammel_log_model_get_document(self->model));
}

static void
show_time(GtkWidget *entry, double seconds)
{
  g_autofree char *text = trammel_format_entry(trammel_round_digits(seconds, 6));

  trammel_commit_entry_set_number(entry, text);
}

/* ---- role ------------------------------------------------------------------------------------ */

static void
on_role_toggled_cb(TrammelPreparePanel *self)
{
  g_autoptr(GError) error = NULL;

  for (int i = 0; !self->filling && i < 3; i++)
    if (gtk_toggle_button_get_active(self->roles[i]) &&
        trammel_project_get_log_role(get_project(self), trammel_log_model_get_log(self->model)) !=
            (TrammelRole)i)
      trammel_log_model_set_role(self->model, (TrammelRole)i, &error);
  report(self, error);
}

/* ---- timing ---------------------------------------------------------------------------------- */

static void
on_timing_toggled_cb(TrammelPreparePanel *self)
{
  g_autoptr(GError) error = NULL;

  if (self->filling)
    return;
  trammel_log_model_set_timing_known(self->model, gtk_check_button_get_active(self->timing),
                                     &error);
  report(self, error);
}

/* ---- trim ------------------------------------------------------------------------------------ */

/* Reads a time; an empty text yields `open`. */
static gboolean
read_time(TrammelPreparePanel *self, const char *text, double open, double *seconds)
{
  g_autoptr(GError) error = NULL;

  trammel_parse_quantity(text, "s", open, seconds, &error);
  return report(self, error);
}

static gboolean
on_trim_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelPreparePanel *self = user;
  gboolean is_end = entry == self->trim_to;
  double ends[2], first = 0;
  g_autoptr(GError) error = NULL;

  if (!trammel_range_set_has_samples(self->ranges))
    return FALSE;
  trammel_range_set_get(self->ranges, TRAMMEL_RANGE_TRIM, &ends[0], &ends[1]);
  if (!read_time(self, text, is_end ? G_MAXDOUBLE : first, &ends[is_end]))
    return FALSE;
  if (ends[1] == G_MAXDOUBLE)
    ends[1] = trammel_log_model_get_view(self->model)->table->duration;
  trammel_log_model_set_trim(self->model, ends[0], ends[1], &error);
  return report(self, error);
}

static void
on_trim_reset_clicked_cb(TrammelPreparePanel *self)
{
  g_autoptr(GError) error = NULL;

  trammel_log_model_clear_trim(self->model, &error);
  report(self, error);
}

/* ---- excluded parts -------------------------------------------------------------------------- */

static int
get_part(GtkWidget *widget)
{
  return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(widget), "part"));
}

static gboolean
on_part_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelPreparePanel *self = user;
  int part = get_part(entry);
  gboolean is_end = g_object_get_data(G_OBJECT(entry), "is-end") != NULL;
  double ends[2];
  g_autoptr(GError) error = NULL;

  trammel_range_set_get(self->ranges, part, &ends[0], &ends[1]);
  if (!read_time(self, text, NAN, &ends[is_end]))
    return FALSE;
  trammel_log_model_set_excluded(self->model, (guint)part, ends[0], ends[1], &error);
  return report(self, error);
}

static void
on_part_removed_cb(GtkWidget *button, TrammelPreparePanel *self)
{
  g_autoptr(GError) error = NULL;

  trammel_log_model_remove_excluded(self->model, (guint)get_part(button), &error);
  report(self, error);
}

/* Adds a part in the middle of the used range, a tenth as long; for the keyboard. */
static void
on_part_added_cb(TrammelPreparePanel *self)
{
  double from, to;
  g_autoptr(GError) error = NULL;

  if (!trammel_range_set_has_samples(self->ranges))
    return;
  trammel_range_set_get(self->ranges, TRAMMEL_RANGE_TRIM, &from, &to);
  double middle = 0.5 * (from + to), half = 0.05 * (to - from);
  trammel_log_model_add_excluded(self->model, middle - half, middle + half, &error);
  report(self, error);
}

static void
on_mark_toggled_cb(TrammelPreparePanel *self)
{
  if (self->ranges)
    trammel_range_set_set_marking(self->ranges, gtk_toggle_button_get_active(self->mark));
}

static GtkWidget *
new_part_entry(TrammelPreparePanel *self, int part, gboolean is_end)
{
  GtkWidget *entry = gtk_entry_new();
  g_autofree char *name = g_strdup_printf(is_end ? _("End of excluded part %d in seconds")
                                                 : _("Start of excluded part %d in seconds"),
                                          part + 1);

  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 7);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 7);
  gtk_widget_add_css_class(entry, "number");
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data(G_OBJECT(entry), "part", GINT_TO_POINTER(part));
  if (is_end)
    g_object_set_data(G_OBJECT(entry), "is-end", GINT_TO_POINTER(1));
  trammel_commit_entry_connect(entry, on_part_committed_cb, self);
  return entry;
}

static void
add_part(TrammelPreparePanel *self, int part)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *remove = gtk_button_new_from_icon_name("user-trash-symbolic");

  gtk_box_append(GTK_BOX(row), new_part_entry(self, part, FALSE));
  gtk_box_append(GTK_BOX(row), gtk_label_new("–"));
  gtk_box_append(GTK_BOX(row), new_part_entry(self, part, TRUE));
  gtk_box_append(GTK_BOX(row), gtk_label_new("s"));
  gtk_widget_set_tooltip_text(remove, _("Use this part"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Use this part"), -1);
  gtk_button_set_has_frame(GTK_BUTTON(remove), FALSE);
  g_object_set_data(G_OBJECT(remove), "part", GINT_TO_POINTER(part));
  g_signal_connect(remove, "clicked", G_CALLBACK(on_part_removed_cb), self);
  gtk_box_append(GTK_BOX(row), remove);
  gtk_box_append(self->excluded, row);
}

static guint
count_children(GtkBox *box)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child(GTK_WIDGET(box)); row;
       row = gtk_widget_get_next_sibling(row))
    n++;
  return n;
}

/* Updates the rows from the ranges, also during a drag. */
static void
show_parts(TrammelPreparePanel *self)
{
  guint n = trammel_range_set_get_n_excluded(self->ranges);

  while (count_children(self->excluded) > n)
    gtk_box_remove(self->excluded, gtk_widget_get_last_child(GTK_WIDGET(self->excluded)));
  for (guint i = count_children(self->excluded); i < n; i++)
    add_part(self, (int)i);
  gtk_widget_set_visible(GTK_WIDGET(self->excluded), n > 0);
  GtkWidget *row = gtk_widget_get_first_child(GTK_WIDGET(self->excluded));
  for (guint i = 0; i < n; i++, row = gtk_widget_get_next_sibling(row)) {
    GtkWidget *first = gtk_widget_get_first_child(row);
    double from, to;
    trammel_range_set_get(self->ranges, (int)i, &from, &to);
    show_time(first, from);
    show_time(gtk_widget_get_next_sibling(gtk_widget_get_next_sibling(first)), to);
  }
}

static void
on_ranges_changed_cb(TrammelPreparePanel *self)
{
  gboolean has_samples = trammel_range_set_has_samples(self->ranges);
  double from, to;

  gtk_toggle_button_set_active(self->mark, trammel_range_set_get_marking(self->ranges));
  if (!has_samples)
    return;
  trammel_range_set_get(self->ranges, TRAMMEL_RANGE_TRIM, &from, &to);
  show_time(self->trim_from, from);
  show_time(self->trim_to, to);
  show_parts(self);
}

/* ---- step ------------------------------------------------------------------------------------ */

static gboolean
on_step_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelPreparePanel *self = user;
  double step;
  g_autofree char *value = NULL;
  g_autoptr(GError) error = NULL;

  if (g_ascii_strcasecmp(text, AUTOMATIC) == 0)
    value = g_strdup(AUTOMATIC);
  else if (read_time(self, text, NAN, &step))
    value = trammel_format_entry(step);
  else
    return FALSE;
  trammel_document_set_setting(trammel_log_model_get_document(self->model), "h", value, &error);
  return report(self, error);
}

static void
on_average_toggled_cb(TrammelPreparePanel *self)
{
  g_autoptr(GError) error = NULL;

  if (self->filling)
    return;
  trammel_document_set_setting(trammel_log_model_get_document(self->model), "observations",
                               gtk_check_button_get_active(self->average) ? "local-fit" : "node",
                               &error);
  report(self, error);
}

/* Returns "samples of this log in a step: 2.5", after the step where that is automatic. */
static char *
describe_step(const TrSettings *settings, TrammelRun *run, const TrammelLogView *view)
{
  double h = trammel_step_get(settings, run);
  g_autofree char *step = isnan(settings->h) ? trammel_step_dup_text(settings, run) : NULL;
  g_autofree char *samples =
      view && view->table && isfinite(view->table->rate) && !isnan(h)
          ? g_strdup_printf(_("samples of this log in a step: %.3g"), h * view->table->rate)
          : NULL;

  return step && samples ? g_strdup_printf("%s\n%s", step, samples)
                         : g_strdup(step      ? step
                                    : samples ? samples
                                              : "");
}

static void
show_step(TrammelPreparePanel *self)
{
  const TrSettings *settings = trammel_project_get_settings(get_project(self));
  TrammelRun *run = trammel_document_get_run(trammel_log_model_get_document(self->model));
  g_autofree char *step =
      isnan(settings->h) ? g_strdup(AUTOMATIC) : trammel_format_prefixed(settings->h, "s");
  g_autofree char *note = describe_step(settings, run, trammel_log_model_get_view(self->model));

  trammel_commit_entry_set_number(self->step, step);
  trammel_label_set_numbers(self->step_note, note);
  gtk_check_button_set_active(self->average, settings->observations == TR_OBSERVE_LOCAL_FIT);
}

static void
on_model_changed_cb(TrammelPreparePanel *self)
{
  const char *name = trammel_log_model_get_log_name(self->model);
  g_autofree char *heading = g_strdup_printf(_("Prepare %s"), name ? name : "");

  gtk_widget_set_sensitive(GTK_WIDGET(self), name != NULL);
  gtk_label_set_text(self->heading, heading);
  if (!name)
    return;
  self->filling = TRUE;
  guint log = trammel_log_model_get_log(self->model);
  gtk_toggle_button_set_active(self->roles[trammel_project_get_log_role(get_project(self), log)],
                               TRUE);
  gtk_check_button_set_active(self->timing,
                              trammel_project_get_log_timing_is_known(get_project(self), log));
  show_step(self);
  double trim[2];
  trammel_project_get_log_trim(get_project(self), log, trim);
  gtk_widget_set_sensitive(self->trim_reset, isfinite(trim[0]) || isfinite(trim[1]));
  self->filling = FALSE;
}

static void
trammel_prepare_panel_dispose(GObject *object)
{
  TrammelPreparePanel *self = TRAMMEL_PREPARE_PANEL(object);

  g_clear_object(&self->ranges);
  g_clear_object(&self->model);
  trammel_template_dispose(object, TRAMMEL_TYPE_PREPARE_PANEL);
  G_OBJECT_CLASS(trammel_prepare_panel_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  static const char *const names[] = {"estimate", "validate", "off"};

  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/data/prepare-panel.ui");
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    gtk_widget_class_bind_template_child_full(
        widget_class, names[i], FALSE,
        (gssize)(G_STRUCT_OFFSET(TrammelPreparePanel, roles) + i * sizeof(GtkToggleButton *)));
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, heading);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, step_note);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, trim_from);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, trim_to);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, trim_reset);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, excluded);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, mark);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, step);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, average);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreparePanel, timing);
  gtk_widget_class_bind_template_callback(widget_class, on_role_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_timing_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_trim_reset_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_part_added_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_mark_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_average_toggled_cb);
}

static void
trammel_prepare_panel_class_init(TrammelPreparePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_prepare_panel_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "preparepanel");
  bind_template(widget_class);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_prepare_panel_init(TrammelPreparePanel *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_commit_entry_connect(self->trim_from, on_trim_committed_cb, self);
  trammel_commit_entry_connect(self->trim_to, on_trim_committed_cb, self);
  trammel_commit_entry_connect(self->step, on_step_committed_cb, self);
}

void
trammel_prepare_panel_set_model(TrammelPreparePanel *self,
                                TrammelLogModel *model,
                                TrammelRangeSet *ranges)
{
  g_return_if_fail(TRAMMEL_IS_PREPARE_PANEL(self) && !self->model);
  self->model = g_object_ref(model);
  self->ranges = g_object_ref(ranges);
  g_signal_connect_object(model, "changed", G_CALLBACK(on_model_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(ranges, "changed", G_CALLBACK(on_ranges_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(trammel_log_model_get_document(model), "notify::run",
                          G_CALLBACK(on_model_changed_cb), self, G_CONNECT_SWAPPED);
  on_model_changed_cb(self);
}
