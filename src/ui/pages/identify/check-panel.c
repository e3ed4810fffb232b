#include "ui/pages/identify/check-panel.h"

#include <glib/gi18n.h>

#include "io/result/fit_finding.h"
#include "ui/pages/parts/finding-row.h"
#include "ui/session/identify/fix-label.h"
#include "ui/widgets/box.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

/* Number of rows shown by default; characters of a line. */
enum { FEW = 2, LINE_WIDTH = 21 };

struct _TrammelCheckPanel {
  GtkWidget parent_instance;
  GtkBox *box;
  GtkLabel *summary;
  GtkButton *more;
  TrammelChecker *checker;
  TrammelRun *run; /* nullable */
  GArray *shown;   /* TrammelFinding of the rows */
  guint n_checked; /* those that the check has found; the others belong to the run */
  gboolean shows_all;
};

G_DEFINE_FINAL_TYPE(TrammelCheckPanel, trammel_check_panel, GTK_TYPE_WIDGET)

enum { FAILED, CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
report(TrammelCheckPanel *self, const GError *error)
{
  if (error)
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static const TrammelFinding *
get_finding(TrammelCheckPanel *self, GtkWidget *button)
{
  guint i = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "finding"));

  return &g_array_index(self->shown, TrammelFinding, i);
}

static void
on_fix_clicked_cb(GtkWidget *button, TrammelCheckPanel *self)
{
  guint which = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "which"));
  g_autoptr(GError) error = NULL;

  trammel_checker_fix(self->checker, get_finding(self, button), which, &error);
  report(self, error);
}

static void
on_ignore_clicked_cb(GtkWidget *button, TrammelCheckPanel *self)
{
  g_autoptr(GError) error = NULL;

  trammel_checker_ignore(self->checker, get_finding(self, button), &error);
  report(self, error);
}

static GtkWidget *
add_button(TrammelCheckPanel *self, GtkWidget *row, guint i, const char *label, GCallback done)
{
  const TrammelFinding *finding = &g_array_index(self->shown, TrammelFinding, i);
  GtkWidget *button = trammel_finding_row_add_button(row, label, finding->code);

  g_object_set_data(G_OBJECT(button), "finding", GUINT_TO_POINTER(i));
  g_signal_connect(button, "clicked", done, self);
  return button;
}

/* Adds the buttons of the fix and its alternatives. */
static void
add_fixes(TrammelCheckPanel *self, GtkWidget *row, guint i)
{
  const TrammelFinding *finding = &g_array_index(self->shown, TrammelFinding, i);
  guint n = finding->alternatives ? g_strv_length(finding->alternatives) / 2 : 0;
  TrammelProject *project = trammel_checker_get_project(self->checker);

  for (guint which = 0; finding->fix_path && which <= n; which++) {
    const char *path = which ? finding->alternatives[2 * which - 2] : finding->fix_path;
    const char *json = which ? finding->alternatives[2 * which - 1] : finding->fix_value;
    g_autofree char *label = trammel_fix_label_new_for(path, json, project);
    GtkWidget *button = add_button(self, row, i, label, G_CALLBACK(on_fix_clicked_cb));
    g_object_set_data(G_OBJECT(button), "which", GUINT_TO_POINTER(which));
  }
}

/* Adds a button to the page Data for findings that no change of one number fixes. */
static void
add_way(GtkWidget *row, const TrammelFinding *finding)
{
  static const char *const of_data[] = {"no-mapped-output", "sensor-without-channel",
                                        "motor-without-channel", "unreadable", NULL};

  if (finding->fix_path || !g_strv_contains(of_data, finding->code))
    return;
  GtkWidget *button = trammel_finding_row_add_button(row, _("Go to the page Data"), finding->code);
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.page");
  gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s", "data");
}

static void
add_row(TrammelCheckPanel *self, guint i)
{
  const TrammelFinding *finding = &g_array_index(self->shown, TrammelFinding, i);
  GtkWidget *row =
      trammel_finding_row_new(finding, trammel_checker_get_project(self->checker), LINE_WIDTH);

  add_fixes(self, row, i);
  add_way(row, finding);
  if (finding->log && i < self->n_checked && !g_str_equal(finding->severity, "error")) {
    GtkWidget *ignore = add_button(self, row, i, _("Ignore"), G_CALLBACK(on_ignore_clicked_cb));
    gtk_widget_set_tooltip_text(ignore,
                                _("Hide this finding from now on, here and in trammel-cli check"));
  }
  gtk_box_append(self->box, row);
}

/* Collects the findings, those of the run first: they are newer than those of the check. */
static void
collect(TrammelCheckPanel *self)
{
  const GArray *checked = trammel_checker_get_findings(self->checker);
  g_autoptr(GArray) of_run = NULL;

  g_clear_pointer(&self->shown, g_array_unref);
  self->shown = trammel_findings_new();
  for (guint i = 0; checked && i < checked->len; i++)
    trammel_findings_copy(self->shown, &g_array_index(checked, TrammelFinding, i));
  self->n_checked = self->shown->len;
  if (!self->run)
    return;
  of_run = trammel_run_dup_findings(self->run);
  for (guint i = 0; i < of_run->len; i++)
    if (!checked ||
        !trammel_findings_contain(checked, g_array_index(of_run, TrammelFinding, i).code))
      trammel_findings_copy(self->shown, &g_array_index(of_run, TrammelFinding, i));
}

static guint
count(TrammelCheckPanel *self, const char *severity)
{
  guint n = 0;

  for (guint i = 0; self->shown && i < self->shown->len; i++)
    n += g_str_equal(g_array_index(self->shown, TrammelFinding, i).severity, severity);
  return n;
}

/* Returns "3 warnings, 2 notes" of all rows. */
static char *
summarise(TrammelCheckPanel *self)
{
  guint warnings = count(self, "warning"), notes = count(self, "info");
  g_autofree char *serious = NULL, *light = NULL;

  if (!trammel_checker_is_current(self->checker))
    return g_strdup(_("Checking…"));
  if (trammel_checker_count(self->checker, "error") > 0)
    return g_strdup(_("Cannot be identified"));
  if (warnings > 0)
    serious = g_strdup_printf(ngettext("%u warning", "%u warnings", warnings), warnings);
  if (notes > 0)
    light = g_strdup_printf(ngettext("%u note", "%u notes", notes), notes);
  if (serious && light)
    return g_strdup_printf("%s, %s", serious, light);
  return serious ? g_steal_pointer(&serious)
         : light ? g_steal_pointer(&light)
                 : g_strdup(_("No findings"));
}

static void
add_heading(TrammelCheckPanel *self, const char *text)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "caption");
  gtk_box_append(self->box, label);
}

static void
add_rows(TrammelCheckPanel *self)
{
  guint n = self->shown->len, most = self->shows_all || n <= FEW + 1 ? n : FEW;
  g_autofree char *text = NULL;

  if (self->n_checked < n)
    add_heading(self, _("Of the last run"));
  for (guint i = self->n_checked; i < n; i++)
    add_row(self, i);
  if (self->n_checked > 0 && self->n_checked < n)
    add_heading(self, _("Of the settings and the logs"));
  for (guint i = 0; i < MIN(self->n_checked, most); i++)
    add_row(self, i);
  guint hidden = self->n_checked - MIN(self->n_checked, most);
  text = hidden > 0 ? g_strdup_printf(ngettext("Show %u more", "Show %u more", hidden), hidden)
                    : g_strdup(_("Show fewer"));
  gtk_button_set_label(self->more, text);
  gtk_widget_set_visible(GTK_WIDGET(self->more), hidden > 0 || (self->shows_all && n > FEW + 1));
}

/* Updates the rows.  After an edit the old findings stay until the new ones arrive, but their
 * buttons are disabled. */
static void
update(TrammelCheckPanel *self)
{
  gboolean is_current = trammel_checker_is_current(self->checker);

  gtk_widget_set_sensitive(GTK_WIDGET(self->box), is_current);
  if (is_current || !self->shown) {
    collect(self);
    trammel_box_clear(self->box);
    add_rows(self);
  }
  g_autofree char *summary = summarise(self);
  trammel_label_set_numbers(self->summary, summary);
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
on_checker_changed_cb(TrammelCheckPanel *self, TrammelChecker *checker)
{
  update(self);
}

static void
on_more_clicked_cb(TrammelCheckPanel *self)
{
  self->shows_all = !self->shows_all;
  trammel_box_clear(self->box);
  add_rows(self);
}

static void
trammel_check_panel_dispose(GObject *object)
{
  TrammelCheckPanel *self = TRAMMEL_CHECK_PANEL(object);

  g_clear_object(&self->checker);
  g_clear_object(&self->run);
  g_clear_pointer(&self->shown, g_array_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_CHECK_PANEL);
  G_OBJECT_CLASS(trammel_check_panel_parent_class)->dispose(object);
}

static void
trammel_check_panel_class_init(TrammelCheckPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_check_panel_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "checkpanel");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/check-panel.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelCheckPanel, box);
  gtk_widget_class_bind_template_child(widget_class, TrammelCheckPanel, summary);
  gtk_widget_class_bind_template_child(widget_class, TrammelCheckPanel, more);
  gtk_widget_class_bind_template_callback(widget_class, on_more_clicked_cb);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_check_panel_init(TrammelCheckPanel *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_check_panel_set_checker(TrammelCheckPanel *self, TrammelChecker *checker)
{
  g_return_if_fail(TRAMMEL_IS_CHECK_PANEL(self) && !self->checker);
  self->checker = g_object_ref(checker);
  g_signal_connect_object(checker, "changed", G_CALLBACK(on_checker_changed_cb), self,
                          G_CONNECT_SWAPPED);
  update(self);
}

void
trammel_check_panel_set_run(TrammelCheckPanel *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_CHECK_PANEL(self));
  gboolean is_full = run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL;

  TrammelRun *shown = is_full ? run : NULL;

  g_set_object(&self->run, shown);
  if (self->checker)
    update(self);
}

char *
trammel_check_panel_dup_summary(TrammelCheckPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECK_PANEL(self), NULL);
  return self->checker ? summarise(self) : g_strdup("");
}

const char *
trammel_check_panel_get_icon(TrammelCheckPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECK_PANEL(self), NULL);
  return count(self, "error")     ? "dialog-error-symbolic"
         : count(self, "warning") ? "dialog-warning-symbolic"
         : count(self, "info")    ? "dialog-information-symbolic"
                                  : "emblem-ok-symbolic";
}

guint
trammel_check_panel_get_n(TrammelCheckPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHECK_PANEL(self), 0);
  return self->shown ? self->shown->len : 0;
}
