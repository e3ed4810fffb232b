#include "ui/pages/recipe/recipe-step-form.h"

#include <glib/gi18n.h>

#include "ui/session/text/param-label.h"
#include "ui/widgets/box.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/string-drop-down.h"

/* Settings of a step that the form has, with an entry each. */
typedef enum { SETTING_STEP, SETTING_KAPPA, N_SETTINGS } Setting;

static const struct {
  const char *name, *label, *tooltip;
} settings[N_SETTINGS] = {
    [SETTING_STEP] = {"h", N_("Time step h [s]"),
                      N_("From this step on; empty: as before; auto: chosen from the logs")},
    [SETTING_KAPPA] = {"kappa", N_("Weight κ"),
                       N_("From this step on; empty: as before; auto: found by the fit")}};

/* Choices of the method; the words are those of the setting. */
static const char *const methods[] = {NULL, "predicted", "regression"};

struct _TrammelRecipeStepForm {
  TrammelForm parent_instance;
  guint step;
  GtkWidget *name, *entries[N_SETTINGS];
  GtkDropDown *from, *method;
  GtkCheckButton *all;
  GtkBox *list;
  char *listed; /* ids that the list has */
};

G_DEFINE_FINAL_TYPE(TrammelRecipeStepForm, trammel_recipe_step_form, TRAMMEL_TYPE_FORM)

static TrammelProject *
get_project(TrammelRecipeStepForm *self)
{
  return trammel_document_get_project(trammel_form_get_document(TRAMMEL_FORM(self)));
}

/* ---- edits ----------------------------------------------------------------------------------- */

/* Puts the edited steps into the document, or shows why that cannot be done. */
static gboolean
keep(TrammelRecipeStepForm *self, const GPtrArray *steps)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(get_project(self));
  g_autoptr(TrammelRecipeStepForm) alive = g_object_ref(self);
  g_autoptr(GError) error = NULL;

  if (!trammel_recipe_put_steps(project, steps, &error)) {
    trammel_form_set_trouble(TRAMMEL_FORM(self), error->message);
    return FALSE;
  }
  trammel_form_set_trouble(TRAMMEL_FORM(self), NULL);
  trammel_document_take_project(trammel_form_get_document(TRAMMEL_FORM(self)),
                                g_steal_pointer(&project), _("edit the recipe"), NULL);
  return TRUE;
}

static void
set_setting(TrammelRecipeStep *step, const char *name, const char *text)
{
  if (text && *text)
    g_hash_table_insert(step->settings, g_strdup(name), g_strdup(text));
  else
    g_hash_table_remove(step->settings, name);
}

static gboolean
on_name_committed_cb(GtkWidget *entry, const char *text, gpointer data)
{
  TrammelRecipeStepForm *self = data;
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(get_project(self));
  TrammelRecipeStep *step = steps->pdata[self->step];

  g_free(step->name);
  step->name = g_strdup(text);
  return keep(self, steps);
}

static gboolean
on_setting_committed_cb(GtkWidget *entry, const char *text, gpointer data)
{
  TrammelRecipeStepForm *self = data;
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(get_project(self));
  g_autofree char *stripped = g_strstrip(g_strdup(text));

  for (int i = 0; i < N_SETTINGS; i++)
    if (entry == self->entries[i])
      set_setting(steps->pdata[self->step], settings[i].name, stripped);
  return keep(self, steps);
}

static void
on_choice_changed_cb(TrammelRecipeStepForm *self)
{
  if (trammel_form_get_updating(TRAMMEL_FORM(self)))
    return;
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(get_project(self));
  TrammelRecipeStep *step = steps->pdata[self->step];

  step->from_start = trammel_string_drop_down_get(self->from) == 1;
  set_setting(step, "formulation", methods[trammel_string_drop_down_get(self->method)]);
  keep(self, steps);
}

static void
on_parameter_toggled_cb(TrammelRecipeStepForm *self, GtkCheckButton *check)
{
  if (trammel_form_get_updating(TRAMMEL_FORM(self)))
    return;
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(get_project(self));

  trammel_recipe_step_set_free(steps->pdata[self->step], get_project(self),
                               g_object_get_data(G_OBJECT(check), "id"),
                               gtk_check_button_get_active(check));
  if (keep(self, steps))
    return;
  trammel_form_set_updating(TRAMMEL_FORM(self), TRUE);
  gtk_check_button_set_active(check, !gtk_check_button_get_active(check));
  trammel_form_set_updating(TRAMMEL_FORM(self), FALSE);
}

/* ---- display --------------------------------------------------------------------------------- */

/* TRUE for a quantity that is free in the project or in a step. */
static gboolean
is_used(const TrammelQuantity *quantity, const GPtrArray *steps)
{
  gboolean used = quantity->free != FALSE;

  for (guint i = 0; i < steps->len && !used; i++)
    used = trammel_recipe_step_frees(steps->pdata[i], quantity->id);
  return used;
}

/* Returns the ids of the quantities to list, a line each. */
static char *
dup_listed(TrammelRecipeStepForm *self, const GPtrArray *steps)
{
  const TrammelProject *project = get_project(self);
  GString *ids = g_string_new(NULL);

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (!quantity->tied && (gtk_check_button_get_active(self->all) || is_used(quantity, steps)))
      g_string_append_printf(ids, "%s\n", quantity->id);
  }
  return g_string_free(ids, FALSE);
}

static void
add_parameter(TrammelRecipeStepForm *self, const TrammelProject *project, const char *id)
{
  g_autofree char *label = trammel_quantity_label(trammel_project_get_model(project),
                                                  trammel_project_find_quantity(project, id));
  GtkWidget *check = gtk_check_button_new_with_label(label);

  gtk_widget_set_tooltip_text(check, id);
  g_object_set_data_full(G_OBJECT(check), "id", g_strdup(id), g_free);
  g_signal_connect_object(check, "toggled", G_CALLBACK(on_parameter_toggled_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(self->list, check);
}

/* Makes the list anew when it has other quantities. */
static void
update_list(TrammelRecipeStepForm *self, const GPtrArray *steps)
{
  g_autofree char *listed = dup_listed(self, steps);
  g_auto(GStrv) ids = g_strsplit(listed, "\n", -1);

  if (g_strcmp0(listed, self->listed) == 0)
    return;
  trammel_box_clear(self->list);
  for (guint i = 0; ids[i] && *ids[i]; i++)
    add_parameter(self, get_project(self), ids[i]);
  g_free(self->listed);
  self->listed = g_steal_pointer(&listed);
}

static void
show_settings(TrammelRecipeStepForm *self, const TrammelRecipeStep *step)
{
  const char *formulation = g_hash_table_lookup(step->settings, "formulation");
  guint method = 0;

  for (int i = 0; i < N_SETTINGS; i++) {
    const char *text = g_hash_table_lookup(step->settings, settings[i].name);
    if (!trammel_commit_entry_is_edited(self->entries[i]))
      trammel_commit_entry_set_text(self->entries[i], text ? text : "");
  }
  for (guint i = 1; formulation && i < G_N_ELEMENTS(methods); i++)
    if (g_str_equal(formulation, methods[i]))
      method = i;
  gtk_drop_down_set_selected(self->method, method);
}

static void
update(TrammelRecipeStepForm *self)
{
  g_autoptr(GPtrArray) steps = trammel_recipe_dup_steps(get_project(self));

  if (self->step >= steps->len)
    return;
  const TrammelRecipeStep *step = steps->pdata[self->step];
  trammel_form_set_updating(TRAMMEL_FORM(self), TRUE);
  if (!trammel_commit_entry_is_edited(self->name))
    trammel_commit_entry_set_text(self->name, step->name ? step->name : "");
  gtk_drop_down_set_selected(self->from, step->from_start);
  show_settings(self, step);
  update_list(self, steps);
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->list)); child;
       child = gtk_widget_get_next_sibling(child))
    gtk_check_button_set_active(
        GTK_CHECK_BUTTON(child),
        trammel_recipe_step_frees(step, g_object_get_data(G_OBJECT(child), "id")));
  trammel_form_set_updating(TRAMMEL_FORM(self), FALSE);
}

void
trammel_recipe_step_form_show(TrammelRecipeStepForm *self, guint step)
{
  g_return_if_fail(TRAMMEL_IS_RECIPE_STEP_FORM(self));
  if (self->step != step)
    trammel_form_set_trouble(TRAMMEL_FORM(self), NULL);
  self->step = step;
  update(self);
}

/* ---- construction ---------------------------------------------------------------------------- */

static void
attach(GtkGrid *grid, int line, const char *text, GtkWidget *editor)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(editor, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(editor), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_grid_attach(grid, label, 0, line, 1, 1);
  gtk_grid_attach(grid, editor, 1, line, 1, 1);
}

static GtkDropDown *
new_choice(TrammelRecipeStepForm *self, const char *const *names)
{
  GtkDropDown *choice = GTK_DROP_DOWN(gtk_drop_down_new(NULL, NULL));

  trammel_string_drop_down_set_names(choice, names, NULL);
  g_signal_connect_object(choice, "notify::selected", G_CALLBACK(on_choice_changed_cb), self,
                          G_CONNECT_SWAPPED);
  return choice;
}

static GtkWidget *
new_settings(TrammelRecipeStepForm *self)
{
  const char *const origins[] = {_("values of the step before"), _("start values of the project"),
                                 NULL};
  const char *const names[] = {_("as before"), _("joint estimation"), _("regression"), NULL};
  GtkGrid *grid = GTK_GRID(gtk_grid_new());
  int line = 0;

  gtk_grid_set_column_spacing(grid, 8);
  gtk_grid_set_row_spacing(grid, 4);
  self->name = gtk_entry_new();
  trammel_commit_entry_connect(self->name, on_name_committed_cb, self);
  self->from = new_choice(self, origins);
  self->method = new_choice(self, names);
  attach(grid, line++, _("Name"), self->name);
  attach(grid, line++, _("Begins with"), GTK_WIDGET(self->from));
  attach(grid, line++, _("Method"), GTK_WIDGET(self->method));
  for (int i = 0; i < N_SETTINGS; i++) {
    self->entries[i] = gtk_entry_new();
    gtk_entry_set_placeholder_text(GTK_ENTRY(self->entries[i]), _("as before"));
    gtk_widget_set_tooltip_text(self->entries[i], _(settings[i].tooltip));
    trammel_commit_entry_connect(self->entries[i], on_setting_committed_cb, self);
    attach(grid, line++, _(settings[i].label), self->entries[i]);
  }
  return GTK_WIDGET(grid);
}

static GtkWidget *
new_parameters(TrammelRecipeStepForm *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), *scroller = gtk_scrolled_window_new();
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *heading = gtk_label_new(_("Free parameters"));

  gtk_label_set_xalign(GTK_LABEL(heading), 0);
  gtk_widget_add_css_class(heading, "heading");
  self->list = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0));
  self->all = GTK_CHECK_BUTTON(gtk_check_button_new_with_label(_("Show all quantities")));
  g_signal_connect_object(self->all, "toggled", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->list));
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_widget_set_hexpand(heading, TRUE);
  gtk_box_append(GTK_BOX(head), heading);
  gtk_box_append(GTK_BOX(head), GTK_WIDGET(self->all));
  gtk_box_append(GTK_BOX(box), head);
  gtk_box_append(GTK_BOX(box), scroller);
  return box;
}

static void
trammel_recipe_step_form_finalize(GObject *object)
{
  g_free(TRAMMEL_RECIPE_STEP_FORM(object)->listed);
  G_OBJECT_CLASS(trammel_recipe_step_form_parent_class)->finalize(object);
}

static void
trammel_recipe_step_form_class_init(TrammelRecipeStepFormClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_recipe_step_form_finalize;
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "recipestepform");
}

static void
trammel_recipe_step_form_init(TrammelRecipeStepForm *self)
{
}

GtkWidget *
trammel_recipe_step_form_new(TrammelDocument *document)
{
  TrammelRecipeStepForm *self = g_object_new(TRAMMEL_TYPE_RECIPE_STEP_FORM, NULL);
  GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);

  trammel_form_set_updating(TRAMMEL_FORM(self), TRUE);
  gtk_box_append(GTK_BOX(content), new_settings(self));
  gtk_box_append(GTK_BOX(content), new_parameters(self));
  trammel_form_set_up(TRAMMEL_FORM(self), document, content);
  trammel_form_set_updating(TRAMMEL_FORM(self), FALSE);
  g_signal_connect_object(document, "changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET(self);
}
