#include "ui/pages/import/mapping-grid.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot/figure/number-text.h"
#include "ui/pages/import/channel-chips.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/short-choice.h"

/* Columns of the grid. */
enum { SIGNAL, CHANNEL, GUESSED, UNIT, SIGN, SCALE, OFFSET, DELAY, SIGMA, N_COLUMNS };

struct _TrammelMappingGrid {
  GtkWidget parent_instance;
  GtkWidget *root;  /* a box with the chips above the grid */
  GtkWidget *chips; /* nullable */
  GtkGrid *grid;
  GtkCheckButton *first; /* first radio button of the group */
  TrammelMappingPlan *plan;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelMappingGrid, trammel_mapping_grid, GTK_TYPE_WIDGET)

enum { CHANGED, SELECTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static guint
get_row(gpointer widget)
{
  return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "row"));
}

static int
get_column(gpointer widget)
{
  return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(widget), "place"));
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
tell(TrammelMappingGrid *self)
{
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
on_channel_selected_cb(GtkDropDown *choice, GParamSpec *pspec, TrammelMappingGrid *self)
{
  if (self->filling)
    return;
  TrammelMapRow *row = trammel_mapping_plan_get(self->plan, get_row(choice));
  GtkWidget *guessed = gtk_grid_get_child_at(self->grid, GUESSED, (int)get_row(choice) + 1);
  row->column = gtk_drop_down_get_selected(choice);
  row->guess = TRAMMEL_GUESS_NONE;
  gtk_widget_set_opacity(guessed, 0);
  gtk_widget_set_tooltip_text(guessed, NULL);
  tell(self);
}

static void
on_sign_selected_cb(GtkDropDown *choice, GParamSpec *pspec, TrammelMappingGrid *self)
{
  if (self->filling)
    return;
  trammel_mapping_plan_get(self->plan, get_row(choice))->negative =
      gtk_drop_down_get_selected(choice) == 1;
  tell(self);
}

static void
on_estimate_toggled_cb(GtkCheckButton *tick, TrammelMappingGrid *self)
{
  TrammelMapRow *row = trammel_mapping_plan_get(self->plan, get_row(tick));

  if (self->filling)
    return;
  if (get_column(tick) == OFFSET)
    row->estimates_offset = gtk_check_button_get_active(tick);
  else
    row->estimates_delay = gtk_check_button_get_active(tick);
  tell(self);
}

static void
on_signal_toggled_cb(GtkCheckButton *radio, TrammelMappingGrid *self)
{
  if (!self->filling && gtk_check_button_get_active(radio))
    g_signal_emit(self, signals[SELECTED], 0, get_row(radio));
}

static gboolean
on_text_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelMappingGrid *self = user;
  TrammelMapRow *row = trammel_mapping_plan_get(self->plan, get_row(entry));
  g_autofree char *word = g_strstrip(g_strdup(text));
  gboolean ok = TRUE;

  switch (get_column(entry)) {
  case UNIT:
    g_free(row->unit_text);
    row->unit_text = *word ? g_strdup(word) : NULL;
    break;
  case SCALE:
    ok = trammel_parse_quantity(word, "", NAN, &row->scale, NULL);
    break;
  case OFFSET:
    ok = trammel_parse_quantity(word, row->unit, NAN, &row->offset, NULL);
    break;
  case DELAY:
    ok = trammel_parse_quantity(word, "s", NAN, &row->delay, NULL);
    break;
  default:
    row->sigma = NAN;
    ok = g_str_equal(word, "auto") ||
         trammel_parse_quantity(word, row->unit, NAN, &row->sigma, NULL);
  }
  if (ok)
    tell(self);
  return ok;
}

/* Returns the row of a signal at that height, or -1. */
static int
find_row_at(TrammelMappingGrid *self, double y)
{
  for (guint i = 0; self->plan && i < self->plan->rows->len; i++) {
    graphene_rect_t bounds;
    GtkWidget *choice = gtk_grid_get_child_at(self->grid, CHANNEL, (int)i + 1);
    if (gtk_widget_compute_bounds(choice, GTK_WIDGET(self->grid), &bounds) &&
        y >= bounds.origin.y && y <= bounds.origin.y + bounds.size.height)
      return (int)i;
  }
  return -1;
}

/* Maps a dropped channel to the signal of the row below the pointer. */
static gboolean
on_dropped_cb(
    GtkDropTarget *target, const GValue *value, double x, double y, TrammelMappingGrid *self)
{
  int row = find_row_at(self, y);

  if (row < 0)
    return FALSE;
  gtk_drop_down_set_selected(GTK_DROP_DOWN(gtk_grid_get_child_at(self->grid, CHANNEL, row + 1)),
                             g_value_get_uint(value));
  return TRUE;
}

static GdkDragAction
on_drag_moved_cb(GtkDropTarget *target, double x, double y, TrammelMappingGrid *self)
{
  return find_row_at(self, y) < 0 ? 0 : GDK_ACTION_COPY;
}

static void
add_drop_target(TrammelMappingGrid *self)
{
  GtkDropTarget *target = gtk_drop_target_new(G_TYPE_UINT, GDK_ACTION_COPY);

  g_signal_connect(target, "drop", G_CALLBACK(on_dropped_cb), self);
  g_signal_connect(target, "motion", G_CALLBACK(on_drag_moved_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self->grid), GTK_EVENT_CONTROLLER(target));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
place(TrammelMappingGrid *self, GtkWidget *widget, int column, guint row, const char *what)
{
  g_autofree char *name =
      g_strdup_printf("%s %s", what, trammel_mapping_plan_get(self->plan, row)->signal);

  g_object_set_data(G_OBJECT(widget), "row", GUINT_TO_POINTER(row));
  g_object_set_data(G_OBJECT(widget), "place", GINT_TO_POINTER(column));
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
add_entry(TrammelMappingGrid *self, int column, guint row, const char *text, const char *what)
{
  GtkWidget *entry = gtk_entry_new();

  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 5);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 7);
  gtk_editable_set_text(GTK_EDITABLE(entry), text);
  place(self, entry, column, row, what);
  trammel_commit_entry_connect(entry, on_text_committed_cb, self);
  return entry;
}

static void
attach(TrammelMappingGrid *self, GtkWidget *widget, int column, guint row)
{
  gtk_grid_attach(self->grid, widget, column, (int)row + 1, 1, 1);
}

/* Number of a row. */
typedef struct {
  double value;
  const char *unit, *what;
  int estimates; /* whether it is estimated; -1: it cannot be */
} Number;

/* Adds a number with its unit and, if it can be estimated, a check button "est.". */
static void
add_number(TrammelMappingGrid *self, int column, guint row, Number number)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  g_autofree char *text =
      isnan(number.value) ? g_strdup("auto") : trammel_format_entry(number.value);
  g_autofree char *shown = trammel_number_text_dup(text);

  gtk_box_append(GTK_BOX(box), add_entry(self, column, row, shown, number.what));
  if (*number.unit)
    gtk_box_append(GTK_BOX(box), gtk_label_new(number.unit));
  if (number.estimates >= 0) {
    GtkWidget *tick = gtk_check_button_new_with_label(_("est."));
    gtk_widget_set_tooltip_text(tick, _("Estimate it from this log"));
    place(self, tick, column, row, _("Estimate"));
    gtk_check_button_set_active(GTK_CHECK_BUTTON(tick), number.estimates);
    g_signal_connect(tick, "toggled", G_CALLBACK(on_estimate_toggled_cb), self);
    gtk_box_append(GTK_BOX(box), tick);
  }
  attach(self, box, column, row);
}

static void
add_signal(TrammelMappingGrid *self, guint i)
{
  const TrammelMapRow *row = trammel_mapping_plan_get(self->plan, i);
  g_autofree char *text = row->is_motor ? g_strdup_printf(_("%s  (input)"), row->signal)
                                        : g_strdup_printf("%s  [%s]", row->signal, row->unit);
  GtkWidget *name;

  if (row->is_motor) {
    name = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_widget_set_margin_start(name, 26);
  } else {
    name = gtk_check_button_new_with_label(text);
    gtk_check_button_set_group(GTK_CHECK_BUTTON(name), self->first);
    self->first = self->first ? self->first : GTK_CHECK_BUTTON(name);
    place(self, name, SIGNAL, i, _("Compare"));
    g_signal_connect(name, "toggled", G_CALLBACK(on_signal_toggled_cb), self);
  }
  attach(self, name, SIGNAL, i);
}

/* Creates the label that says why a channel was chosen, of the same size without a reason. */
static GtkWidget *
new_reason(TrammelGuess guess)
{
  static const char *const words[][2] = {
      [TRAMMEL_GUESS_NONE] = {N_("by order"), NULL},
      [TRAMMEL_GUESS_BY_NAME] = {N_("by name"),
                                 N_("Chosen by the name of the channel. Check it in the plot.")},
      [TRAMMEL_GUESS_BY_UNIT] = {N_("by unit"),
                                 N_("The only channel in a unit that fits. Check it in the plot.")},
      [TRAMMEL_GUESS_BY_ORDER] =
          {N_("by order"), N_("Neither a name nor a unit tells which channel it is: the next "
                              "one of the file. Choose the right one.")},
  };
  GtkWidget *label = gtk_label_new(_(words[guess][0]));

  gtk_widget_set_tooltip_text(label, words[guess][1] ? _(words[guess][1]) : NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "guessed");
  gtk_widget_set_opacity(label, guess != TRAMMEL_GUESS_NONE);
  return label;
}

/* A column without a header is "#4" in files, but has the name that was given to it. */
static const char *
get_channel_text(const TrammelTableChannel *channel)
{
  return *channel->column == '#' ? channel->name : channel->column;
}

static void
add_channel(TrammelMappingGrid *self, guint i)
{
  const TrammelMapRow *row = trammel_mapping_plan_get(self->plan, i);
  const GPtrArray *channels = self->plan->table->channels;
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  GtkWidget *guessed = new_reason(row->guess);

  g_ptr_array_add(words, (gpointer)(row->is_motor ? _("none (0)") : _("none")));
  for (guint k = 0; k < channels->len; k++)
    g_ptr_array_add(words, (gpointer)get_channel_text(channels->pdata[k]));
  g_ptr_array_add(words, NULL);
  GtkWidget *choice = gtk_drop_down_new_from_strings((const char *const *)words->pdata);
  trammel_short_choice_init(GTK_DROP_DOWN(choice), 15);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(choice), row->column);
  gtk_widget_set_hexpand(choice, TRUE);
  place(self, choice, CHANNEL, i, _("Channel of"));
  g_signal_connect(choice, "notify::selected", G_CALLBACK(on_channel_selected_cb), self);
  attach(self, choice, CHANNEL, i);
  attach(self, guessed, GUESSED, i);
}

static void
add_sign(TrammelMappingGrid *self, guint i)
{
  static const char *const words[] = {"+", "−", NULL};
  GtkWidget *choice = gtk_drop_down_new_from_strings(words);

  gtk_drop_down_set_selected(GTK_DROP_DOWN(choice),
                             trammel_mapping_plan_get(self->plan, i)->negative);
  place(self, choice, SIGN, i, _("Sign of"));
  g_signal_connect(choice, "notify::selected", G_CALLBACK(on_sign_selected_cb), self);
  attach(self, choice, SIGN, i);
}

static void
add_row(TrammelMappingGrid *self, guint i)
{
  const TrammelMapRow *row = trammel_mapping_plan_get(self->plan, i);
  const TrammelTableChannel *channel =
      row->column ? self->plan->table->channels->pdata[row->column - 1] : NULL;
  GtkWidget *unit = add_entry(self, UNIT, i, row->unit_text ? row->unit_text : "", _("Unit of"));

  gtk_entry_set_placeholder_text(GTK_ENTRY(unit), channel && channel->unit ? channel->unit
                                                  : row->is_motor          ? "–"
                                                                           : row->unit);
  add_signal(self, i);
  add_channel(self, i);
  attach(self, unit, UNIT, i);
  add_sign(self, i);
  add_number(self, SCALE, i, (Number){row->scale, "", _("Scale of"), -1});
  add_number(self, OFFSET, i,
             (Number){row->offset, row->unit, _("Offset of"), row->estimates_offset != 0});
  add_number(self, DELAY, i, (Number){row->delay, "s", _("Delay of"), row->estimates_delay != 0});
  if (!row->is_motor)
    add_number(self, SIGMA, i, (Number){row->sigma, row->unit, _("Noise sigma of"), -1});
}

static void
add_titles(TrammelMappingGrid *self)
{
  const char *const titles[N_COLUMNS] = {_("Signal of the model"),
                                         _("Channel of the log"),
                                         "",
                                         _("Unit"),
                                         _("Sign"),
                                         _("Scale"),
                                         _("Offset"),
                                         _("Delay"),
                                         _("Noise σ")};

  for (int i = 0; i < N_COLUMNS; i++) {
    GtkWidget *label = gtk_label_new(titles[i]);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "caption");
    gtk_grid_attach(self->grid, label, i, 0, 1, 1);
  }
}

static void
clear(TrammelMappingGrid *self)
{
  GtkWidget *child;

  self->first = NULL;
  if (self->chips)
    gtk_box_remove(GTK_BOX(self->root), self->chips);
  self->chips = NULL;
  while (self->grid && (child = gtk_widget_get_first_child(GTK_WIDGET(self->grid))))
    gtk_grid_remove(self->grid, child);
}

static void
trammel_mapping_grid_dispose(GObject *object)
{
  TrammelMappingGrid *self = TRAMMEL_MAPPING_GRID(object);

  self->filling = TRUE;
  clear(self);
  self->grid = NULL;
  g_clear_pointer(&self->root, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_mapping_grid_parent_class)->dispose(object);
}

static void
trammel_mapping_grid_class_init(TrammelMappingGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_mapping_grid_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTED] = g_signal_new("selected", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
trammel_mapping_grid_init(TrammelMappingGrid *self)
{
  self->root = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  self->grid = GTK_GRID(gtk_grid_new());
  gtk_box_append(GTK_BOX(self->root), GTK_WIDGET(self->grid));
  gtk_grid_set_row_spacing(self->grid, 6);
  gtk_grid_set_column_spacing(self->grid, 8);
  gtk_widget_add_css_class(GTK_WIDGET(self->grid), "mapping-grid");
  gtk_widget_set_parent(self->root, GTK_WIDGET(self));
  add_drop_target(self);
}

void
trammel_mapping_grid_show(TrammelMappingGrid *self, TrammelMappingPlan *plan)
{
  g_return_if_fail(TRAMMEL_IS_MAPPING_GRID(self));
  self->filling = TRUE;
  clear(self);
  self->plan = plan;
  if (plan) {
    self->chips = trammel_channel_chips_new(plan->table->channels);
    gtk_box_prepend(GTK_BOX(self->root), self->chips);
    add_titles(self);
  }
  for (guint i = 0; plan && i < plan->rows->len; i++)
    add_row(self, i);
  self->filling = FALSE;
}

void
trammel_mapping_grid_select(TrammelMappingGrid *self, guint row)
{
  g_return_if_fail(TRAMMEL_IS_MAPPING_GRID(self));
  GtkWidget *name = gtk_grid_get_child_at(self->grid, SIGNAL, (int)row + 1);

  self->filling = TRUE;
  if (GTK_IS_CHECK_BUTTON(name))
    gtk_check_button_set_active(GTK_CHECK_BUTTON(name), TRUE);
  self->filling = FALSE;
}
