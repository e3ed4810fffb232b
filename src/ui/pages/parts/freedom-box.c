#include "ui/pages/parts/freedom-box.h"

#include <glib/gi18n.h>

#include "io/project/origin.h"
#include "ui/widgets/commit-entry.h"

struct _TrammelFreedomBox {
  TrammelForm parent_instance;
  GtkWidget *entries[TRAMMEL_PARAM_N_FIELDS];   /* NULL for choices and the start */
  GtkDropDown *choices[TRAMMEL_PARAM_N_FIELDS]; /* of the transform and the origin */
  char *id;
};

G_DEFINE_FINAL_TYPE(TrammelFreedomBox, trammel_freedom_box, TRAMMEL_TYPE_FORM)

static const struct {
  const char *label, *placeholder, *tooltip;
} looks[TRAMMEL_PARAM_N_FIELDS] = {
    /* start is shown elsewhere */
    [TRAMMEL_PARAM_MIN] = {N_("Min"), N_("none"),
                           N_("Lower bound of the fit; “±20 %” sets both bounds")},
    [TRAMMEL_PARAM_MAX] = {N_("Max"), N_("none"),
                           N_("Upper bound of the fit; “±20 %” sets both bounds")},
    [TRAMMEL_PARAM_PRIOR_MEAN] = {N_("Prior"), N_("mean"), N_("Value expected before the fit")},
    [TRAMMEL_PARAM_PRIOR_SIGMA] =
        {N_("Prior σ"), N_("none"),
         N_("Standard deviation of the expected value: a number, or “5 %”")},
    [TRAMMEL_PARAM_TRANSFORM] =
        {N_("Transform"), NULL,
         N_("“log”: estimated by its logarithm, in relative steps and always above zero")},
    [TRAMMEL_PARAM_TIE] = {N_("Tie"), N_("2*body.arm.mass"),
                           N_("Id of the quantity that it follows, with a factor if needed")},
    [TRAMMEL_PARAM_ORIGIN] =
        {N_("Origin"), NULL,
         N_("Where the value comes from; it stands beside the value and in reports")},
    [TRAMMEL_PARAM_NOTE] = {N_("Note"), N_("drawing 12-3, without the cable …"),
                            N_("A remark on the value; reports show it")},
};

static const char *const transforms[] = {"none", "log", NULL};

/* Returns the word of a row of a choice. */
static const char *
get_word(TrammelParamField field, guint row)
{
  return field == TRAMMEL_PARAM_ORIGIN ? trammel_origin_get_words()[row] : transforms[row];
}

static char *
dup_text(TrammelFreedomBox *self, TrammelParamField field)
{
  const TrammelProject *project =
      trammel_document_get_project(trammel_form_get_document(TRAMMEL_FORM(self)));
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, self->id);

  g_return_val_if_fail(quantity != NULL, g_strdup(""));
  return trammel_param_dup_text(project, quantity, field);
}

static gboolean
apply(TrammelFreedomBox *self, TrammelParamField field, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelFreedomBox) alive = g_object_ref(self);
  g_autofree char *id = g_strdup(self->id);
  TrammelForm *form = TRAMMEL_FORM(self);
  gboolean done =
      trammel_param_edit_prepared(trammel_form_get_document(form), id, field, text, &error);

  if (!trammel_form_get_document(form))
    return done;
  trammel_form_set_trouble(form, done ? NULL : error->message);
  if (done && self->entries[field]) {
    g_autofree char *shown = dup_text(self, field);
    trammel_commit_entry_set_number(self->entries[field], shown);
  }
  return done;
}

static gboolean
on_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelFreedomBox *self = user;

  for (int i = 0; i < TRAMMEL_PARAM_N_FIELDS; i++)
    if (self->entries[i] == entry)
      return apply(self, (TrammelParamField)i, text);
  return FALSE;
}

static void
on_choice_selected_cb(GtkDropDown *choice, GParamSpec *pspec, TrammelFreedomBox *self)
{
  TrammelParamField field = choice == self->choices[TRAMMEL_PARAM_ORIGIN] ? TRAMMEL_PARAM_ORIGIN
                                                                          : TRAMMEL_PARAM_TRANSFORM;

  if (!trammel_form_get_updating(TRAMMEL_FORM(self)))
    apply(self, field, get_word(field, gtk_drop_down_get_selected(choice)));
}

/* Selects the row of a word. */
static void
select_word(TrammelFreedomBox *self, TrammelParamField field, const char *word)
{
  GListModel *rows = gtk_drop_down_get_model(self->choices[field]);

  for (guint i = 0; i < g_list_model_get_n_items(rows); i++)
    if (i == 0 || g_str_equal(get_word(field, i), word))
      gtk_drop_down_set_selected(self->choices[field], i);
}

void
trammel_freedom_box_show(TrammelFreedomBox *self, const char *id, const char *name)
{
  g_return_if_fail(TRAMMEL_IS_FREEDOM_BOX(self));
  TrammelForm *form = TRAMMEL_FORM(self);
  gboolean is_new = g_strcmp0(id, self->id) != 0;
  char *old = self->id;

  self->id = g_strdup(id);
  g_free(old);
  trammel_form_set_updating(form, TRUE);
  for (int i = 0; i < TRAMMEL_PARAM_N_FIELDS; i++) {
    if (!looks[i].label)
      continue;
    g_autofree char *text = dup_text(self, (TrammelParamField)i);
    GtkWidget *widget = self->entries[i] ? self->entries[i] : GTK_WIDGET(self->choices[i]);
    g_autofree char *label = g_strdup_printf("%s, %s", _(looks[i].label), name);
    if (self->entries[i])
      trammel_commit_entry_set_number(self->entries[i], text);
    else
      select_word(self, (TrammelParamField)i, text);
    if (is_new)
      gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                     -1);
  }
  trammel_form_set_updating(form, FALSE);
  trammel_form_set_trouble(form, NULL);
}

static void
trammel_freedom_box_finalize(GObject *object)
{
  g_free(TRAMMEL_FREEDOM_BOX(object)->id);
  G_OBJECT_CLASS(trammel_freedom_box_parent_class)->finalize(object);
}

static void
trammel_freedom_box_class_init(TrammelFreedomBoxClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_freedom_box_finalize;
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "freedom");
}

static GtkWidget *
new_entry(TrammelFreedomBox *self, TrammelParamField field)
{
  GtkWidget *entry = gtk_entry_new();

  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), _(looks[field].placeholder));
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 6);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
  gtk_widget_set_hexpand(entry, TRUE);
  if (field != TRAMMEL_PARAM_NOTE)
    gtk_widget_add_css_class(entry, "number");
  trammel_commit_entry_connect(entry, on_committed_cb, self);
  self->entries[field] = entry;
  return entry;
}

static GtkWidget *
new_choice(TrammelFreedomBox *self, TrammelParamField field)
{
  g_autoptr(GtkStringList) rows = gtk_string_list_new(NULL);

  if (field == TRAMMEL_PARAM_TRANSFORM)
    gtk_string_list_splice(rows, 0, 0, transforms);
  for (guint i = 0; field == TRAMMEL_PARAM_ORIGIN && i < TRAMMEL_N_ORIGINS; i++)
    gtk_string_list_append(rows, _(trammel_origin_get_label((TrammelValueOrigin)i)));
  GtkWidget *choice = gtk_drop_down_new(G_LIST_MODEL(g_steal_pointer(&rows)), NULL);
  self->choices[field] = GTK_DROP_DOWN(choice);
  g_signal_connect_object(choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self, 0);
  return choice;
}

static void
attach(TrammelFreedomBox *self, GtkGrid *grid, TrammelParamField field, int column, int row)
{
  gboolean is_choice = field == TRAMMEL_PARAM_TRANSFORM || field == TRAMMEL_PARAM_ORIGIN;
  int width = field == TRAMMEL_PARAM_NOTE || field == TRAMMEL_PARAM_ORIGIN ? 3 : 1;
  GtkWidget *label = gtk_label_new(_(looks[field].label));
  GtkWidget *widget = is_choice ? new_choice(self, field) : new_entry(self, field);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "dim-label");
  gtk_widget_set_tooltip_text(widget, _(looks[field].tooltip));
  gtk_grid_attach(grid, label, column, row, 1, 1);
  gtk_grid_attach(grid, widget, column + 1, row, width, 1);
}

static void
trammel_freedom_box_init(TrammelFreedomBox *self)
{
}

GtkWidget *
trammel_freedom_box_new(TrammelDocument *document)
{
  TrammelFreedomBox *self = g_object_new(TRAMMEL_TYPE_FREEDOM_BOX, NULL);
  GtkGrid *grid = GTK_GRID(gtk_grid_new());

  gtk_grid_set_row_spacing(grid, 4);
  gtk_grid_set_column_spacing(grid, 6);
  attach(self, grid, TRAMMEL_PARAM_MIN, 0, 0);
  attach(self, grid, TRAMMEL_PARAM_MAX, 2, 0);
  attach(self, grid, TRAMMEL_PARAM_PRIOR_MEAN, 0, 1);
  attach(self, grid, TRAMMEL_PARAM_PRIOR_SIGMA, 2, 1);
  attach(self, grid, TRAMMEL_PARAM_TIE, 0, 2);
  attach(self, grid, TRAMMEL_PARAM_TRANSFORM, 2, 2);
  attach(self, grid, TRAMMEL_PARAM_ORIGIN, 0, 3);
  attach(self, grid, TRAMMEL_PARAM_NOTE, 0, 4);
  trammel_form_set_up(TRAMMEL_FORM(self), document, GTK_WIDGET(grid));
  return GTK_WIDGET(self);
}
