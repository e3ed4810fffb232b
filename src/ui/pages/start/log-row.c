#include "ui/pages/start/log-row.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelLogRow {
  GtkListBoxRow parent_instance;
  TrammelDocument *document;
  guint log;
  GtkWidget *badge, *name, *warning;
};

G_DEFINE_FINAL_TYPE(TrammelLogRow, trammel_log_row, GTK_TYPE_LIST_BOX_ROW)

/* Letter and label of each role. */
static const struct {
  const char *badge, *style, *words;
} roles[] = {
    [TRAMMEL_ROLE_ESTIMATE] = {"E", "estimate", N_("Estimation: parameters are found from it")},
    [TRAMMEL_ROLE_VALIDATE] = {"V", "validate", N_("Validation: the result is tested on it")},
    [TRAMMEL_ROLE_OFF] = {"–", "off", N_("Not used")},
};

static void
on_badge_clicked_cb(TrammelLogRow *self)
{
  TrammelRole role =
      trammel_project_get_log_role(trammel_document_get_project(self->document), self->log);

  trammel_document_set_log_role(self->document, self->log,
                                (TrammelRole)((role + 1) % G_N_ELEMENTS(roles)));
}

static void
trammel_log_row_dispose(GObject *object)
{
  g_clear_object(&TRAMMEL_LOG_ROW(object)->document);
  G_OBJECT_CLASS(trammel_log_row_parent_class)->dispose(object);
}

static void
trammel_log_row_class_init(TrammelLogRowClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_log_row_dispose;
}

static void
trammel_log_row_init(TrammelLogRow *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);

  self->badge = gtk_button_new();
  self->name = gtk_label_new(NULL);
  self->warning = gtk_image_new_from_icon_name("dialog-warning-symbolic");
  gtk_widget_add_css_class(self->badge, "badge");
  gtk_widget_set_focus_on_click(self->badge, FALSE);
  gtk_widget_set_valign(self->badge, GTK_ALIGN_CENTER);
  gtk_label_set_xalign(GTK_LABEL(self->name), 0);
  gtk_label_set_ellipsize(GTK_LABEL(self->name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand(self->name, TRUE);
  gtk_widget_add_css_class(self->warning, "warning");
  gtk_box_append(GTK_BOX(box), self->badge);
  gtk_box_append(GTK_BOX(box), self->name);
  gtk_box_append(GTK_BOX(box), self->warning);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(self), box);
  g_signal_connect_swapped(self->badge, "clicked", G_CALLBACK(on_badge_clicked_cb), self);
}

GtkWidget *
trammel_log_row_new(TrammelDocument *document, guint log)
{
  TrammelLogRow *self = g_object_new(TRAMMEL_TYPE_LOG_ROW, NULL);

  self->document = g_object_ref(document);
  self->log = log;
  trammel_log_row_update(self);
  return GTK_WIDGET(self);
}

/* Returns the findings of the shown run's problem on the log, a line each; NULL if there are
 * none. */
static char *
collect_findings(TrammelLogRow *self, const char *name)
{
  TrammelRun *run = trammel_document_get_run(self->document);
  TrammelProblem *problem = run ? trammel_run_get_problem(run) : NULL;
  GString *text = g_string_new(NULL);

  for (guint i = 0; problem && i < trammel_problem_get_n_findings(problem); i++) {
    const TrammelFinding *finding = trammel_problem_get_finding(problem, i);
    if (g_strcmp0(finding->log, name) == 0 && !g_str_equal(finding->severity, "info"))
      g_string_append_printf(text, "%s%s", text->len ? "\n" : "", finding->words);
  }
  return g_string_free(text, text->len == 0);
}

void
trammel_log_row_update(TrammelLogRow *self)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  const char *name = trammel_project_get_log_name(project, self->log);
  TrammelRole role = trammel_project_get_log_role(project, self->log);
  g_autofree char *findings = collect_findings(self, name);
  g_autofree char *path = trammel_project_dup_log_path(project, self->log);
  g_autofree char *place = trammel_project_dup_log_place(project, self->log);
  g_autofree char *words =
      g_strdup_printf(_("%s. Click to change what the log is used for."), _(roles[role].words));

  for (guint i = 0; i < G_N_ELEMENTS(roles); i++)
    gtk_widget_remove_css_class(self->badge, roles[i].style);
  gtk_widget_add_css_class(self->badge, roles[role].style);
  gtk_button_set_label(GTK_BUTTON(self->badge), roles[role].badge);
  trammel_widget_set_tooltip(self->badge, words);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->badge), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(roles[role].words), -1);
  gboolean there = g_file_test(path, G_FILE_TEST_EXISTS);
  if (!there && !findings)
    findings = g_strdup_printf(_("The file is missing: %s"), place);
  if (there)
    gtk_widget_remove_css_class(self->name, "missing");
  else
    gtk_widget_add_css_class(self->name, "missing");
  gtk_label_set_text(GTK_LABEL(self->name), name);
  trammel_widget_set_tooltip(self->name, place);
  /* it keeps its place, so that the name beside it does not move */
  gtk_widget_set_child_visible(self->warning, findings != NULL);
  trammel_tooltip_set_numbers(self->warning, findings);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, findings ? findings : "", -1);
}
