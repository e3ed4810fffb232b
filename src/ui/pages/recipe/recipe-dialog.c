#include "ui/pages/recipe/recipe-dialog.h"

#include <glib/gi18n.h>

#include "io/project/recipe.h"
#include "ui/pages/recipe/recipe-step-form.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelRecipeDialog {
  GtkWindow parent_instance;
  GtkListBox *steps;
  GtkWidget *add, *up, *down, *remove;
  GtkBox *form_place;
  GtkLabel *words;
  GtkWidget *form;
  TrammelDocument *document;
  TrammelRecipeRunner *runner;
  guint selected;
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE(TrammelRecipeDialog, trammel_recipe_dialog, GTK_TYPE_WINDOW)

static guint
count_steps(TrammelRecipeDialog *self)
{
  return trammel_recipe_get_n_steps(trammel_document_get_project(self->document));
}

/* ---- display --------------------------------------------------------------------------------- */

/* Returns the mark of a step that has run, runs, or has stopped. */
static const char *
get_mark(TrammelRecipeDialog *self, guint step)
{
  guint running = trammel_recipe_runner_get_step(self->runner);
  guint stopped = trammel_recipe_runner_get_stopped(self->runner);

  if (step + 1 == running)
    return "▶";
  if (step + 1 == stopped)
    return "!";
  return step + 1 < MAX(running, stopped) ? "✓" : "";
}

static GtkWidget *
new_row(TrammelRecipeDialog *self, guint step)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *label =
      trammel_recipe_dup_label(trammel_document_get_project(self->document), step);
  g_autofree char *number = g_strdup_printf("%u", step + 1);
  GtkWidget *text = gtk_label_new(label), *mark = gtk_label_new(get_mark(self, step));
  GtkWidget *place = gtk_label_new(number);

  gtk_widget_add_css_class(place, "dim-label");
  gtk_label_set_xalign(GTK_LABEL(text), 0);
  gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand(text, TRUE);
  gtk_widget_set_tooltip_text(text, label);
  gtk_box_append(GTK_BOX(row), place);
  gtk_box_append(GTK_BOX(row), text);
  gtk_box_append(GTK_BOX(row), mark);
  return row;
}

static void
update_words(TrammelRecipeDialog *self)
{
  guint n = count_steps(self), running = trammel_recipe_runner_get_step(self->runner);
  guint stopped = trammel_recipe_runner_get_stopped(self->runner);
  g_autofree char *text = NULL;

  if (running > 0)
    text = g_strdup_printf(_("Step %u of %u runs."), running, n);
  else if (stopped > 0)
    text = g_strdup_printf(_("Step %u ended without reaching a minimum."), stopped);
  else if (n == 0)
    text = g_strdup(_("Free the parameters of the first step, and add it."));
  else
    text = g_strdup_printf(ngettext("The recipe has %u step.", "The recipe has %u steps.", n), n);
  trammel_label_set_numbers(self->words, text);
}

static void
update_buttons(TrammelRecipeDialog *self)
{
  guint n = count_steps(self);
  gboolean idle = trammel_recipe_runner_get_step(self->runner) == 0;

  gtk_widget_set_sensitive(self->add, idle);
  gtk_widget_set_sensitive(self->remove, idle && n > 0);
  gtk_widget_set_sensitive(self->up, idle && n > 0 && self->selected > 0);
  gtk_widget_set_sensitive(self->down, idle && self->selected + 1 < n);
  gtk_widget_set_sensitive(self->form, idle);
  gtk_widget_set_visible(self->form, n > 0);
}

static void
update(TrammelRecipeDialog *self)
{
  guint n = count_steps(self);
  GtkListBoxRow *row;

  self->is_filling = TRUE;
  while ((row = gtk_list_box_get_row_at_index(self->steps, 0)))
    gtk_list_box_remove(self->steps, GTK_WIDGET(row));
  for (guint i = 0; i < n; i++)
    gtk_list_box_append(self->steps, new_row(self, i));
  self->selected = n > 0 ? MIN(self->selected, n - 1) : 0;
  gtk_list_box_select_row(self->steps,
                          gtk_list_box_get_row_at_index(self->steps, (int)self->selected));
  self->is_filling = FALSE;
  trammel_recipe_step_form_show(TRAMMEL_RECIPE_STEP_FORM(self->form), self->selected);
  update_buttons(self);
  update_words(self);
}

static void
on_row_selected_cb(TrammelRecipeDialog *self, GtkListBoxRow *row)
{
  if (self->is_filling || !row)
    return;
  self->selected = (guint)gtk_list_box_row_get_index(row);
  trammel_recipe_step_form_show(TRAMMEL_RECIPE_STEP_FORM(self->form), self->selected);
  update_buttons(self);
}

/* ---- edits ----------------------------------------------------------------------------------- */

static void
keep(TrammelRecipeDialog *self, const GPtrArray *steps)
{
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  g_autoptr(GError) error = NULL;

  if (trammel_recipe_put_steps(project, steps, &error))
    trammel_document_take_project(self->document, g_steal_pointer(&project), _("edit the recipe"),
                                  NULL);
  else
    trammel_label_set_sentence(self->words, error->message);
}

/* Appends a step with the parameters that are free now. */
static void
on_add_clicked_cb(TrammelRecipeDialog *self)
{
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  g_autoptr(GError) error = NULL;

  if (!trammel_recipe_append(project, &error)) {
    trammel_label_set_sentence(self->words, error->message);
    return;
  }
  self->selected = trammel_recipe_get_n_steps(project) - 1;
  trammel_document_take_project(self->document, g_steal_pointer(&project),
                                _("add a step to the recipe"), NULL);
}

static void
on_remove_clicked_cb(TrammelRecipeDialog *self)
{
  g_autoptr(GPtrArray) steps =
      trammel_recipe_dup_steps(trammel_document_get_project(self->document));

  g_ptr_array_remove_index(steps, self->selected);
  keep(self, steps);
}

/* Moves the selected step by one place. */
static void
move(TrammelRecipeDialog *self, int by)
{
  g_autoptr(GPtrArray) steps =
      trammel_recipe_dup_steps(trammel_document_get_project(self->document));
  gpointer step = g_ptr_array_steal_index(steps, self->selected);

  self->selected = (guint)((int)self->selected + by);
  g_ptr_array_insert(steps, (int)self->selected, step);
  keep(self, steps);
}

static void
on_up_clicked_cb(TrammelRecipeDialog *self)
{
  move(self, -1);
}

static void
on_down_clicked_cb(TrammelRecipeDialog *self)
{
  move(self, 1);
}

/* ---- the window ------------------------------------------------------------------------------ */

static void
trammel_recipe_dialog_dispose(GObject *object)
{
  TrammelRecipeDialog *self = TRAMMEL_RECIPE_DIALOG(object);

  self->is_filling = TRUE;
  gtk_widget_insert_action_group(GTK_WIDGET(self), "win", NULL); /* it holds the parent */
  g_clear_object(&self->runner);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_RECIPE_DIALOG);
  g_clear_object(&self->document);
  G_OBJECT_CLASS(trammel_recipe_dialog_parent_class)->dispose(object);
}

static void
trammel_recipe_dialog_class_init(TrammelRecipeDialogClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_recipe_dialog_dispose;
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/recipe/recipe-dialog.ui");
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, steps);
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, add);
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, up);
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, down);
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, remove);
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, form_place);
  gtk_widget_class_bind_template_child(c, TrammelRecipeDialog, words);
  gtk_widget_class_bind_template_callback(c, on_row_selected_cb);
  gtk_widget_class_bind_template_callback(c, on_add_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_remove_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_up_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_down_clicked_cb);
}

static void
trammel_recipe_dialog_init(TrammelRecipeDialog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

TrammelRecipeDialog *
trammel_recipe_dialog_show(GtkWindow *parent,
                           TrammelDocument *document,
                           TrammelRecipeRunner *runner)
{
  TrammelRecipeDialog *self =
      g_object_new(TRAMMEL_TYPE_RECIPE_DIALOG, "transient-for", parent, NULL);

  gtk_widget_insert_action_group(GTK_WIDGET(self), "win", G_ACTION_GROUP(parent));
  self->document = g_object_ref(document);
  self->runner = g_object_ref(runner);
  self->form = trammel_recipe_step_form_new(document);
  gtk_widget_set_vexpand(self->form, TRUE);
  gtk_box_append(self->form_place, self->form);
  g_signal_connect_object(document, "changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(runner, "notify::step", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(runner, "stopped", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  update(self);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}
