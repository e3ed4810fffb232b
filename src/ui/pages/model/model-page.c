#include "ui/pages/model/model-page.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/desktop/popup.h"
#include "ui/pages/model/menu.h"
#include "ui/pages/model/model-findings-list.h"
#include "ui/pages/model/model-properties.h"
#include "ui/pages/model/model-scene.h"
#include "ui/pages/model/model-tree-view.h"
#include "ui/pages/model/usages-popover.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/model/edit.h"
#include "ui/session/model/tree.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelModelPage {
  GtkWidget parent_instance;
  TrammelModelTreeView *tree;
  TrammelModelProperties *properties;
  TrammelModelScene *scene;
  TrammelModelFindingsList *problems;
  GtkLabel *freedom;
  GtkWidget *delete_button;
  GSimpleActionGroup *actions;
  TrammelDocument *document;
  TrammelChecker *checker;
  TrammelElement selected;
  gboolean is_stale; /* something has changed while the page was hidden */
  GMenuModel *add_menu;
  GSimpleActionGroup *freedoms; /* ticks of the context menu */
};

static void trammel_model_page_implement_page(TrammelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelModelPage,
                              trammel_model_page,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_PAGE,
                                                    trammel_model_page_implement_page))

static TrammelProject *
get_project(TrammelModelPage *self)
{
  return trammel_document_get_project(self->document);
}

/* ---- display --------------------------------------------------------------------------------- */

static void
enable(TrammelModelPage *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action(G_ACTION_MAP(self->actions), name);

  g_simple_action_set_enabled(G_SIMPLE_ACTION(action), enabled);
}

static void
report(TrammelModelPage *self, const GError *error)
{
  if (error)
    trammel_page_fail(TRAMMEL_PAGE(self), error->message);
}

static void
on_freedom_changed_cb(GSimpleAction *action, GVariant *state, TrammelModelPage *self)
{
  g_autofree char *id = g_strdup(trammel_model_menu_get_id(action)); /* the action may go */
  g_autoptr(GError) error = NULL;

  trammel_document_set_free(self->document, id, g_variant_get_boolean(state), &error);
  report(self, error);
}

/* Sets the context menu of the tree and the 3D view: the commands above the tree, and more.
 * Creates a new menu each time, since the edit may come from the open one. */
static void
update_menu(TrammelModelPage *self)
{
  g_autoptr(GMenu) freedom = g_menu_new();

  trammel_model_menu_fill_freedom(freedom, self->freedoms, get_project(self), self->selected,
                                  G_CALLBACK(on_freedom_changed_cb), self);
  g_autoptr(GMenuModel) menu = trammel_model_menu_new(self->add_menu, G_MENU_MODEL(freedom));
  trammel_model_tree_view_set_menu(self->tree, menu);
  trammel_model_scene_set_menu(self->scene, menu);
}

static void
update_actions(TrammelModelPage *self)
{
  static const struct {
    const char *action;
    TrammelElementKind kind;
    const char *type;
  } adders[] = {{"add-joint", TRAMMEL_ELEMENT_JOINT, NULL},
                {"add-spring", TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_SPRING},
                {"add-gear", TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_GEAR},
                {"add-motor", TRAMMEL_ELEMENT_MOTOR, NULL},
                {"add-sensor", TRAMMEL_ELEMENT_SENSOR, NULL},
                {"add-joint-sensor", TRAMMEL_ELEMENT_SENSOR, NULL},
                {"add-body-sensor", TRAMMEL_ELEMENT_SENSOR, "gyro"},
                {"add-contact", TRAMMEL_ELEMENT_CONTACT, NULL}};
  gboolean is_thing = self->selected.kind != TRAMMEL_ELEMENT_GRAVITY;
  TrammelElement body;
  const char *reason;

  for (guint i = 0; i < G_N_ELEMENTS(adders); i++)
    enable(self, adders[i].action,
           trammel_model_edit_can_add(get_project(self), adders[i].kind, adders[i].type,
                                      self->selected, &reason));
  enable(self, "add-shape", trammel_model_edit_find_body(get_project(self), self->selected, &body));
  enable(self, "fill", trammel_model_edit_can_fill(get_project(self), self->selected));
  enable(self, "duplicate", is_thing);
  enable(self, "delete", is_thing);
  enable(self, "rename", is_thing);
  enable(self, "find-usages", is_thing);
  enable(self, "mirror", trammel_project_can_mirror(get_project(self), self->selected));
  update_menu(self);
}

static void
show_selected(TrammelModelPage *self)
{
  trammel_model_tree_view_select(self->tree, self->selected);
  trammel_model_scene_select(self->scene, get_project(self), self->selected);
  trammel_model_properties_show(self->properties, self->selected);
  update_actions(self);
}

static void
select_element(TrammelModelPage *self, TrammelElement element)
{
  self->selected = element;
  show_selected(self);
}

/* Shows "1 degree of freedom · 2 bodies, 2 joints". */
static void
update_freedom(TrammelModelPage *self)
{
  const TrModel *model = trammel_project_get_model(get_project(self));
  TrammelModelPose *pose = trammel_model_scene_get_pose(self->scene);
  int freedom = trammel_model_pose_get_freedom(pose), loops = trammel_model_pose_get_n_loops(pose);
  g_autoptr(GString) text = g_string_new(NULL);

  g_string_append_printf(
      text, ngettext("%d degree of freedom", "%d degrees of freedom", (gulong)freedom), freedom);
  g_string_append(text, "  ·  ");
  g_string_append_printf(text, ngettext("%d body", "%d bodies", (gulong)model->n_bodies),
                         model->n_bodies);
  g_string_append_printf(text, ngettext(", %d joint", ", %d joints", (gulong)model->n_joints),
                         model->n_joints);
  if (loops > 0)
    g_string_append_printf(text, ngettext(", %d loop", ", %d loops", (gulong)loops), loops);
  gtk_label_set_text(self->freedom, text->str);
  trammel_widget_set_tooltip(GTK_WIDGET(self->freedom), text->str);
}

/* Selects gravity if the selected element no longer exists. */
static void
keep_selected(TrammelModelPage *self)
{
  if (self->selected.index >=
      trammel_project_get_n_elements(get_project(self), self->selected.kind))
    self->selected = (TrammelElement){TRAMMEL_ELEMENT_GRAVITY, 0};
}

static void
show_problems(TrammelModelPage *self)
{
  trammel_model_findings_list_show(self->problems, get_project(self),
                                   trammel_checker_get_findings(self->checker));
  trammel_page_change_state(TRAMMEL_PAGE(self));
}

static void
update(TrammelModelPage *self)
{
  TrammelProject *project = get_project(self);
  TrammelRun *run = trammel_document_get_run(self->document);

  keep_selected(self);
  trammel_model_tree_view_show(self->tree, project, run);
  trammel_model_scene_show(self->scene, project, run, trammel_document_get_log(self->document));
  show_problems(self);
  update_freedom(self);
  show_selected(self);
}

/* Updates the page, unless it is hidden: then it does not follow every step of a slider. */
static void
on_document_changed_cb(TrammelModelPage *self)
{
  self->is_stale = !gtk_widget_get_mapped(GTK_WIDGET(self));
  if (!self->is_stale)
    update(self);
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
on_element_chosen_cb(TrammelModelPage *self, guint kind, guint index)
{
  select_element(self, (TrammelElement){(TrammelElementKind)kind, index});
}

static void
edit_name(TrammelModelPage *self)
{
  trammel_model_properties_edit_name(self->properties);
}

static void
add(TrammelModelPage *self, TrammelElementKind kind, const char *type)
{
  const double *pose = trammel_model_pose_get(trammel_model_scene_get_pose(self->scene));
  g_autoptr(GError) error = NULL;
  TrammelElement added;

  if (trammel_model_edit_add(self->document, (TrammelAddition){kind, type, self->selected}, pose,
                             &added, &error))
    select_element(self, added);
  report(self, error);
}

static void
on_keep_start_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  g_autoptr(GError) error = NULL;

  trammel_model_edit_keep_start(self->document, trammel_model_scene_get_pose(self->scene), &error);
  report(self, error);
}

static void
on_add_body_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_BODY, NULL);
}

static void
on_add_joint_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_JOINT, NULL);
}

static void
on_add_spring_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_JOINT, g_variant_get_string(parameter, NULL));
}

static void
on_add_gear_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_JOINT, TRAMMEL_EDIT_GEAR);
}

static void
on_add_motor_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_MOTOR, NULL);
}

static void
on_add_contact_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_CONTACT, NULL);
}

static void
on_add_sensor_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_SENSOR, parameter ? g_variant_get_string(parameter, NULL) : NULL);
}

static void
on_add_constraint_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  add(page, TRAMMEL_ELEMENT_CONSTRAINT, NULL);
}

/* Adds a shape; shapes are shown among the properties of their body. */
static void
on_add_shape_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  g_autoptr(GError) error = NULL;
  TrammelElement body;

  if (trammel_model_edit_find_body(get_project(self), self->selected, &body) &&
      trammel_model_edit_add_shape(self->document, body, g_variant_get_string(parameter, NULL),
                                   &error))
    select_element(self, body);
  report(self, error);
}

/* Sets mass and inertia of the body by its shapes and a density; 0 keeps the mass. */
static void
on_fill_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  g_autoptr(GError) error = NULL;

  trammel_model_edit_fill(self->document, self->selected, g_variant_get_int32(parameter), &error);
  report(self, error);
}

static void
on_duplicate_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  g_autoptr(GError) error = NULL;
  TrammelElement copy;

  if (trammel_model_edit_duplicate(self->document, self->selected, &copy, &error))
    select_element(self, copy);
  report(self, error);
}

static void
on_mirror_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  g_autoptr(GError) error = NULL;
  TrammelElement copy;

  if (trammel_model_edit_mirror(self->document, self->selected, g_variant_get_int32(parameter),
                                &copy, &error))
    select_element(self, copy);
  report(self, error);
}

static void
free_all(TrammelModelPage *self, gboolean is_free)
{
  g_autoptr(GError) error = NULL;

  trammel_model_edit_free_all(self->document, self->selected, is_free, &error);
  report(self, error);
}

static void
on_free_all_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  free_all(page, TRUE);
}

static void
on_fix_all_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  free_all(page, FALSE);
}

/* Opens the list of references below the selected row. */
static void
on_find_usages_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  GtkWidget *popover = trammel_usages_popover_new(get_project(self), self->selected);
  double x, y;

  g_signal_connect_object(popover, "chosen", G_CALLBACK(on_element_chosen_cb), self,
                          G_CONNECT_SWAPPED);
  trammel_model_tree_view_get_place(self->tree, &x, &y);
  trammel_popup_open(popover, GTK_WIDGET(self), GTK_WIDGET(self->tree), x, y);
}

static void
delete_selected(TrammelModelPage *self)
{
  g_autoptr(GError) error = NULL;

  trammel_model_edit_delete(self->document, self->selected, &error);
  report(self, error);
}

static void
on_delete_all_clicked_cb(GtkButton *button, TrammelModelPage *self)
{
  gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_POPOVER)));
  delete_selected(self);
}

/* Returns a list of the dependents that will be deleted, and a button to confirm. */
static GtkWidget *
new_question(TrammelModelPage *self, char **dependents)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *button = gtk_button_new_with_label(_("Delete All"));
  g_autofree char *list = g_strjoinv("\n", dependents);
  g_autofree char *words = trammel_element_describe(get_project(self), self->selected);
  g_autofree char *text = g_strdup_printf(_("Deleting %s also deletes:\n%s"), words, list);
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(button, "destructive-action");
  g_signal_connect_object(button, "clicked", G_CALLBACK(on_delete_all_clicked_cb), self, 0);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), button);
  return box;
}

/* Opens the question in a popover beside the button. */
static void
ask(TrammelModelPage *self, char **dependents)
{
  GtkWidget *popover = gtk_popover_new();

  gtk_popover_set_child(GTK_POPOVER(popover), new_question(self, dependents));
  trammel_popup_open(popover, GTK_WIDGET(self), self->delete_button,
                     gtk_widget_get_width(self->delete_button) / 2.0,
                     gtk_widget_get_height(self->delete_button));
}

/* Deletes the selected element; asks first if others refer to it and will be deleted, too. */
static void
on_delete_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  TrammelModelPage *self = page;
  g_auto(GStrv) dependents = trammel_project_list_dependents(get_project(self), self->selected);

  if (!dependents[0]) {
    delete_selected(self);
    return;
  }
  ask(self, dependents);
}

static void
on_rename_cb(GSimpleAction *action, GVariant *parameter, gpointer page)
{
  edit_name(page);
}

static void
on_fix_chosen_cb(TrammelModelPage *self, const char *path, const char *value)
{
  g_autoptr(GError) error = NULL;

  trammel_document_put(self->document, path, value, _("repair the model"), NULL, &error);
  report(self, error);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void
set_workspace(TrammelPage *page, const TrammelWorkspace *workspace)
{
  TrammelModelPage *self = TRAMMEL_MODEL_PAGE(page);

  self->document = g_object_ref(workspace->document);
  self->checker = g_object_ref(workspace->checker);
  trammel_model_properties_set_document(self->properties, self->document);
  self->selected = (TrammelElement){TRAMMEL_ELEMENT_BODY, 0};
  g_signal_connect_object(self->document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "notify::run", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "run-extended", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->document, "notify::log", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->checker, "changed", G_CALLBACK(show_problems), self,
                          G_CONNECT_SWAPPED);
  on_document_changed_cb(self);
}

static TrammelPageState
get_state(TrammelPage *page, char **reason)
{
  TrammelModelPage *self = TRAMMEL_MODEL_PAGE(page);
  guint n = self->document ? trammel_model_findings_list_get_n_warnings(self->problems) : 0;

  if (!self->document)
    return TRAMMEL_PAGE_IDLE;
  *reason = n ? g_strdup_printf(ngettext("%u problem", "%u problems", n), n)
              : g_strdup(_("No findings in the model."));
  return n ? TRAMMEL_PAGE_ATTENTION : TRAMMEL_PAGE_READY;
}

static void
find(TrammelPage *page)
{
  trammel_model_tree_view_find(TRAMMEL_MODEL_PAGE(page)->tree);
}

static void
trammel_model_page_implement_page(TrammelPageInterface *iface)
{
  iface->find = find;
  iface->set_workspace = set_workspace;
  iface->get_state = get_state;
}

static void
trammel_model_page_map(GtkWidget *widget)
{
  TrammelModelPage *self = TRAMMEL_MODEL_PAGE(widget);

  GTK_WIDGET_CLASS(trammel_model_page_parent_class)->map(widget);
  if (self->is_stale && self->document)
    on_document_changed_cb(self);
}

static void
trammel_model_page_dispose(GObject *object)
{
  TrammelModelPage *self = TRAMMEL_MODEL_PAGE(object);

  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  trammel_template_dispose(object, TRAMMEL_TYPE_MODEL_PAGE);
  if (self->checker)
    g_signal_handlers_disconnect_by_data(self->checker, self);
  g_clear_object(&self->checker);
  g_clear_object(&self->actions);
  g_clear_object(&self->freedoms);
  g_clear_object(&self->document);
  G_OBJECT_CLASS(trammel_model_page_parent_class)->dispose(object);
}

static void
trammel_model_page_class_init(TrammelModelPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_model_page_dispose;
  widget_class->map = trammel_model_page_map;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "modelpage");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/model/model-page.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, tree);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, properties);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, scene);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, problems);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, freedom);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, delete_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelModelPage, add_menu);
  gtk_widget_class_bind_template_callback(widget_class, on_element_chosen_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_fix_chosen_cb);
  gtk_widget_class_bind_template_callback(widget_class, edit_name);
}

static void
trammel_model_page_init(TrammelModelPage *self)
{
  static const GActionEntry entries[] = {
      {.name = "add-body", .activate = on_add_body_cb},
      {.name = "add-joint", .activate = on_add_joint_cb},
      {.name = "add-motor", .activate = on_add_motor_cb},
      {.name = "add-sensor", .activate = on_add_sensor_cb},
      {.name = "add-joint-sensor", .activate = on_add_sensor_cb, .parameter_type = "s"},
      {.name = "add-body-sensor", .activate = on_add_sensor_cb, .parameter_type = "s"},
      {.name = "add-contact", .activate = on_add_contact_cb},
      {.name = "add-gear", .activate = on_add_gear_cb},
      {.name = "add-spring", .activate = on_add_spring_cb, .parameter_type = "s"},
      {.name = "fill", .activate = on_fill_cb, .parameter_type = "i"},
      {.name = "keep-start", .activate = on_keep_start_cb},
      {.name = "add-shape", .activate = on_add_shape_cb, .parameter_type = "s"},
      {.name = "add-constraint", .activate = on_add_constraint_cb},
      {.name = "duplicate", .activate = on_duplicate_cb},
      {.name = "delete", .activate = on_delete_cb},
      {.name = "rename", .activate = on_rename_cb},
      {.name = "mirror", .activate = on_mirror_cb, .parameter_type = "i"},
      {.name = "find-usages", .activate = on_find_usages_cb},
      {.name = "free-all", .activate = on_free_all_cb},
      {.name = "fix-all", .activate = on_fix_all_cb},
  };

  g_type_ensure(TRAMMEL_TYPE_MODEL_TREE_VIEW);
  g_type_ensure(TRAMMEL_TYPE_MODEL_PROPERTIES);
  g_type_ensure(TRAMMEL_TYPE_MODEL_SCENE);
  g_type_ensure(TRAMMEL_TYPE_MODEL_FINDINGS_LIST);
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries),
                                  self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "model", G_ACTION_GROUP(self->actions));
  self->freedoms = g_simple_action_group_new();
  gtk_widget_insert_action_group(GTK_WIDGET(self), "free", G_ACTION_GROUP(self->freedoms));
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  gtk_widget_init_template(GTK_WIDGET(self));
}

TrammelModelPose *
trammel_model_page_get_pose(TrammelModelPage *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MODEL_PAGE(self), NULL);
  return trammel_model_scene_get_pose(self->scene);
}
