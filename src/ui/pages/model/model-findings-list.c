#include "ui/pages/model/model-findings-list.h"

#include <glib/gi18n.h>

#include "ui/session/identify/fix-label.h"
#include "ui/session/model/findings.h"
#include "ui/widgets/box.h"

struct _TrammelModelFindingsList {
  GtkWidget parent_instance;
  GtkBox *box;
  GPtrArray *findings; /* TrammelModelFinding; nullable */
};

G_DEFINE_FINAL_TYPE(TrammelModelFindingsList, trammel_model_findings_list, GTK_TYPE_WIDGET)

enum { CHOSEN, FIX, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelModelFinding *
get_finding(TrammelModelFindingsList *self, gpointer widget)
{
  guint i = GPOINTER_TO_UINT(g_object_get_data(widget, "finding"));

  return self->findings->pdata[i];
}

static void
on_text_clicked_cb(GtkButton *button, TrammelModelFindingsList *self)
{
  const TrammelElement element = get_finding(self, button)->element;

  g_signal_emit(self, signals[CHOSEN], 0, (guint)element.kind, element.index);
}

static void
on_fix_clicked_cb(GtkButton *button, TrammelModelFindingsList *self)
{
  const TrammelModelFinding *finding = get_finding(self, button);
  g_autofree char *path = g_strdup(finding->fix_path), *value = g_strdup(finding->fix_value);

  g_signal_emit(self, signals[FIX], 0, path, value);
}

static GtkWidget *
new_text_button(TrammelModelFindingsList *self, const TrammelModelFinding *finding, guint i)
{
  GtkWidget *button = gtk_button_new(), *label = gtk_label_new(finding->text);

  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_button_set_child(GTK_BUTTON(button), label);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_set_hexpand(button, TRUE);
  gtk_widget_set_tooltip_text(button, _("Go there"));
  g_object_set_data(G_OBJECT(button), "finding", GUINT_TO_POINTER(i));
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 finding->text, -1);
  g_signal_connect_object(button, "clicked", G_CALLBACK(on_text_clicked_cb), self, 0);
  return button;
}

static void
add_row(TrammelModelFindingsList *self,
        const TrammelProject *project,
        const TrammelModelFinding *finding,
        guint i)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *icon = gtk_image_new_from_icon_name(finding->is_info ? "dialog-information-symbolic"
                                                                  : "dialog-warning-symbolic");

  gtk_widget_add_css_class(icon, finding->is_info ? "info" : "warning");
  gtk_widget_set_valign(icon, GTK_ALIGN_START);
  gtk_box_append(GTK_BOX(row), icon);
  gtk_box_append(GTK_BOX(row), new_text_button(self, finding, i));
  if (finding->fix_path) {
    GtkWidget *fix = gtk_button_new_with_label(_("Fix"));
    gtk_widget_set_valign(fix, GTK_ALIGN_START);
    g_autofree char *label =
        trammel_fix_label_new_for(finding->fix_path, finding->fix_value, project);
    gtk_widget_set_tooltip_text(fix, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(fix), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_object_set_data(G_OBJECT(fix), "finding", GUINT_TO_POINTER(i));
    g_signal_connect_object(fix, "clicked", G_CALLBACK(on_fix_clicked_cb), self, 0);
    gtk_box_append(GTK_BOX(row), fix);
  }
  gtk_box_append(self->box, row);
}

void
trammel_model_findings_list_show(TrammelModelFindingsList *self,
                                 const TrammelProject *project,
                                 const GArray *checked)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_FINDINGS_LIST(self));
  trammel_box_clear(self->box);
  g_clear_pointer(&self->findings, g_ptr_array_unref);
  self->findings = trammel_model_findings_new(project, checked);
  for (guint i = 0; i < self->findings->len; i++)
    add_row(self, project, self->findings->pdata[i], i);
  if (self->findings->len == 0) {
    GtkWidget *label = gtk_label_new(_("None"));
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "dim-label");
    gtk_box_append(self->box, label);
  }
}

guint
trammel_model_findings_list_get_n_warnings(TrammelModelFindingsList *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MODEL_FINDINGS_LIST(self), 0);
  guint n = 0;

  for (guint i = 0; self->findings && i < self->findings->len; i++)
    n += !((TrammelModelFinding *)self->findings->pdata[i])->is_info;
  return n;
}

static void
trammel_model_findings_list_dispose(GObject *object)
{
  TrammelModelFindingsList *self = TRAMMEL_MODEL_FINDINGS_LIST(object);
  GtkWidget *box = GTK_WIDGET(self->box);

  self->box = NULL;
  g_clear_pointer(&box, gtk_widget_unparent);
  g_clear_pointer(&self->findings, g_ptr_array_unref);
  G_OBJECT_CLASS(trammel_model_findings_list_parent_class)->dispose(object);
}

static void
trammel_model_findings_list_class_init(TrammelModelFindingsListClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_model_findings_list_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "problemlist");
  signals[CHOSEN] = g_signal_new("chosen", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[FIX] = g_signal_new("fix", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                              NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
trammel_model_findings_list_init(TrammelModelFindingsList *self)
{
  self->box = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2));
  gtk_widget_add_css_class(GTK_WIDGET(self->box), "findings");
  gtk_widget_set_parent(GTK_WIDGET(self->box), GTK_WIDGET(self));
}
