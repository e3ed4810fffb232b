#include "ui/pages/data/finding-list.h"

#include <glib/gi18n.h>

#include "ui/pages/parts/finding-row.h"
#include "ui/session/identify/fix-label.h"
#include "ui/widgets/box.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

/* Characters of a line of a finding. */
enum { LINE_WIDTH = 30 };

struct _TrammelFindingList {
  GtkWidget parent_instance;
  GtkBox *box;
  GtkLabel *summary;
  GtkWidget *show_all;
  TrammelLogModel *model;
  TrammelLogView *shown; /* view whose findings the rows show */
};

G_DEFINE_FINAL_TYPE(TrammelFindingList, trammel_finding_list, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
report(TrammelFindingList *self, const GError *error)
{
  if (error)
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static const TrammelFinding *
get_finding(TrammelFindingList *self, GtkWidget *button)
{
  guint i = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "finding"));

  return &g_array_index(self->shown->findings, TrammelFinding, i);
}

static void
on_fix_clicked_cb(GtkWidget *button, TrammelFindingList *self)
{
  g_autoptr(GError) error = NULL;

  trammel_log_model_fix(self->model, get_finding(self, button), &error);
  report(self, error);
}

static void
on_sort_clicked_cb(GtkWidget *button, TrammelFindingList *self)
{
  g_autoptr(GError) error = NULL;

  trammel_log_model_sort(self->model, get_finding(self, button)->column, &error);
  report(self, error);
}

static void
on_ignore_clicked_cb(GtkWidget *button, TrammelFindingList *self)
{
  g_autoptr(GError) error = NULL;

  trammel_log_model_ignore(self->model, get_finding(self, button), &error);
  report(self, error);
}

static void
on_show_all_clicked_cb(TrammelFindingList *self)
{
  g_autoptr(GError) error = NULL;

  trammel_log_model_heed_all(self->model, &error);
  report(self, error);
}

static void
add_button(TrammelFindingList *self, GtkWidget *row, guint i, const char *label, GCallback done)
{
  const TrammelFinding *finding = &g_array_index(self->shown->findings, TrammelFinding, i);
  GtkWidget *button = trammel_finding_row_add_button(row, label, finding->code);

  g_object_set_data(G_OBJECT(button), "finding", GUINT_TO_POINTER(i));
  g_signal_connect(button, "clicked", done, self);
  if (done == G_CALLBACK(on_ignore_clicked_cb))
    gtk_widget_set_tooltip_text(button,
                                _("Hide this finding from now on, here and in trammel-cli check"));
}

static void
add_row(TrammelFindingList *self, guint i)
{
  const TrammelFinding *finding = &g_array_index(self->shown->findings, TrammelFinding, i);
  GtkWidget *row = trammel_finding_row_new(finding, self->shown->project, LINE_WIDTH);
  g_autofree char *fix = trammel_fix_label_new(finding, self->shown->project);

  if (fix)
    add_button(self, row, i, fix, G_CALLBACK(on_fix_clicked_cb));
  /* two fixes are possible for unordered stamps; only the user knows the right one */
  if (g_str_equal(finding->code, "time-not-increasing") && finding->log && finding->column)
    add_button(self, row, i, _("Sort the rows"), G_CALLBACK(on_sort_clicked_cb));
  if (finding->log)
    add_button(self, row, i, _("Ignore"), G_CALLBACK(on_ignore_clicked_cb));
  gtk_box_append(self->box, row);
}

static void
clear(TrammelFindingList *self)
{
  if (self->box)
    trammel_box_clear(self->box);
  g_clear_pointer(&self->shown, trammel_log_view_unref);
}

static char *
summarise(const TrammelLogView *view)
{
  if (!view)
    return g_strdup("");
  if (!view->is_complete)
    return g_strdup(_("Checking…"));
  if (view->n_ignored > 0)
    return g_strdup_printf(
        ngettext("%u finding is ignored.", "%u findings are ignored.", view->n_ignored),
        view->n_ignored);
  return g_strdup(view->findings->len == 0 && view->table ? _("No findings.") : "");
}

static void
on_model_changed_cb(TrammelFindingList *self)
{
  TrammelLogView *view = trammel_log_model_get_view(self->model);

  /* old findings stay after an edit until the new ones arrive, but their buttons are disabled */
  gboolean waits = view && !view->is_complete && self->shown && self->shown->table == view->table;
  gtk_widget_set_sensitive(GTK_WIDGET(self->box), !waits);
  if (waits || (view && view == self->shown))
    return;
  clear(self);
  self->shown = view ? trammel_log_view_ref(view) : NULL;
  for (guint i = 0; view && i < view->findings->len; i++)
    add_row(self, i);
  g_autofree char *text = summarise(view);
  trammel_label_set_numbers(self->summary, text);
  gtk_widget_set_visible(GTK_WIDGET(self->summary), *text != '\0');
  gtk_widget_set_visible(self->show_all, view && view->n_ignored > 0);
}

static void
trammel_finding_list_dispose(GObject *object)
{
  TrammelFindingList *self = TRAMMEL_FINDING_LIST(object);

  clear(self);
  g_clear_object(&self->model);
  trammel_template_dispose(object, TRAMMEL_TYPE_FINDING_LIST);
  G_OBJECT_CLASS(trammel_finding_list_parent_class)->dispose(object);
}

static void
trammel_finding_list_class_init(TrammelFindingListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_finding_list_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "findinglist");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/data/finding-list.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelFindingList, box);
  gtk_widget_class_bind_template_child(widget_class, TrammelFindingList, summary);
  gtk_widget_class_bind_template_child(widget_class, TrammelFindingList, show_all);
  gtk_widget_class_bind_template_callback(widget_class, on_show_all_clicked_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_finding_list_init(TrammelFindingList *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_finding_list_set_model(TrammelFindingList *self, TrammelLogModel *model)
{
  g_return_if_fail(TRAMMEL_IS_FINDING_LIST(self) && !self->model);
  self->model = g_object_ref(model);
  g_signal_connect_object(model, "changed", G_CALLBACK(on_model_changed_cb), self,
                          G_CONNECT_SWAPPED);
  on_model_changed_cb(self);
}
