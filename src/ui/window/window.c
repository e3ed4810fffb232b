#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/desktop/recent.h"
#include "ui/desktop/settings.h"
#include "ui/pages/parts/saved-views.h"
#include "ui/pages/start/start-page.h"
#include "ui/widgets/sentence-label.h"
#include "ui/window/tour.h"

G_DEFINE_FINAL_TYPE(TrammelWindow, trammel_window, GTK_TYPE_APPLICATION_WINDOW)

enum { DEFAULT_WIDTH = 1440, DEFAULT_HEIGHT = 900, TITLE_CHARS = 7 };

void
_trammel_window_report(TrammelWindow *self, TrammelMessage kind, const char *text)
{
  trammel_message_bar_show(self->messages, kind, text);
}

void
_trammel_window_show_text(TrammelMessageBar *bar,
                          TrammelMessage kind,
                          const char *text,
                          char **shown)
{
  trammel_message_bar_show(bar, kind, text);
  g_free(*shown);
  *shown = g_strdup(trammel_message_bar_get_text(bar));
}

void
_trammel_window_hide_text(TrammelMessageBar *bar, char **shown)
{
  if (*shown && g_strcmp0(trammel_message_bar_get_text(bar), *shown) == 0)
    trammel_message_bar_hide(bar);
  g_clear_pointer(shown, g_free);
}

static char *
describe_document(TrammelDocument *document)
{
  TrammelProject *project = trammel_document_get_project(document);
  const TrModel *model = trammel_project_get_model(project);
  TrammelRun *run = trammel_document_get_run(document);
  guint n_free = trammel_project_count_free(project);

  GString *facts = g_string_new(NULL);
  g_string_append_printf(facts, ngettext("%d body, ", "%d bodies, ", (gulong)model->n_bodies),
                         model->n_bodies);
  g_string_append_printf(facts, ngettext("%d joint, ", "%d joints, ", (gulong)model->n_joints),
                         model->n_joints);
  g_string_append_printf(facts, ngettext("%u free parameter", "%u free parameters", n_free),
                         n_free);
  if (run) {
    const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
    for (int l = 0; l < task->n_logs; l++)
      g_string_append_printf(facts, _("   ·   %s: %.3g s, %zu samples"), task->logs[l].name,
                             task->logs[l].end - task->logs[l].start,
                             task->logs[l].n_channels ? task->logs[l].channels[0].n : 0);
  }
  return g_string_free(facts, FALSE);
}

/* Returns the word for the status line. */
static const char *
describe_state(TrammelWindow *self)
{
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;
  TrammelJob *job = trammel_fit_control_get_job(self->fits);

  if (trammel_live_get_running(trammel_fit_control_get_live(self->fits)))
    return _("Preview…");
  if (trammel_job_get_running(job))
    switch (trammel_job_get_kind(job)) {
    case TRAMMEL_RUN_PREPARED:
      return _("Reading logs…");
    default:
      return _("Identifying…");
    }
  if (!run || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED)
    return _("Ready");
  switch (trammel_run_get_fit(run)->status) {
  case TR_OK:
    if (trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
      return _("Preview");
    if (trammel_job_get_extending(job) && !trammel_run_get_fit(run)->physical)
      return _("Converged; computing physical values…");
    return _("Converged");
  case TR_CANCELLED:
    return _("Stopped: best values kept");
  case TR_NOT_CONVERGED:
    return trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW ? _("Preview") : _("Not converged");
  default:
    return _("Failed");
  }
}

void
_trammel_window_update_status(TrammelWindow *self)
{
  gboolean running = trammel_job_get_running(trammel_fit_control_get_job(self->fits));
  g_autofree char *facts = self->document ? describe_document(self->document) : g_strdup("");

  trammel_label_set_numbers(self->state, describe_state(self));
  trammel_label_set_numbers(self->facts, facts);
  trammel_widget_set_tooltip(GTK_WIDGET(self->facts), gtk_label_get_text(self->facts));
  /* they keep their places, so that the line beside them does not move */
  gtk_widget_set_child_visible(self->progress, running);
  gtk_widget_set_child_visible(self->cancel, running);
}

static void
update_title(TrammelWindow *self)
{
  const char *name = self->document ? trammel_document_get_title(self->document) : NULL;
  gboolean dirty = self->document && trammel_document_get_dirty(self->document);
  g_autofree char *title =
      name ? g_strdup_printf("%s%s – Trammel", dirty ? "• " : "", name) : g_strdup("Trammel");

  /* each call is a request to the display, even for an equal title */
  if (g_strcmp0(gtk_window_get_title(GTK_WINDOW(self)), title) != 0)
    gtk_window_set_title(GTK_WINDOW(self), title);
  gtk_label_set_text(self->title, name ? name : "");
  trammel_widget_set_tooltip(GTK_WIDGET(self->title), name);
  /* its place stays, so that the title does not move at the first edit */
  gtk_widget_set_opacity(self->unsaved_mark, dirty ? 1 : 0);
  gtk_widget_set_visible(GTK_WIDGET(self->switcher), name != NULL);
  gtk_widget_set_visible(gtk_widget_get_parent(self->undo_button), name != NULL);
}

static void
on_document_notify_cb(TrammelWindow *self)
{
  update_title(self);
  _trammel_window_update_history(self);
  _trammel_window_update_actions(self);
  _trammel_window_update_status(self);
}

static void
on_page_changed_cb(TrammelWindow *self)
{
  trammel_tour_end(GTK_WIDGET(self)); /* its notes point at parts of the page Identify */
  _trammel_window_update_actions(self);
}

static void
on_page_released_cb(TrammelWindow *self)
{
  trammel_fit_control_release(self->fits);
}

/* Starts a fit with the present settings that is not kept. */
static void
on_page_asked_cb(TrammelWindow *self)
{
  trammel_fit_control_try(self->fits);
}

static gboolean
on_file_dropped_cb(
    GtkDropTarget *target, const GValue *value, double x, double y, TrammelWindow *self)
{
  GdkFileList *list = g_value_get_boxed(value);
  g_autoptr(GSList) files = list ? gdk_file_list_get_files(list) : NULL;

  g_autoptr(GPtrArray) array = g_ptr_array_new();

  for (GSList *link = files; link; link = link->next)
    g_ptr_array_add(array, link->data);
  trammel_window_open_files(self, (GFile *const *)array->pdata, array->len);
  return files != NULL;
}

static void
fill_recent_menu(GtkMenuButton *button, gpointer data)
{
  g_autoptr(GPtrArray) items = trammel_recent_list(10);
  g_autoptr(GMenu) menu = g_menu_new();

  for (guint i = 0; i < items->len; i++) {
    GtkRecentInfo *info = items->pdata[i];
    const char *name = gtk_recent_info_get_display_name(info);
    g_autoptr(GMenuItem) item = g_menu_item_new(name, NULL);
    if (gtk_recent_info_exists(info)) {
      g_menu_item_set_action_and_target(item, "win.open-recent", "s",
                                        gtk_recent_info_get_uri(info));
    } else {
      /* an action that does not exist disables the item */
      g_autofree char *missing = g_strdup_printf(_("%s (not found)"), name);
      g_menu_item_set_label(item, missing);
      g_menu_item_set_detailed_action(item, "win.open-missing");
    }
    g_menu_append_item(menu, item);
  }
  if (items->len == 0)
    g_menu_append(menu, _("No recent files"), NULL);
  gtk_menu_button_set_menu_model(button, G_MENU_MODEL(menu));
}

static gboolean
on_close_request_cb(TrammelWindow *self)
{
  if (self->closing || !self->document)
    return GDK_EVENT_PROPAGATE;
  if (_trammel_window_close_when_saved(self) || _trammel_window_ask_about_work(self))
    return GDK_EVENT_STOP;
  if (!trammel_document_get_dirty(self->document))
    return GDK_EVENT_PROPAGATE;
  _trammel_window_ask_before_close(self);
  return GDK_EVENT_STOP;
}

static void
store_size(TrammelWindow *self)
{
  GSettings *settings = trammel_settings_get();
  int width, height;

  gtk_window_get_default_size(GTK_WINDOW(self), &width, &height);
  if (!settings || gtk_window_is_maximized(GTK_WINDOW(self)) || width <= 0 || height <= 0)
    return;
  g_settings_set_int(settings, "window-width", width);
  g_settings_set_int(settings, "window-height", height);
}

gboolean
_trammel_window_is_narrow(TrammelWindow *self)
{
  return trammel_fold_bin_get_folded(TRAMMEL_FOLD_BIN(gtk_window_get_titlebar(GTK_WINDOW(self))));
}

/* Returns the least length of the title in a narrow window, in which large texts leave less room.
 */
static int
count_title_chars(TrammelWindow *self)
{
  int dpi = 0;

  g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 96 * PANGO_SCALE ? TITLE_CHARS * 96 * PANGO_SCALE / dpi : TITLE_CHARS;
}

/* Shows icons on two buttons of the header in a narrow window, so that the title keeps its
 * space. */
static void
on_header_folded_cb(TrammelWindow *self)
{
  trammel_page_switcher_set_narrow(self->switcher, _trammel_window_is_narrow(self));
  if (_trammel_window_is_narrow(self)) {
    gtk_button_set_icon_name(self->open_button, "document-open-symbolic");
    gtk_menu_button_set_icon_name(self->export_button, "document-send-symbolic");
    gtk_widget_add_css_class(GTK_WIDGET(self), "narrow");
    gtk_label_set_width_chars(self->title, count_title_chars(self));
  } else {
    gtk_button_set_label(self->open_button, _("Open"));
    gtk_menu_button_set_label(self->export_button, _("Export"));
    gtk_widget_remove_css_class(GTK_WIDGET(self), "narrow");
    gtk_label_set_width_chars(self->title, -1);
  }
}

/* Starts a narrow window without the side panes. */
static void
trammel_window_map(GtkWidget *widget)
{
  int width, height;

  gtk_window_get_default_size(GTK_WINDOW(widget), &width, &height);
  if (width < TRAMMEL_WIDE_WINDOW) {
    g_action_group_change_action_state(G_ACTION_GROUP(widget), "show-scene",
                                       g_variant_new_boolean(FALSE));
    g_action_group_change_action_state(G_ACTION_GROUP(widget), "show-browser",
                                       g_variant_new_boolean(FALSE));
  }
  GTK_WIDGET_CLASS(trammel_window_parent_class)->map(widget);
}

static void
trammel_window_unmap(GtkWidget *widget)
{
  store_size(TRAMMEL_WINDOW(widget));
  GTK_WIDGET_CLASS(trammel_window_parent_class)->unmap(widget);
}

static void
trammel_window_dispose(GObject *object)
{
  TrammelWindow *self = TRAMMEL_WINDOW(object);

  trammel_tour_forget(GTK_WIDGET(self));
  _trammel_window_forget_work(self);
  if (self->fits)
    _trammel_window_disconnect_fits(self);
  if (self->document)
    g_signal_handlers_disconnect_by_data(self->document, self);
  if (self->checker) {
    g_signal_handlers_disconnect_by_data(self->checker, self);
    trammel_checker_set_document(self->checker, NULL);
  }
  g_clear_object(&self->checker);
  g_clear_object(&self->recipe);
  g_clear_object(&self->fits);
  _trammel_window_unguard(self);
  g_clear_object(&self->timeline);
  _trammel_window_forget_exports(self);
  g_clear_object(&self->document);
  g_clear_pointer(&self->held_message, g_free);
  g_clear_pointer(&self->reading_message, g_free);
  g_clear_pointer(&self->unsaved_message, g_free);
  g_clear_pointer(&self->unsaved_notice, g_free);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_WINDOW);
  G_OBJECT_CLASS(trammel_window_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/window/window.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, root);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, pages);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, identify_page);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, offers);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, notices);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, messages);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, switcher);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, browser);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, body);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, timeline_bar);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, identify_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, title);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, unsaved_mark);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, state);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, facts);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, progress);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, cancel);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, open_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, export_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, recent_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, undo_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, redo_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, history_button);
  gtk_widget_class_bind_template_child(widget_class, TrammelWindow, history_section);
  gtk_widget_class_bind_template_callback(widget_class, on_page_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_header_folded_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_page_released_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_page_asked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_close_request_cb);
}

static void
trammel_window_class_init(TrammelWindowClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_window_dispose;
  GTK_WIDGET_CLASS(klass)->map = trammel_window_map;
  GTK_WIDGET_CLASS(klass)->unmap = trammel_window_unmap;
  bind_template(GTK_WIDGET_CLASS(klass));
}

static void
add_drop_target(TrammelWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_object(target, "drop", G_CALLBACK(on_file_dropped_cb), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(target));
}

static void
trammel_window_init(TrammelWindow *self)
{
  int width = trammel_settings_get_int("window-width", DEFAULT_WIDTH);
  int height = trammel_settings_get_int("window-height", DEFAULT_HEIGHT);

  g_type_ensure(TRAMMEL_TYPE_START_PAGE);
  g_type_ensure(TRAMMEL_TYPE_MESSAGE_BAR);
  g_type_ensure(TRAMMEL_TYPE_PAGE_SWITCHER);
  g_type_ensure(TRAMMEL_TYPE_PROJECT_BROWSER);
  g_type_ensure(TRAMMEL_TYPE_FOLD_BIN);
  g_type_ensure(TRAMMEL_TYPE_TIMELINE_BAR);
  _trammel_window_ensure_pages();
  _trammel_window_connect_fits(self);
  _trammel_window_connect_checker(self);
  _trammel_window_connect_exporter(self);
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_window_set_default_size(GTK_WINDOW(self), width, height);
  gtk_menu_button_set_create_popup_func(self->recent_button, fill_recent_menu, NULL, NULL);
  _trammel_window_add_actions(self);
  _trammel_window_add_import_actions(self);
  _trammel_window_add_commands(self);
  _trammel_window_add_log_actions(self);
  _trammel_window_add_run_actions(self);
  _trammel_window_add_export_actions(self);
  _trammel_window_add_guard_actions(self);
  _trammel_window_add_recipe(self);
  _trammel_window_connect_history(self);
  _trammel_window_connect_pages(self);
  add_drop_target(self);
  on_document_notify_cb(self);
}

TrammelWindow *
trammel_window_new(GtkApplication *application)
{
  return g_object_new(TRAMMEL_TYPE_WINDOW, "application", application, NULL);
}

TrammelDocument *
trammel_window_get_document(TrammelWindow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WINDOW(self), NULL);
  return self->document;
}

TrammelJob *
trammel_window_get_job(TrammelWindow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WINDOW(self), NULL);
  return trammel_fit_control_get_job(self->fits);
}

TrammelLive *
trammel_window_get_live(TrammelWindow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WINDOW(self), NULL);
  return trammel_fit_control_get_live(self->fits);
}

TrammelChecker *
trammel_window_get_checker(TrammelWindow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WINDOW(self), NULL);
  return self->checker;
}

const char *
trammel_window_get_message(TrammelWindow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WINDOW(self), NULL);
  TrammelMessageBar *const bars[] = {self->messages, self->notices, self->offers};

  for (guint i = 0; i < G_N_ELEMENTS(bars); i++)
    if (trammel_message_bar_get_text(bars[i]))
      return trammel_message_bar_get_text(bars[i]);
  return NULL;
}

/* Shows a document; `leftover` (nullable) is the recovery file that it was opened from. */
static void
show_document(TrammelWindow *self, TrammelDocument *document, const char *leftover)
{
  if (self->document) {
    TrammelWindow *other = trammel_window_new(gtk_window_get_application(GTK_WINDOW(self)));
    show_document(other, document, leftover);
    gtk_window_present(GTK_WINDOW(other));
    return;
  }
  self->document = g_object_ref(document);
  g_signal_connect_object(document, "notify", G_CALLBACK(on_document_notify_cb), self,
                          G_CONNECT_SWAPPED);
  trammel_saved_views_set_document(GTK_WINDOW(self), document);
  trammel_fit_control_set_document(self->fits, document);
  trammel_message_bar_hide(self->messages);
  trammel_message_bar_hide(self->offers); /* made again at the next start; not over other work */
  trammel_checker_set_document(self->checker, document);
  _trammel_window_show_pages(self);
  on_document_notify_cb(self);
  if (_trammel_window_guard(self, leftover))
    trammel_fit_control_prepare(self->fits);
}

void
trammel_window_show_document(TrammelWindow *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_WINDOW(self) && TRAMMEL_IS_DOCUMENT(document));
  show_document(self, document, NULL);
}

void
_trammel_window_show_recovered(TrammelWindow *self, TrammelDocument *document, const char *path)
{
  show_document(self, document, path);
  trammel_window_offer_recovery(self);
}
