#include "ui/pages/model/model-tree-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/desktop/popup.h"
#include "ui/session/model/knowledge.h"
#include "ui/session/model/tree.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

enum { INDENT = 14 };

struct _TrammelModelTreeView {
  GtkWidget parent_instance;
  GtkWidget *root, *find;
  GtkListBox *list;
  GArray *rows;       /* TrammelModelRow; nullable */
  GHashTable *folded; /* "body arm": the collapsed rows */
  TrammelElement selected;
  gboolean filling;
  GMenuModel *menu; /* nullable */
};

G_DEFINE_FINAL_TYPE(TrammelModelTreeView, trammel_model_tree_view, GTK_TYPE_WIDGET)

enum { SELECTED, ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelModelRow *
get_row(TrammelModelTreeView *self, guint i)
{
  return &g_array_index(self->rows, TrammelModelRow, i);
}

static char *
dup_key(const TrammelModelRow *row)
{
  return g_strdup_printf("%s %s", trammel_element_kind_get_word(row->element.kind), row->name);
}

static gboolean
is_folded(TrammelModelTreeView *self, const TrammelModelRow *row)
{
  g_autofree char *key = dup_key(row);

  return g_hash_table_contains(self->folded, key);
}

static gboolean
has_wanted(const TrammelModelRow *row, const char *wanted)
{
  g_autofree char *key = dup_key(row);
  g_autofree char *text = g_strconcat(key, " ", row->detail, NULL);
  g_autofree char *folded = g_utf8_casefold(text, -1);

  return strstr(folded, wanted) != NULL;
}

/* Shows the rows that contain the text, and their ancestors, collapsed or not. */
static void
show_wanted(TrammelModelTreeView *self, const char *wanted)
{
  guint depth = 0; /* depth of the nearest shown row below whose parent is still to come */

  for (guint i = self->rows->len; i-- > 0;) {
    const TrammelModelRow *row = get_row(self, i);
    gboolean owns = row->depth < depth;
    gboolean shown = owns || has_wanted(row, wanted);
    if (shown)
      depth = row->depth;
    gtk_widget_set_visible(GTK_WIDGET(gtk_list_box_get_row_at_index(self->list, (int)i)), shown);
  }
}

/* Hides the descendants of collapsed rows. */
static void
update_visible(TrammelModelTreeView *self)
{
  g_autofree char *wanted = g_utf8_casefold(gtk_editable_get_text(GTK_EDITABLE(self->find)), -1);
  guint hidden_below = G_MAXUINT; /* depth of the collapsed row that contains the present one */

  if (self->rows && *wanted) {
    show_wanted(self, wanted);
    return;
  }
  for (guint i = 0; self->rows && i < self->rows->len; i++) {
    const TrammelModelRow *row = get_row(self, i);
    GtkListBoxRow *widget = gtk_list_box_get_row_at_index(self->list, (int)i);
    if (row->depth <= hidden_below)
      hidden_below = G_MAXUINT;
    gtk_widget_set_visible(GTK_WIDGET(widget), hidden_below == G_MAXUINT);
    if (hidden_below == G_MAXUINT && row->has_children && is_folded(self, row))
      hidden_below = row->depth;
  }
}

static void
on_fold_clicked_cb(GtkButton *button, TrammelModelTreeView *self)
{
  GtkWidget *row = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW);
  const TrammelModelRow *data =
      get_row(self, (guint)gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row)));
  char *key = dup_key(data);
  gboolean folds = !is_folded(self, data);

  gtk_button_set_icon_name(button, folds ? "pan-end-symbolic" : "pan-down-symbolic");
  if (folds) {
    g_hash_table_add(self->folded, key);
  } else {
    g_hash_table_remove(self->folded, key);
    g_free(key);
  }
  update_visible(self);
}

static GtkWidget *
new_fold_button(TrammelModelTreeView *self, const TrammelModelRow *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name(is_folded(self, row) ? "pan-end-symbolic"
                                                                         : "pan-down-symbolic");
  g_autofree char *label = g_strdup_printf(_("Collapse %s"), row->name);

  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "fold");
  gtk_widget_set_focus_on_click(button, FALSE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object(button, "clicked", G_CALLBACK(on_fold_clicked_cb), self, 0);
  return button;
}

static GtkWidget *
new_label(const char *text, const char *style, gboolean expands)
{
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, expands);
  if (style)
    gtk_widget_add_css_class(label, style);
  return label;
}

/* Returns a badge: one letter for the kind of element. */
static GtkWidget *
new_badge(TrammelElementKind kind)
{
  static const char *const letters[TRAMMEL_N_ELEMENT_KINDS] = {
      [TRAMMEL_ELEMENT_GRAVITY] = "W",   [TRAMMEL_ELEMENT_BODY] = "B",
      [TRAMMEL_ELEMENT_JOINT] = "J",     [TRAMMEL_ELEMENT_MOTOR] = "M",
      [TRAMMEL_ELEMENT_SENSOR] = "S",    [TRAMMEL_ELEMENT_CONTACT] = "C",
      [TRAMMEL_ELEMENT_CONSTRAINT] = "="};
  GtkWidget *badge = gtk_label_new(letters[kind]);

  gtk_widget_add_css_class(badge, "kind");
  gtk_widget_add_css_class(badge, trammel_element_kind_get_word(kind));
  gtk_widget_set_tooltip_text(badge, _(trammel_element_kind_get_word(kind)));
  gtk_widget_set_valign(badge, GTK_ALIGN_CENTER);
  return badge;
}

/* Returns a dot for the quality of the run's estimates: colour and shape, with a tooltip. */
static GtkWidget *
new_dot(TrammelKnown known)
{
  static const char *const styles[] = {[TRAMMEL_KNOWN_GOOD] = "ready",
                                       [TRAMMEL_KNOWN_WEAK] = "rough",
                                       [TRAMMEL_KNOWN_HARDLY] = "attention",
                                       [TRAMMEL_KNOWN_NOT] = "unknown"};
  GtkWidget *dot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class(dot, "dot");
  gtk_widget_add_css_class(dot, styles[known]);
  gtk_widget_set_valign(dot, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text(dot, trammel_known_describe(known));
  return dot;
}

static GtkWidget *
new_row(TrammelModelTreeView *self, const TrammelModelRow *row, TrammelKnown known)
{
  GtkWidget *widget = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  const char *words = trammel_known_describe(known);
  g_autofree char *key = dup_key(row);
  g_autofree char *label =
      g_strdup_printf("%s, %s%s%s", key, row->detail, *words ? ", " : "", words);
  GtkWidget *detail = new_label(row->detail, "dim-label", TRUE);

  gtk_widget_set_margin_start(box, (int)row->depth * INDENT + (row->has_children ? 0 : 22));
  if (row->has_children)
    gtk_box_append(GTK_BOX(box), new_fold_button(self, row));
  gtk_box_append(GTK_BOX(box), new_badge(row->element.kind));
  gtk_box_append(GTK_BOX(box), new_label(row->name, NULL, FALSE));
  gtk_label_set_ellipsize(GTK_LABEL(detail), PANGO_ELLIPSIZE_END);
  trammel_tooltip_set_numbers(detail, row->detail);
  gtk_box_append(GTK_BOX(box), detail);
  if (known != TRAMMEL_KNOWN_FIXED)
    gtk_box_append(GTK_BOX(box), new_dot(known));
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(widget), box);
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return widget;
}

static void
select_row(TrammelModelTreeView *self)
{
  self->filling = TRUE;
  for (guint i = 0; self->rows && i < self->rows->len; i++)
    if (trammel_element_equal(get_row(self, i)->element, self->selected))
      gtk_list_box_select_row(self->list, gtk_list_box_get_row_at_index(self->list, (int)i));
  self->filling = FALSE;
}

static gboolean
is_same_row(const TrammelModelRow *a, const TrammelModelRow *b)
{
  return trammel_element_equal(a->element, b->element) && a->depth == b->depth &&
         a->has_children == b->has_children && g_str_equal(a->name, b->name) &&
         g_str_equal(a->detail, b->detail);
}

static gboolean
are_same_rows(const GArray *a, const GArray *b)
{
  if (!a || a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!is_same_row(&g_array_index(a, TrammelModelRow, i), &g_array_index(b, TrammelModelRow, i)))
      return FALSE;
  return TRUE;
}

/* Fills the list; replaced rows lose the keyboard focus, which is restored. */
static void
fill(TrammelModelTreeView *self, const TrammelProject *project, TrammelRun *run)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  gboolean had_focus = focus && gtk_widget_is_ancestor(focus, GTK_WIDGET(self->list));
  GtkListBoxRow *row;

  self->filling = TRUE;
  while ((row = gtk_list_box_get_row_at_index(self->list, 0)))
    gtk_list_box_remove(self->list, GTK_WIDGET(row));
  for (guint i = 0; i < self->rows->len; i++)
    gtk_list_box_append(
        self->list, new_row(self, get_row(self, i),
                            trammel_model_knowledge_of(run, project, get_row(self, i)->element)));
  self->filling = FALSE;
  update_visible(self);
  select_row(self);
  row = gtk_list_box_get_selected_row(self->list);
  if (had_focus && row)
    gtk_widget_grab_focus(GTK_WIDGET(row));
}

void
trammel_model_tree_view_show(TrammelModelTreeView *self,
                             const TrammelProject *project,
                             TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_TREE_VIEW(self));
  GArray *rows = trammel_model_tree_new(project);
  gboolean has_knowledge = run && trammel_run_get_kind(run) != TRAMMEL_RUN_PREPARED;
  gboolean same = are_same_rows(self->rows, rows) && !has_knowledge;

  g_clear_pointer(&self->rows, g_array_unref);
  self->rows = rows;
  if (!same)
    fill(self, project, run);
}

/* Expands the ancestors of the selected row. */
static void
reveal(TrammelModelTreeView *self)
{
  guint depth = 0;

  for (guint i = self->rows ? self->rows->len : 0; i-- > 0;) {
    const TrammelModelRow *row = get_row(self, i);
    if (trammel_element_equal(row->element, self->selected)) {
      depth = row->depth;
    } else if (row->depth < depth) {
      g_autofree char *key = dup_key(row);
      g_hash_table_remove(self->folded, key);
      depth = row->depth;
    }
  }
  update_visible(self);
}

void
trammel_model_tree_view_select(TrammelModelTreeView *self, TrammelElement element)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_TREE_VIEW(self));
  self->selected = element;
  reveal(self);
  select_row(self);
}

static void
on_row_selected_cb(TrammelModelTreeView *self, GtkListBoxRow *row)
{
  if (self->filling || !row)
    return;
  self->selected = get_row(self, (guint)gtk_list_box_row_get_index(row))->element;
  g_signal_emit(self, signals[SELECTED], 0, (guint)self->selected.kind, self->selected.index);
}

static void
on_row_activated_cb(TrammelModelTreeView *self)
{
  g_signal_emit(self, signals[ACTIVATED], 0);
}

/* ---- the context menu ------------------------------------------------------------------------ */

static void
open_menu(TrammelModelTreeView *self, GtkListBoxRow *row, double x, double y)
{
  gtk_list_box_select_row(self->list, row);
  trammel_popup_menu(self->menu, GTK_WIDGET(self), GTK_WIDGET(self->list), x, y);
}

static void
on_list_pressed_cb(GtkGestureClick *click, int n, double x, double y, TrammelModelTreeView *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y(self->list, (int)y);

  if (row && self->menu)
    open_menu(self, row, x, y);
}

/* Returns a point in the selected row, in pixels of `widget`; FALSE if there is no such row. */
static gboolean
find_selected(TrammelModelTreeView *self, GtkWidget *widget, graphene_point_t *point)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row(self->list);

  return row &&
         gtk_widget_compute_point(
             GTK_WIDGET(row), widget,
             &GRAPHENE_POINT_INIT(20, 0.5F * (float)gtk_widget_get_height(GTK_WIDGET(row))), point);
}

void
trammel_model_tree_view_get_place(TrammelModelTreeView *self, double *x, double *y)
{
  graphene_point_t point = {0};

  g_return_if_fail(TRAMMEL_IS_MODEL_TREE_VIEW(self));
  find_selected(self, GTK_WIDGET(self), &point);
  *x = point.x;
  *y = point.y;
}

/* Opens the menu of the selected row. */
static gboolean
on_menu_key_cb(GtkWidget *list, GVariant *arguments, gpointer tree)
{
  TrammelModelTreeView *self = tree;
  graphene_point_t point = {0};

  if (!self->menu || !find_selected(self, GTK_WIDGET(self->list), &point))
    return FALSE;
  open_menu(self, gtk_list_box_get_selected_row(self->list), point.x, point.y);
  return TRUE;
}

static void
add_menu_controllers(TrammelModelTreeView *self)
{
  GtkGesture *click = gtk_gesture_click_new();
  GtkEventController *keys = gtk_shortcut_controller_new();

  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object(click, "pressed", G_CALLBACK(on_list_pressed_cb), self, 0);
  gtk_widget_add_controller(GTK_WIDGET(self->list), GTK_EVENT_CONTROLLER(click));
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys),
      gtk_shortcut_new(gtk_shortcut_trigger_parse_string("Menu|<Shift>F10"),
                       gtk_callback_action_new(on_menu_key_cb, self, NULL)));
  gtk_widget_add_controller(GTK_WIDGET(self->list), keys);
}

void
trammel_model_tree_view_set_menu(TrammelModelTreeView *self, GMenuModel *menu)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_TREE_VIEW(self));
  g_set_object(&self->menu, menu);
}

static void
trammel_model_tree_view_dispose(GObject *object)
{
  TrammelModelTreeView *self = TRAMMEL_MODEL_TREE_VIEW(object);

  self->filling = TRUE;
  g_clear_object(&self->menu);
  g_clear_pointer(&self->root, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_model_tree_view_parent_class)->dispose(object);
}

static void
trammel_model_tree_view_finalize(GObject *object)
{
  TrammelModelTreeView *self = TRAMMEL_MODEL_TREE_VIEW(object);

  g_clear_pointer(&self->rows, g_array_unref);
  g_hash_table_unref(self->folded);
  G_OBJECT_CLASS(trammel_model_tree_view_parent_class)->finalize(object);
}

static void
trammel_model_tree_view_class_init(TrammelModelTreeViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->dispose = trammel_model_tree_view_dispose;
  object_class->finalize = trammel_model_tree_view_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "modeltree");
  signals[SELECTED] = g_signal_new("selected", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new("activated", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_find(TrammelModelTreeView *self)
{
  self->find = gtk_search_entry_new();
  g_object_set(self->find, "placeholder-text", _("Find in the model"), NULL);
  gtk_widget_add_css_class(self->find, "tree-find");
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->find), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Find in the model"), -1);
  g_signal_connect_object(self->find, "search-changed", G_CALLBACK(update_visible), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(self->root), self->find);
}

static void
trammel_model_tree_view_init(TrammelModelTreeView *self)
{
  self->folded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  self->root = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent(self->root, GTK_WIDGET(self));
  add_find(self);
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_box_append(GTK_BOX(self->root), scroller);
  self->list = GTK_LIST_BOX(gtk_list_box_new());
  gtk_list_box_set_selection_mode(self->list, GTK_SELECTION_BROWSE);
  gtk_list_box_set_activate_on_single_click(self->list, FALSE);
  gtk_widget_add_css_class(GTK_WIDGET(self->list), "browser-list");
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Parts of the model"), -1);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->list));
  g_signal_connect_object(self->list, "row-selected", G_CALLBACK(on_row_selected_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->list, "row-activated", G_CALLBACK(on_row_activated_cb), self,
                          G_CONNECT_SWAPPED);
  add_menu_controllers(self);
}

void
trammel_model_tree_view_find(TrammelModelTreeView *self)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_TREE_VIEW(self));
  gtk_widget_grab_focus(self->find);
}
