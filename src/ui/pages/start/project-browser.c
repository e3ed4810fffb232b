#include "ui/pages/start/project-browser.h"

#include <glib/gi18n.h>

#include "io/base/json_writer.h"
#include "ui/desktop/popup.h"
#include "ui/pages/start/log-row.h"
#include "ui/pages/start/run-row.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelProjectBrowser {
  GtkWidget parent_instance;
  GtkListBox *logs, *runs;
  TrammelDocument *document;
  gboolean filling; /* TRUE while the list of logs is being rebuilt */
};

G_DEFINE_FINAL_TYPE(TrammelProjectBrowser, trammel_project_browser, GTK_TYPE_WIDGET)

/* ---- logs: menu and name --------------------------------------------------------------------- */

static void
append_log_item(GMenu *section, const char *label, const char *action, int log)
{
  g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);

  g_menu_item_set_action_and_target(item, action, "i", log);
  g_menu_append_item(section, item);
}

static GMenuModel *
new_log_menu(int log)
{
  const char *const uses[] = {
      [TRAMMEL_ROLE_ESTIMATE] = _("_Estimation"),
      [TRAMMEL_ROLE_VALIDATE] = _("_Validation"),
      [TRAMMEL_ROLE_OFF] = _("_Nothing"),
  };
  g_autoptr(GMenu) use = g_menu_new(), roles = g_menu_new(), file = g_menu_new();
  g_autoptr(GMenu) end = g_menu_new();
  GMenu *menu = g_menu_new();

  for (int role = 0; role < (int)G_N_ELEMENTS(uses); role++) {
    g_autoptr(GMenuItem) item = g_menu_item_new(uses[role], NULL);
    g_menu_item_set_action_and_target(item, "win.log-role", "(ii)", log, role);
    g_menu_append_item(roles, item);
  }
  g_menu_append_submenu(use, _("_Use for"), G_MENU_MODEL(roles));
  append_log_item(file, _("_Mapping…"), "win.log-map", log);
  append_log_item(file, _("Re-_import…"), "win.log-reimport", log);
  append_log_item(end, _("_Split…"), "win.log-split", log);
  append_log_item(end, _("_Rename"), "win.log-rename", log);
  append_log_item(end, _("Re_move"), "win.log-delete", log);
  g_menu_append_section(menu, NULL, G_MENU_MODEL(use));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(file));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(end));
  return G_MENU_MODEL(menu);
}

/* Restores the tooltip of a row, which was off while its menu was open: it would cover the menu. */
static void
on_menu_closed_cb(GtkWidget *row)
{
  gtk_widget_set_has_tooltip(row, TRUE);
}

static void
open_menu(TrammelProjectBrowser *self, GMenuModel *menu, GtkListBoxRow *row, double x, double y)
{
  GtkListBox *list = GTK_LIST_BOX(gtk_widget_get_parent(GTK_WIDGET(row)));

  gtk_list_box_select_row(list, row);
  gtk_widget_grab_focus(GTK_WIDGET(row));
  gtk_widget_set_has_tooltip(GTK_WIDGET(row), FALSE);
  GtkWidget *popover = trammel_popup_menu(menu, GTK_WIDGET(self), GTK_WIDGET(row), x, y);
  g_signal_connect_object(popover, "closed", G_CALLBACK(on_menu_closed_cb), row, G_CONNECT_SWAPPED);
}

static void
show_log_menu(TrammelProjectBrowser *self, GtkListBoxRow *row, double x, double y)
{
  g_autoptr(GMenuModel) menu = new_log_menu(gtk_list_box_row_get_index(row));

  open_menu(self, menu, row, x, y);
}

static void
on_log_pressed_cb(GtkGestureClick *gesture, int n, double x, double y, TrammelProjectBrowser *self)
{
  GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));

  show_log_menu(self, GTK_LIST_BOX_ROW(row), x, y);
}

static void
add_log_row(TrammelProjectBrowser *self, guint log)
{
  GtkWidget *row = trammel_log_row_new(self->document, log);
  GtkGesture *click = gtk_gesture_click_new();

  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object(click, "pressed", G_CALLBACK(on_log_pressed_cb), self, 0);
  gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(click));
  gtk_list_box_append(self->logs, row);
}

static void
on_log_name_activated_cb(GtkEntry *entry, TrammelProjectBrowser *self)
{
  guint log = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(entry), "log"));
  g_autofree char *name = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));
  const char *before =
      trammel_project_get_log_name(trammel_document_get_project(self->document), log);
  g_autofree char *path = g_strdup_printf("logs[%u].name", log);
  g_autofree char *label = g_strdup_printf(_("rename %s to %s"), before, name);
  g_autoptr(GString) json = g_string_new(NULL);
  g_autoptr(GError) error = NULL;

  trammel_json_append_quoted(json, name);
  if (trammel_document_put(self->document, path, json->str, label, NULL, &error)) {
    gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(entry), GTK_TYPE_POPOVER)));
    return;
  }
  gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
  trammel_tooltip_set_numbers(GTK_WIDGET(entry), error->message);
  gtk_widget_activate_action(GTK_WIDGET(self), "win.show-message", "(bs)", TRUE, error->message);
}

void
trammel_project_browser_rename_log(TrammelProjectBrowser *self, guint log)
{
  g_return_if_fail(TRAMMEL_IS_PROJECT_BROWSER(self));
  GtkListBoxRow *row = gtk_list_box_get_row_at_index(self->logs, (int)log);
  GtkWidget *popover = gtk_popover_new(), *entry = gtk_entry_new();

  gtk_editable_set_text(
      GTK_EDITABLE(entry),
      trammel_project_get_log_name(trammel_document_get_project(self->document), log));
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Name of the log"), -1);
  g_object_set_data(G_OBJECT(entry), "log", GUINT_TO_POINTER(log));
  g_signal_connect_object(entry, "activate", G_CALLBACK(on_log_name_activated_cb), self, 0);
  gtk_popover_set_child(GTK_POPOVER(popover), entry);
  trammel_popup_open(popover, GTK_WIDGET(self), GTK_WIDGET(row), 60,
                     gtk_widget_get_height(GTK_WIDGET(row)));
  gtk_widget_grab_focus(entry);
}

/* ---- logs ------------------------------------------------------------------------------------ */

static void
on_log_selected_cb(TrammelProjectBrowser *self, GtkListBoxRow *row)
{
  if (row && !self->filling)
    trammel_document_set_log(self->document, (guint)gtk_list_box_row_get_index(row));
}

static void
select_log(TrammelProjectBrowser *self)
{
  int log = (int)trammel_document_get_log(self->document);

  gtk_list_box_select_row(self->logs, gtk_list_box_get_row_at_index(self->logs, log));
}

/* Updates the rows in place, so that a click on a badge does not lose the focus. */
static void
update_logs(TrammelProjectBrowser *self)
{
  guint n = trammel_project_get_n_logs(trammel_document_get_project(self->document));
  GtkListBoxRow *row;

  self->filling = TRUE;
  while ((row = gtk_list_box_get_row_at_index(self->logs, (int)n)))
    gtk_list_box_remove(self->logs, GTK_WIDGET(row));
  for (guint i = 0; i < n; i++) {
    row = gtk_list_box_get_row_at_index(self->logs, (int)i);
    if (row)
      trammel_log_row_update(TRAMMEL_LOG_ROW(row));
    else
      add_log_row(self, i);
  }
  self->filling = FALSE;
  select_log(self);
}

/* Updates the findings of the logs after a fit; previews come with every frame and are skipped. */
static void
on_document_run_changed_cb(TrammelProjectBrowser *self)
{
  if (trammel_run_get_kind(trammel_document_get_run(self->document)) != TRAMMEL_RUN_PREVIEW)
    update_logs(self);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static TrammelRunRecord *
get_selected(TrammelProjectBrowser *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row(self->runs);
  return row ? trammel_run_row_get_record(TRAMMEL_RUN_ROW(row)) : NULL;
}

static TrammelRunRow *
find_row(TrammelProjectBrowser *self, guint number)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index(self->runs, i)); i++)
    if (trammel_run_record_get_number(trammel_run_row_get_record(TRAMMEL_RUN_ROW(row))) == number)
      return TRAMMEL_RUN_ROW(row);
  return NULL;
}

static void
activate_with(TrammelProjectBrowser *self, const char *action, TrammelRunRecord *record)
{
  gtk_widget_activate_action(GTK_WIDGET(self), action, "u", trammel_run_record_get_number(record));
}

static void
on_run_activated_cb(TrammelProjectBrowser *self, GtkListBoxRow *row)
{
  activate_with(self, "win.run-show", trammel_run_row_get_record(TRAMMEL_RUN_ROW(row)));
}

static void
on_run_renamed_cb(TrammelRunRow *row, const char *name, TrammelProjectBrowser *self)
{
  trammel_document_rename_run(self->document, trammel_run_row_get_record(row), name);
}

static void
append(GMenu *section, const char *label, const char *action, guint number)
{
  g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);

  g_menu_item_set_action_and_target(item, action, "u", number);
  g_menu_append_item(section, item);
}

static GMenuModel *
new_run_menu(TrammelRunRecord *record)
{
  guint number = trammel_run_record_get_number(record);
  g_autoptr(GMenu) use = g_menu_new(), words = g_menu_new(), out = g_menu_new();
  g_autoptr(GMenu) end = g_menu_new();
  GMenu *menu = g_menu_new();

  append(use, _("_Make Active"), "win.run-show", number);
  append(use, _("_Apply Values to Model"), "win.run-apply", number);
  append(use, _("Apply Values of the S_tepper at h"), "win.run-apply-stepper", number);
  append(use, _("_Use Its Settings"), "win.run-settings", number);
  append(use, _("_Compare with Active"), "win.run-compare", number);
  append(words, _("_Rename"), "win.run-rename", number);
  append(words, _("_Notes…"), "win.run-notes", number);
  append(out, _("Copy Command _Line"), "win.run-copy-command", number);
  append(out, _("_Export…"), "win.run-export", number);
  append(end, _("_Delete"), "win.run-delete", number);
  g_menu_append_section(menu, NULL, G_MENU_MODEL(use));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(words));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(out));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(end));
  return G_MENU_MODEL(menu);
}

static void
show_menu(TrammelProjectBrowser *self, TrammelRunRow *row, double x, double y)
{
  g_autoptr(GMenuModel) menu = new_run_menu(trammel_run_row_get_record(row));

  open_menu(self, menu, GTK_LIST_BOX_ROW(row), x, y);
}

static void
on_run_pressed_cb(GtkGestureClick *gesture, int n, double x, double y, TrammelProjectBrowser *self)
{
  GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));

  show_menu(self, TRAMMEL_RUN_ROW(row), x, y);
}

static GtkWidget *
on_create_run_row_cb(gpointer item, gpointer data)
{
  TrammelProjectBrowser *self = data;
  GtkWidget *row = trammel_run_row_new(item);
  GtkGesture *click = gtk_gesture_click_new();

  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object(click, "pressed", G_CALLBACK(on_run_pressed_cb), self, 0);
  gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(click));
  g_signal_connect_object(row, "renamed", G_CALLBACK(on_run_renamed_cb), self, 0);
  return row;
}

/* Runs an action of the list's keys on the selected run. */
static void
on_key_action_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelProjectBrowser *self = data;
  TrammelRunRecord *record = get_selected(self);
  const char *name = g_action_get_name(G_ACTION(action));

  if (!record)
    return;
  if (g_str_equal(name, "menu")) {
    show_menu(self, find_row(self, trammel_run_record_get_number(record)), 20, 20);
    return;
  }
  g_autofree char *full = g_strconcat("win.run-", name, NULL);
  activate_with(self, full, record);
}

/* Runs an action of the list's keys on the selected log. */
static void
on_log_key_action_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelProjectBrowser *self = data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row(self->logs);
  const char *name = g_action_get_name(G_ACTION(action));

  if (row && g_str_equal(name, "menu")) {
    show_log_menu(self, row, 20, 20);
  } else if (row) {
    g_autofree char *full = g_strconcat("win.log-", name, NULL);
    gtk_widget_activate_action(GTK_WIDGET(self), full, "i", gtk_list_box_row_get_index(row));
  }
}

static const GActionEntry log_key_actions[] = {
    {.name = "rename", .activate = on_log_key_action_cb},
    {.name = "delete", .activate = on_log_key_action_cb},
    {.name = "menu", .activate = on_log_key_action_cb},
};

static const GActionEntry key_actions[] = {
    {.name = "rename", .activate = on_key_action_cb},
    {.name = "delete", .activate = on_key_action_cb},
    {.name = "menu", .activate = on_key_action_cb},
};

static void
trammel_project_browser_dispose(GObject *object)
{
  TrammelProjectBrowser *self = TRAMMEL_PROJECT_BROWSER(object);

  if (self->runs)
    gtk_list_box_bind_model(self->runs, NULL, NULL, NULL, NULL);
  g_clear_object(&self->document);
  trammel_template_dispose(object, TRAMMEL_TYPE_PROJECT_BROWSER);
  G_OBJECT_CLASS(trammel_project_browser_parent_class)->dispose(object);
}

static void
trammel_project_browser_class_init(TrammelProjectBrowserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_project_browser_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "projectbrowser");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/start/project-browser.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelProjectBrowser, logs);
  gtk_widget_class_bind_template_child(widget_class, TrammelProjectBrowser, runs);
  gtk_widget_class_bind_template_callback(widget_class, on_log_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_run_activated_cb);
}

static void
add_keys(TrammelProjectBrowser *self, const char *prefix, const GActionEntry *actions, int n)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new();

  g_action_map_add_action_entries(G_ACTION_MAP(group), actions, n, self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), prefix, G_ACTION_GROUP(group));
}

static void
trammel_project_browser_init(TrammelProjectBrowser *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  add_keys(self, "run", key_actions, G_N_ELEMENTS(key_actions));
  add_keys(self, "log", log_key_actions, G_N_ELEMENTS(log_key_actions));
}

void
trammel_project_browser_set_document(TrammelProjectBrowser *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_PROJECT_BROWSER(self) && !self->document);
  self->document = g_object_ref(document);
  g_signal_connect_object(document, "changed", G_CALLBACK(update_logs), self, G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "notify::run", G_CALLBACK(on_document_run_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "notify::log", G_CALLBACK(select_log), self, G_CONNECT_SWAPPED);
  gtk_list_box_bind_model(self->runs,
                          trammel_run_list_get_model(trammel_document_get_run_list(document)),
                          on_create_run_row_cb, self, NULL);
  update_logs(self);
}

void
trammel_project_browser_rename_run(TrammelProjectBrowser *self, guint number)
{
  g_return_if_fail(TRAMMEL_IS_PROJECT_BROWSER(self));
  TrammelRunRow *row = find_row(self, number);

  if (row)
    trammel_run_row_edit_name(row);
}

static void
on_notes_closed_cb(GtkWidget *popover, TrammelProjectBrowser *self)
{
  GtkTextView *view = GTK_TEXT_VIEW(gtk_popover_get_child(GTK_POPOVER(popover)));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds(buffer, &start, &end);
  g_autofree char *text = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
  trammel_document_set_run_notes(self->document, g_object_get_data(G_OBJECT(popover), "record"),
                                 text);
}

static GtkWidget *
new_notes_view(TrammelRunRecord *record)
{
  GtkWidget *view = gtk_text_view_new();
  g_autofree char *title =
      g_strdup_printf(_("Notes on run #%u"), trammel_run_record_get_number(record));

  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)),
                           trammel_run_record_get_notes(record), -1);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
  gtk_widget_set_size_request(view, 260, 90);
  gtk_widget_add_css_class(view, "notes");
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return view;
}

void
trammel_project_browser_edit_notes(TrammelProjectBrowser *self, guint number)
{
  g_return_if_fail(TRAMMEL_IS_PROJECT_BROWSER(self));
  TrammelRunRow *row = find_row(self, number);

  if (!row)
    return;
  TrammelRunRecord *record = trammel_run_row_get_record(row);
  GtkWidget *popover = gtk_popover_new(), *view = new_notes_view(record);
  gtk_popover_set_child(GTK_POPOVER(popover), view);
  g_object_set_data_full(G_OBJECT(popover), "record", g_object_ref(record), g_object_unref);
  g_signal_connect_object(popover, "closed", G_CALLBACK(on_notes_closed_cb), self, 0);
  trammel_popup_open(popover, GTK_WIDGET(self), GTK_WIDGET(row), 40,
                     gtk_widget_get_height(GTK_WIDGET(row)));
  gtk_widget_grab_focus(view);
}
