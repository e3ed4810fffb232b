#include "ui/pages/freedom-box.h"

#include <glib/gi18n.h>

#include "ui/pages/commit-entry.h"

struct _TrammelFreedomBox {
  GtkWidget parent_instance;
  GtkWidget *grid;
  GtkWidget *entries[TRAMMEL_N_FREEDOMS]; /* but for the transform */
  GtkDropDown *transform;
  GtkLabel *trouble;
  TrammelDocument *document;
  char *id;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelFreedomBox, trammel_freedom_box, GTK_TYPE_WIDGET)

static const struct {
  const char *label, *placeholder, *tooltip;
} looks[TRAMMEL_N_FREEDOMS] = {
    [TRAMMEL_FREEDOM_MIN] = {N_("Min"), N_("none"), N_("Smallest value that a fit may give")},
    [TRAMMEL_FREEDOM_MAX] = {N_("Max"), N_("none"), N_("Largest value that a fit may give")},
    [TRAMMEL_FREEDOM_PRIOR_MEAN] = {N_("Prior"), N_("mean"), N_("What is known beforehand")},
    [TRAMMEL_FREEDOM_PRIOR_SIGMA] = {N_("Prior σ"), N_("none"),
                                     N_("Standard deviation of what is known beforehand")},
    [TRAMMEL_FREEDOM_TRANSFORM] = {N_("Steps"), NULL,
                                   N_("Steps of the value itself, or of its logarithm: relative, "
                                      "and always above zero")},
    [TRAMMEL_FREEDOM_TIE] = {N_("Tie"), N_("2*body.arm.mass"),
                             N_("Follows another quantity: its id, with a factor where one is "
                                "wanted")},
};

static const char *const transforms[] = {"none", "log", NULL};

static gboolean
apply(TrammelFreedomBox *self, TrammelFreedom freedom, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelFreedomBox) alive = g_object_ref(self);
  g_autofree char *id = g_strdup(self->id);
  gboolean done = trammel_model_field_apply_freedom(self->document, id, freedom, text, &error);

  if (!self->grid)
    return done;
  gtk_label_set_text(self->trouble, done ? "" : error->message);
  gtk_widget_set_visible(GTK_WIDGET(self->trouble), !done);
  if (done && self->entries[freedom]) {
    g_autofree char *shown = trammel_model_field_dup_freedom(
        trammel_document_get_project(self->document), self->id, freedom);
    trammel_commit_entry_set_text(self->entries[freedom], shown);
  }
  return done;
}

static gboolean
on_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelFreedomBox *self = user;

  for (int i = 0; i < TRAMMEL_N_FREEDOMS; i++)
    if (self->entries[i] == entry)
      return apply(self, (TrammelFreedom)i, text);
  return FALSE;
}

static void
on_transform_selected_cb(TrammelFreedomBox *self)
{
  if (!self->updating)
    apply(self, TRAMMEL_FREEDOM_TRANSFORM, transforms[gtk_drop_down_get_selected(self->transform)]);
}

void
trammel_freedom_box_show(TrammelFreedomBox *self, const char *id, const char *name)
{
  g_return_if_fail(TRAMMEL_IS_FREEDOM_BOX(self));
  const TrammelProject *project = trammel_document_get_project(self->document);
  gboolean is_new = g_strcmp0(id, self->id) != 0;
  char *old = self->id;

  self->id = g_strdup(id);
  g_free(old);
  self->updating = TRUE;
  for (int i = 0; i < TRAMMEL_N_FREEDOMS; i++) {
    g_autofree char *text = trammel_model_field_dup_freedom(project, self->id, (TrammelFreedom)i);
    GtkWidget *widget = self->entries[i] ? self->entries[i] : GTK_WIDGET(self->transform);
    g_autofree char *label = g_strdup_printf("%s, %s", _(looks[i].label), name);
    if (self->entries[i])
      trammel_commit_entry_set_text(self->entries[i], text);
    else
      gtk_drop_down_set_selected(self->transform, g_str_equal(text, "log"));
    if (is_new)
      gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                     -1);
  }
  self->updating = FALSE;
  gtk_widget_set_visible(GTK_WIDGET(self->trouble), FALSE);
}

static void
trammel_freedom_box_dispose(GObject *object)
{
  TrammelFreedomBox *self = TRAMMEL_FREEDOM_BOX(object);

  self->updating = TRUE;
  g_clear_pointer(&self->grid, gtk_widget_unparent);
  g_clear_object(&self->document);
  g_clear_pointer(&self->id, g_free);
  G_OBJECT_CLASS(trammel_freedom_box_parent_class)->dispose(object);
}

static void
trammel_freedom_box_class_init(TrammelFreedomBoxClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_freedom_box_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "freedom");
}

static GtkWidget *
new_entry(TrammelFreedomBox *self, TrammelFreedom freedom)
{
  GtkWidget *entry = gtk_entry_new();

  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), _(looks[freedom].placeholder));
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 6);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
  gtk_widget_set_hexpand(entry, TRUE);
  gtk_widget_add_css_class(entry, "number");
  trammel_commit_entry_connect(entry, on_committed_cb, self);
  self->entries[freedom] = entry;
  return entry;
}

static void
attach(TrammelFreedomBox *self, TrammelFreedom freedom, int column, int row, int width)
{
  GtkWidget *label = gtk_label_new(_(looks[freedom].label));
  GtkWidget *widget =
      freedom == TRAMMEL_FREEDOM_TRANSFORM ? GTK_WIDGET(self->transform) : new_entry(self, freedom);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "dim-label");
  gtk_widget_set_tooltip_text(widget, _(looks[freedom].tooltip));
  gtk_grid_attach(GTK_GRID(self->grid), label, column, row, 1, 1);
  gtk_grid_attach(GTK_GRID(self->grid), widget, column + 1, row, width, 1);
}

static void
trammel_freedom_box_init(TrammelFreedomBox *self)
{
  self->grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(self->grid), 4);
  gtk_grid_set_column_spacing(GTK_GRID(self->grid), 6);
  gtk_widget_set_parent(self->grid, GTK_WIDGET(self));
  self->transform = GTK_DROP_DOWN(gtk_drop_down_new_from_strings(transforms));
  g_signal_connect_object(self->transform, "notify::selected", G_CALLBACK(on_transform_selected_cb),
                          self, G_CONNECT_SWAPPED);
  attach(self, TRAMMEL_FREEDOM_MIN, 0, 0, 1);
  attach(self, TRAMMEL_FREEDOM_MAX, 2, 0, 1);
  attach(self, TRAMMEL_FREEDOM_PRIOR_MEAN, 0, 1, 1);
  attach(self, TRAMMEL_FREEDOM_PRIOR_SIGMA, 2, 1, 1);
  attach(self, TRAMMEL_FREEDOM_TIE, 0, 2, 1);
  attach(self, TRAMMEL_FREEDOM_TRANSFORM, 2, 2, 1);
  self->trouble = GTK_LABEL(gtk_label_new(NULL));
  gtk_label_set_xalign(self->trouble, 0);
  gtk_label_set_wrap(self->trouble, TRUE);
  gtk_label_set_max_width_chars(self->trouble, 36);
  gtk_widget_add_css_class(GTK_WIDGET(self->trouble), "trouble");
  gtk_widget_set_visible(GTK_WIDGET(self->trouble), FALSE);
  gtk_grid_attach(GTK_GRID(self->grid), GTK_WIDGET(self->trouble), 0, 3, 4, 1);
}

GtkWidget *
trammel_freedom_box_new(TrammelDocument *document)
{
  TrammelFreedomBox *self = g_object_new(TRAMMEL_TYPE_FREEDOM_BOX, NULL);

  self->document = g_object_ref(document);
  return GTK_WIDGET(self);
}
