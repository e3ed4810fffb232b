#include "ui/pages/import/mat-dialog.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/json_writer.h"
#include "io/log/load.h"
#include "ui/plot/plot-view.h"
#include "ui/session/import/import-memory.h"
#include "ui/session/import/mat-draft.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/short-choice.h"

/* Channels in the preview plot. */
enum { MAX_CURVES = 6 };

struct _TrammelMatDialog {
  GtkWindow parent_instance;
  GtkStack *stack;
  GtkListView *tree;
  GtkEditable *find;
  GtkCheckButton *only_usable, *by_rate, *remember;
  GtkLabel *looks, *channels, *objects, *reason, *recalled;
  GtkWidget *objects_bar, *rate, *import;
  GtkTextView *lines;
  GtkDropDown *time;
  TrammelPlotView *plot;
  char *path;
  TrammelMatDraft *draft;
  GTask *task;
  GCancellable *cancellable;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelMatDialog, trammel_mat_dialog, GTK_TYPE_WINDOW)

/* ---- the chosen log -------------------------------------------------------------------------- */

/* Returns the time of the preview; the row number if there is no time of that length. */
static double *
dup_time(TrammelMatDialog *self, gsize n)
{
  gsize length = 0;
  double *t = self->draft->time ? trammel_dataset_dup_vector(self->draft->dataset,
                                                             self->draft->time, &length, NULL, NULL)
                                : NULL;

  if (t && length == n)
    return t;
  g_free(t);
  t = g_new(double, MAX(n, 1));
  for (gsize i = 0; i < n; i++)
    t[i] = self->draft->time ? (double)i : (double)i / self->draft->rate;
  return t;
}

static void
show_plot(TrammelMatDialog *self)
{
  const TrammelLogShape *shape = self->draft->shape;
  g_autoptr(GPtrArray) series =
      g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);

  for (guint i = 0; shape && i < MIN(shape->channels->len, MAX_CURVES); i++) {
    const TrammelShapeChannel *channel = &g_array_index(shape->channels, TrammelShapeChannel, i);
    const TrammelSeriesStyle style = {.role = TRAMMEL_ROLE_CYCLE, .index = i, .width = 1};
    gsize n;
    g_autofree double *y =
        trammel_dataset_dup_vector(self->draft->dataset, channel->column, &n, NULL, NULL);
    if (!y)
      continue;
    g_autofree double *t = dup_time(self, n);
    g_ptr_array_add(series, trammel_series_new(channel->column, t, y, n, &style));
  }
  trammel_plot_view_set_series(self->plot, (TrammelSeries *const *)series->pdata, series->len);
  trammel_plot_view_fit(self->plot);
}

static void
show_times(TrammelMatDialog *self)
{
  g_auto(GStrv) times = trammel_mat_draft_dup_times(self->draft);
  g_autoptr(GtkStringList) words = gtk_string_list_new((const char *const *)times);
  g_autofree char *rate = trammel_format_entry(self->draft->rate);
  guint selected = 0;

  for (guint i = 0; times[i]; i++)
    if (g_strcmp0(times[i], self->draft->time) == 0)
      selected = i;
  gtk_drop_down_set_model(self->time, G_LIST_MODEL(words));
  gtk_drop_down_set_selected(self->time, selected);
  gtk_check_button_set_active(self->by_rate, self->draft->time == NULL);
  gtk_widget_set_sensitive(GTK_WIDGET(self->time), self->draft->time != NULL);
  gtk_widget_set_sensitive(GTK_WIDGET(self->by_rate), times[0] != NULL || !self->draft->time);
  gtk_widget_set_sensitive(self->rate, self->draft->time == NULL);
  trammel_commit_entry_set_number(self->rate, rate);
}

static char *
list_channels(const TrammelLogShape *shape)
{
  GString *text = g_string_new(NULL);

  for (guint i = 0; shape && i < shape->channels->len; i++)
    g_string_append_printf(text, "%s%s", i ? ", " : "",
                           g_array_index(shape->channels, TrammelShapeChannel, i).column);
  return g_string_free(text, FALSE);
}

static void
show_choice(TrammelMatDialog *self)
{
  const TrammelLogShape *shape = self->draft->shape;
  g_autofree char *why = trammel_mat_draft_check(self->draft);
  g_autofree char *words = shape ? trammel_shape_describe(shape) : g_strdup("");
  g_autofree char *looks =
      shape ? g_strdup_printf("%s: %s", shape->path, words) : g_strdup(_("Nothing is chosen."));
  g_autofree char *channels = list_channels(shape);

  self->filling = TRUE;
  trammel_label_set_numbers(self->looks, looks);
  gtk_label_set_text(self->channels, channels);
  gtk_label_set_text(
      self->reason,
      why ? why : _("All signals of the file are read; the mapping chooses those to use."));
  if (why)
    gtk_widget_add_css_class(GTK_WIDGET(self->reason), "reason");
  else
    gtk_widget_remove_css_class(GTK_WIDGET(self->reason), "reason");
  gtk_widget_set_sensitive(self->import, why == NULL);
  show_times(self);
  show_plot(self);
  self->filling = FALSE;
}

/* ---- the tree -------------------------------------------------------------------------------- */

static GListModel *
create_children(gpointer item, gpointer user)
{
  GListModel *children = trammel_mat_node_get_children(item);

  return children ? g_object_ref(children) : NULL;
}

static void
on_row_selected_cb(GtkSelectionModel *selection, GParamSpec *pspec, TrammelMatDialog *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item(GTK_SINGLE_SELECTION(selection));
  g_autoptr(TrammelMatNode) node = row ? gtk_tree_list_row_get_item(row) : NULL;
  const TrammelLogShape *shape = node ? trammel_mat_node_get_shape(node) : NULL;

  if (self->filling || !shape || shape == self->draft->shape)
    return;
  trammel_mat_draft_choose(self->draft, shape);
  show_choice(self);
}

static void
show_tree(TrammelMatDialog *self)
{
  GListModel *roots = trammel_mat_draft_new_tree(self->draft, gtk_editable_get_text(self->find),
                                                 gtk_check_button_get_active(self->only_usable));
  GtkTreeListModel *tree = gtk_tree_list_model_new(roots, FALSE, TRUE, create_children, NULL, NULL);
  g_autoptr(GtkSingleSelection) selection = gtk_single_selection_new(G_LIST_MODEL(tree));

  gtk_single_selection_set_autoselect(selection, FALSE);
  gtk_single_selection_set_can_unselect(selection, TRUE);
  gtk_single_selection_set_selected(selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object(selection, "notify::selected", G_CALLBACK(on_row_selected_cb), self, 0);
  gtk_list_view_set_model(self->tree, GTK_SELECTION_MODEL(selection));
}

static void
on_row_set_up_cb(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user)
{
  GtkWidget *expander = gtk_tree_expander_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *name = gtk_label_new(NULL), *size = gtk_label_new(NULL), *kind = gtk_label_new(NULL);

  gtk_label_set_xalign(GTK_LABEL(name), 0);
  gtk_widget_set_hexpand(name, TRUE);
  gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(size, "caption");
  gtk_widget_add_css_class(kind, "shape-kind");
  gtk_box_append(GTK_BOX(box), name);
  gtk_box_append(GTK_BOX(box), kind);
  gtk_box_append(GTK_BOX(box), size);
  gtk_tree_expander_set_child(GTK_TREE_EXPANDER(expander), box);
  gtk_list_item_set_child(item, expander);
}

/* Returns in a few words what the import takes of a variable. */
static const char *
describe_use(const TrammelLogShape *shape)
{
  if (!shape)
    return "";
  if (shape->kind == TRAMMEL_SHAPE_TIME)
    return _("time");
  if (shape->kind == TRAMMEL_SHAPE_CONSTANT)
    return _("one number");
  return shape->time ? _("✓ signal") : _("signal without time");
}

static void
on_row_bound_cb(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user)
{
  GtkTreeListRow *row = gtk_list_item_get_item(item);
  g_autoptr(TrammelMatNode) node = gtk_tree_list_row_get_item(row);
  GtkWidget *expander = gtk_list_item_get_child(item);
  GtkWidget *name =
      gtk_widget_get_first_child(gtk_tree_expander_get_child(GTK_TREE_EXPANDER(expander)));
  GtkWidget *kind = gtk_widget_get_next_sibling(name), *size = gtk_widget_get_next_sibling(kind);
  const TrammelLogShape *shape = trammel_mat_node_get_shape(node);

  gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(expander), row);
  gtk_label_set_text(GTK_LABEL(name), trammel_mat_node_get_name(node));
  gtk_label_set_text(GTK_LABEL(size), trammel_mat_node_get_size(node));
  gtk_label_set_text(GTK_LABEL(kind), describe_use(shape));
}

static void
on_tree_filter_changed_cb(TrammelMatDialog *self)
{
  if (self->draft)
    show_tree(self);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void
read_file(GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, cancellable, &error);

  if (dataset)
    g_task_return_pointer(task, dataset, (GDestroyNotify)trammel_dataset_unref);
  else
    g_task_return_error(task, error);
}

static void
show_objects(TrammelMatDialog *self)
{
  g_autofree char *objects = trammel_mat_draft_describe_objects(self->draft);

  gtk_widget_set_visible(self->objects_bar, objects != NULL);
  gtk_label_set_text(self->objects, objects ? _("Some variables are objects of MATLAB classes "
                                                "(timetable, timeseries, string, Dataset), which "
                                                "only MATLAB can read.")
                                            : "");
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->objects), objects);
}

static void
on_file_read_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelMatDialog *self = TRAMMEL_MAT_DIALOG(source);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset = g_task_propagate_pointer(G_TASK(result), &error);

  if (!self->task)
    return;
  if (!dataset) {
    g_autoptr(GTask) task = g_steal_pointer(&self->task);
    gtk_window_destroy(GTK_WINDOW(self));
    g_task_return_error(task, g_steal_pointer(&error));
    return;
  }
  self->draft = trammel_mat_draft_new(dataset);
  gtk_widget_set_visible(GTK_WIDGET(self->recalled), self->draft->is_recalled);
  show_objects(self);
  show_tree(self);
  show_choice(self);
  gtk_stack_set_visible_child_name(self->stack, "browser");
  gtk_widget_grab_focus(self->import);
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
on_time_selected_cb(TrammelMatDialog *self)
{
  GtkStringObject *word = gtk_drop_down_get_selected_item(self->time);

  if (self->filling || !self->draft || !word || !self->draft->time)
    return;
  g_free(self->draft->time);
  self->draft->time = g_strdup(gtk_string_object_get_string(word));
  show_choice(self);
}

static void
on_by_rate_toggled_cb(TrammelMatDialog *self)
{
  GtkStringObject *word = gtk_drop_down_get_selected_item(self->time);

  if (self->filling || !self->draft)
    return;
  g_clear_pointer(&self->draft->time, g_free);
  if (!gtk_check_button_get_active(self->by_rate) && word)
    self->draft->time = g_strdup(gtk_string_object_get_string(word));
  show_choice(self);
}

static gboolean
on_rate_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelMatDialog *self = user;
  double rate;

  if (!trammel_parse_quantity(text, "Hz", NAN, &rate, NULL) || !(rate > 0))
    return FALSE;
  self->draft->rate = rate;
  show_choice(self);
  return TRUE;
}

static void
on_copy_clicked_cb(TrammelMatDialog *self)
{
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)),
                         trammel_mat_conversion_lines());
}

static void
remember(TrammelMatDialog *self, const char *layout)
{
  g_autofree char *fingerprint = trammel_mat_draft_fingerprint(self->draft);
  g_autoptr(GString) kept = g_string_new("{ \"variable\": ");
  g_autoptr(GError) error = NULL;

  trammel_json_append_quoted(kept, self->draft->shape->path);
  g_string_append_printf(kept, ", %s", strchr(layout, '{') + 1);
  if (gtk_check_button_get_active(self->remember))
    trammel_import_memory_store(fingerprint, kept->str, &error);
  else
    trammel_import_memory_forget(fingerprint, &error);
  if (error)
    g_info("%s", error->message);
}

static void
on_import_clicked_cb(TrammelMatDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);
  g_autofree char *layout = trammel_mat_draft_to_layout(self->draft);
  TrammelLogImport *logs = trammel_log_import_new((const char *[]){self->path, NULL}, layout);

  remember(self, layout);
  gtk_window_destroy(GTK_WINDOW(self));
  g_task_return_pointer(task, logs, (GDestroyNotify)trammel_log_import_free);
}

static void
on_cancel_clicked_cb(TrammelMatDialog *self)
{
  gtk_window_close(GTK_WINDOW(self));
}

static void
give_up(TrammelMatDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  g_cancellable_cancel(self->cancellable);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "No log was imported.");
}

static void
trammel_mat_dialog_dispose(GObject *object)
{
  TrammelMatDialog *self = TRAMMEL_MAT_DIALOG(object);

  self->filling = TRUE;
  give_up(self);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_MAT_DIALOG);
  G_OBJECT_CLASS(trammel_mat_dialog_parent_class)->dispose(object);
}

static void
trammel_mat_dialog_finalize(GObject *object)
{
  TrammelMatDialog *self = TRAMMEL_MAT_DIALOG(object);

  g_free(self->path);
  g_clear_pointer(&self->draft, trammel_mat_draft_free);
  g_object_unref(self->cancellable);
  G_OBJECT_CLASS(trammel_mat_dialog_parent_class)->finalize(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/import/mat-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, stack);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, tree);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, find);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, only_usable);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, by_rate);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, remember);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, looks);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, channels);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, objects);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, objects_bar);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, recalled);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, lines);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, reason);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, rate);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, time);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, plot);
  gtk_widget_class_bind_template_child(widget_class, TrammelMatDialog, import);
  gtk_widget_class_bind_template_callback(widget_class, on_row_set_up_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_row_bound_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_tree_filter_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_time_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_by_rate_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_copy_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_import_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_cancel_clicked_cb);
}

static void
trammel_mat_dialog_class_init(TrammelMatDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_mat_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_mat_dialog_finalize;
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  bind_template(widget_class);
}

static void
trammel_mat_dialog_init(TrammelMatDialog *self)
{
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->cancellable = g_cancellable_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_short_choice_init(self->time, 24);
  trammel_commit_entry_connect(self->rate, on_rate_committed_cb, self);
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(self->lines), trammel_mat_conversion_lines(),
                           -1);
  trammel_plot_view_set_x_title(self->plot, "t [s]");
  trammel_plot_view_set_empty_text(self->plot, _("Choose the variables that look like a log."));
}

void
trammel_mat_dialog_run(GtkWindow *parent,
                       const char *path,
                       GAsyncReadyCallback callback,
                       gpointer user)
{
  TrammelMatDialog *self = g_object_new(TRAMMEL_TYPE_MAT_DIALOG, "transient-for", parent,
                                        "application", gtk_window_get_application(parent), NULL);
  g_autofree char *name = g_path_get_basename(path);
  g_autofree char *title = g_strdup_printf(_("Import %s"), name);
  g_autoptr(GTask) reading = g_task_new(self, self->cancellable, on_file_read_cb, NULL);

  self->path = g_strdup(path);
  self->task = g_task_new(NULL, NULL, callback, user);
  gtk_window_set_title(GTK_WINDOW(self), title);
  g_task_set_task_data(reading, g_strdup(path), g_free);
  g_task_run_in_thread(reading, read_file);
  gtk_window_present(GTK_WINDOW(self));
}

TrammelLogImport *
trammel_mat_dialog_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}

gboolean
trammel_mat_dialog_is_ready(TrammelMatDialog *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MAT_DIALOG(self), FALSE);
  return self->draft != NULL;
}
