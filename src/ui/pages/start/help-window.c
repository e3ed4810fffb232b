#include "ui/pages/start/help-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/session/text/user-guide.h"
#include "ui/widgets/box.h"

#define FOLDER "/io/github/trammel/Trammel/guide/"

enum { WIDTH = 1040, INDEX_WIDTH = 210, HEIGHT = 720, LINE_CHARS = 84, CELL_CHARS = 52 };

struct _TrammelHelpWindow {
  GtkWindow parent_instance;
  GtkListBox *index;
  GtkBox *text;
  GtkScrolledWindow *scroller;
  GHashTable *anchors; /* name -> widget of the heading */
  char *page;          /* page that is shown */
  char *anchor;        /* to scroll to after layout; nullable */
  guint tick;          /* callback that waits for the layout; 0: none */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelHelpWindow, trammel_help_window, GTK_TYPE_WINDOW)

/* ---- blocks ---------------------------------------------------------------------------------- */

static gboolean
on_link_activated_cb(GtkLabel *label, const char *link, TrammelHelpWindow *self)
{
  return trammel_help_window_follow(self, link);
}

static GtkWidget *
new_text(TrammelHelpWindow *self, const char *markup, int chars, const char *style)
{
  GtkWidget *label = gtk_label_new(NULL);

  gtk_label_set_markup(GTK_LABEL(label), markup);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_yalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars(GTK_LABEL(label), chars);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  gtk_widget_add_css_class(label, style);
  g_signal_connect_object(label, "activate-link", G_CALLBACK(on_link_activated_cb), self, 0);
  return label;
}

static GtkWidget *
new_item(TrammelHelpWindow *self, const TrammelUserGuideBlock *block)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *mark = gtk_label_new(block->mark);

  gtk_widget_set_valign(mark, GTK_ALIGN_START);
  gtk_box_append(GTK_BOX(box), mark);
  gtk_box_append(GTK_BOX(box), new_text(self, block->text, LINE_CHARS, "guide-text"));
  return box;
}

static GtkWidget *
new_code(const char *text)
{
  GtkWidget *scroller = gtk_scrolled_window_new(), *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  gtk_widget_add_css_class(label, "guide-code");
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC,
                                 GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), label);
  return scroller;
}

static GtkWidget *
new_table(TrammelHelpWindow *self, const TrammelUserGuideBlock *block)
{
  GtkWidget *grid = gtk_grid_new();

  gtk_grid_set_column_spacing(GTK_GRID(grid), 18);
  gtk_grid_set_row_spacing(GTK_GRID(grid), 5);
  for (guint r = 0; r < block->rows->len; r++) {
    char **cells = block->rows->pdata[r];
    for (int c = 0; cells[c]; c++) {
      GtkWidget *cell = new_text(self, cells[c], CELL_CHARS, r == 0 ? "heading" : "guide-text");
      gtk_label_set_width_chars(GTK_LABEL(cell), MIN(18, (int)g_utf8_strlen(cells[c], -1)));
      gtk_grid_attach(GTK_GRID(grid), cell, c, (int)r, 1, 1);
    }
  }
  return grid;
}

static GtkWidget *
new_picture(const char *file)
{
  g_autofree char *path = g_strconcat(FOLDER, file, NULL);
  GtkWidget *picture = gtk_picture_new_for_resource(path);

  gtk_picture_set_can_shrink(GTK_PICTURE(picture), TRUE);
  gtk_widget_set_size_request(picture, -1, 400);
  return picture;
}

static GtkWidget *
new_block(TrammelHelpWindow *self, const TrammelUserGuideBlock *block)
{
  static const char *const headings[] = {"guide-title", "guide-heading", "heading"};
  GtkWidget *widget;

  switch (block->kind) {
  case TRAMMEL_USER_GUIDE_HEADING:
    widget = new_text(self, block->text, LINE_CHARS,
                      headings[CLAMP(block->level, 1, G_N_ELEMENTS(headings)) - 1]);
    g_hash_table_insert(self->anchors, g_strdup(block->anchor), widget);
    return widget;
  case TRAMMEL_USER_GUIDE_ITEM:
    return new_item(self, block);
  case TRAMMEL_USER_GUIDE_CODE:
    return new_code(block->text);
  case TRAMMEL_USER_GUIDE_TABLE:
    return new_table(self, block);
  case TRAMMEL_USER_GUIDE_PICTURE:
    return new_picture(block->text);
  default:
    return new_text(self, block->text, LINE_CHARS, "guide-text");
  }
}

/* ---- pages ----------------------------------------------------------------------------------- */

static void
fill(TrammelHelpWindow *self, const char *page)
{
  g_autoptr(GPtrArray) blocks = trammel_user_guide_read(page);

  trammel_box_clear(self->text);
  g_hash_table_remove_all(self->anchors);
  for (guint i = 0; blocks && i < blocks->len; i++)
    gtk_box_append(self->text, new_block(self, blocks->pdata[i]));
  g_free(self->page);
  self->page = g_strdup(page);
  gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(self->scroller), 0);
}

static void
select_in_index(TrammelHelpWindow *self)
{
  const char *const *pages = trammel_user_guide_get_pages();

  self->filling = TRUE;
  for (int i = 0; pages[i]; i++)
    if (g_str_equal(pages[i], self->page))
      gtk_list_box_select_row(self->index, gtk_list_box_get_row_at_index(self->index, i));
  self->filling = FALSE;
}

/* Scrolls to the heading once the new text is laid out, which gives the heading a height. */
static gboolean
on_tick_cb(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TrammelHelpWindow *self = TRAMMEL_HELP_WINDOW(widget);
  GtkWidget *heading = self->anchor ? g_hash_table_lookup(self->anchors, self->anchor) : NULL;
  graphene_rect_t bounds;

  if (heading && !(gtk_widget_compute_bounds(heading, GTK_WIDGET(self->text), &bounds) &&
                   bounds.size.height > 0))
    return G_SOURCE_CONTINUE;
  if (heading)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(self->scroller), bounds.origin.y);
  g_clear_pointer(&self->anchor, g_free);
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

gboolean
trammel_help_window_follow(TrammelHelpWindow *self, const char *link)
{
  g_return_val_if_fail(TRAMMEL_IS_HELP_WINDOW(self), FALSE);
  gsize n = strcspn(link, "#");
  g_autofree char *page = g_strndup(link, n);

  if (g_str_has_prefix(link, "http"))
    return FALSE;
  if (*page && g_strcmp0(page, self->page) != 0)
    fill(self, page);
  select_in_index(self);
  g_free(self->anchor);
  self->anchor = link[n] == '#' ? g_strdup(link + n + 1) : NULL;
  if (self->anchor && !self->tick)
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_tick_cb, NULL, NULL);
  return TRUE;
}

/* The list selects its row again when it gets the focus; that must not end the way to a heading. */
static void
on_page_selected_cb(TrammelHelpWindow *self, GtkListBoxRow *row)
{
  const char *page =
      row ? trammel_user_guide_get_pages()[gtk_list_box_row_get_index(row)] : self->page;

  if (!self->filling && g_strcmp0(page, self->page) != 0)
    trammel_help_window_follow(self, page);
}

/* ---- the window ------------------------------------------------------------------------------ */

static GtkWidget *
new_index(TrammelHelpWindow *self)
{
  const char *const *pages = trammel_user_guide_get_pages();
  GtkWidget *scroller = gtk_scrolled_window_new();

  self->index = GTK_LIST_BOX(gtk_list_box_new());
  gtk_list_box_set_selection_mode(self->index, GTK_SELECTION_BROWSE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->index), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Pages of the guide"), -1);
  for (guint i = 0; pages[i]; i++) {
    g_autofree char *title = trammel_user_guide_dup_title(pages[i]);
    GtkWidget *label = gtk_label_new(title);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 24);
    gtk_list_box_append(self->index, label);
  }
  gtk_widget_add_css_class(GTK_WIDGET(self->index), "browser-list");
  g_signal_connect_swapped(self->index, "row-selected", G_CALLBACK(on_page_selected_cb), self);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->index));
  return scroller;
}

static GtkWidget *
new_reader(TrammelHelpWindow *self)
{
  self->text = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 10));
  gtk_widget_add_css_class(GTK_WIDGET(self->text), "guide");
  self->scroller = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
  gtk_scrolled_window_set_child(self->scroller, GTK_WIDGET(self->text));
  gtk_widget_set_hexpand(GTK_WIDGET(self->scroller), TRUE);
  return GTK_WIDGET(self->scroller);
}

static void
trammel_help_window_finalize(GObject *object)
{
  TrammelHelpWindow *self = TRAMMEL_HELP_WINDOW(object);

  g_hash_table_unref(self->anchors);
  g_free(self->page);
  g_free(self->anchor);
  G_OBJECT_CLASS(trammel_help_window_parent_class)->finalize(object);
}

static void
trammel_help_window_class_init(TrammelHelpWindowClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_help_window_finalize;
  gtk_widget_class_add_binding_action(GTK_WIDGET_CLASS(klass), GDK_KEY_Escape, 0, "window.close",
                                      NULL);
}

static void
trammel_help_window_init(TrammelHelpWindow *self)
{
  GtkWidget *paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);

  self->anchors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  gtk_window_set_title(GTK_WINDOW(self), _("Help"));
  gtk_window_set_default_size(GTK_WINDOW(self), WIDTH, HEIGHT);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(self), TRUE);
  gtk_paned_set_wide_handle(GTK_PANED(paned), TRUE);
  gtk_paned_set_position(GTK_PANED(paned), INDEX_WIDTH);
  gtk_paned_set_start_child(GTK_PANED(paned), new_index(self));
  gtk_paned_set_end_child(GTK_PANED(paned), new_reader(self));
  gtk_paned_set_resize_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
  gtk_window_set_child(GTK_WINDOW(self), paned);
}

static TrammelHelpWindow *
find_open(GtkWindow *parent)
{
  g_autoptr(GListModel) windows = g_object_ref(gtk_window_get_toplevels());

  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWindow) window = g_list_model_get_item(windows, i);
    if (TRAMMEL_IS_HELP_WINDOW(window) && gtk_window_get_transient_for(window) == parent)
      return TRAMMEL_HELP_WINDOW(window);
  }
  return NULL;
}

TrammelHelpWindow *
trammel_help_window_show(GtkWindow *parent, const char *page)
{
  TrammelHelpWindow *self = find_open(parent);

  if (!self)
    self = g_object_new(TRAMMEL_TYPE_HELP_WINDOW, "transient-for", parent, NULL);
  trammel_help_window_follow(self, page);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}

const char *
trammel_help_window_get_page(TrammelHelpWindow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_HELP_WINDOW(self), NULL);
  return self->page;
}
