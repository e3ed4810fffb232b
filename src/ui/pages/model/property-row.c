#include "ui/pages/model/property-row.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/project/origin.h"
#include "plot/figure/number-text.h"
#include "ui/pages/parts/freedom-box.h"
#include "ui/session/text/model-word.h"
#include "ui/widgets/commit-entry.h"

enum { LABEL_CHARS = 12, ID_CHARS = 22, UNIT_CHARS = 6, ORIGIN_CHARS = 9 };

struct _TrammelPropertyRow {
  TrammelForm parent_instance;
  GtkWidget *content; /* the line, and the freedom box */
  GtkLabel *unit;
  GtkWidget *entries[3]; /* of a vector or orientation, else only the first */
  GtkDropDown *choice;
  GtkColorChooser *color;
  GtkWidget *no_color;
  GtkWidget *add;                   /* button of TRAMMEL_FIELD_ADD */
  GtkWidget *lock, *more, *freedom; /* of a quantity that can be free, ... */
  GtkLabel *origin;                 /* ... as this */
  TrammelElement element;
  const TrammelField *field;
  TrammelFieldKind kind;
  char *place; /* last component of the path that is edited */
  gboolean is_removable;
};

G_DEFINE_FINAL_TYPE(TrammelPropertyRow, trammel_property_row, TRAMMEL_TYPE_FORM)

static void
show_texts(TrammelPropertyRow *self)
{
  g_auto(GStrv) texts = trammel_model_field_dup_texts(self->field);

  for (int i = 0; texts[i]; i++)
    trammel_commit_entry_set_text(self->entries[i], texts[i]);
}

static gboolean
apply(TrammelPropertyRow *self, const char *const *texts)
{
  g_autoptr(TrammelPropertyRow) alive = g_object_ref(self);
  g_autoptr(GError) error = NULL;
  TrammelForm *form = TRAMMEL_FORM(self);
  gboolean done = trammel_model_field_apply(trammel_form_get_document(form), self->element,
                                            self->field, texts, &error);

  if (!trammel_form_get_document(form))
    return done;
  trammel_form_set_trouble(form, done ? NULL : error->message);
  /* the typed text may be the same value in another form, without a change of the document */
  if (done && self->entries[0])
    show_texts(self);
  return done;
}

static gboolean
on_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelPropertyRow *self = user;
  g_autoptr(GStrvBuilder) texts = g_strv_builder_new();

  for (int i = 0; i < 3 && self->entries[i]; i++)
    g_strv_builder_add(texts, gtk_editable_get_text(GTK_EDITABLE(self->entries[i])));
  g_auto(GStrv) typed = g_strv_builder_end(texts);
  return apply(self, (const char *const *)typed);
}

static void
on_choice_selected_cb(TrammelPropertyRow *self)
{
  guint chosen = gtk_drop_down_get_selected(self->choice);

  if (trammel_form_get_updating(TRAMMEL_FORM(self)) || chosen == GTK_INVALID_LIST_POSITION ||
      chosen == self->field->chosen)
    return;
  g_autofree char *word = g_strdup(self->field->choices[chosen]);
  if (apply(self, (const char *const[]){word, NULL}))
    return;
  trammel_form_set_updating(TRAMMEL_FORM(self), TRUE);
  gtk_drop_down_set_selected(self->choice, self->field->chosen);
  trammel_form_set_updating(TRAMMEL_FORM(self), FALSE);
}

static void
on_color_set_cb(TrammelPropertyRow *self)
{
  GdkRGBA color;

  gtk_color_chooser_get_rgba(self->color, &color);
  g_autofree char *text =
      g_strdup_printf("#%02x%02x%02x", (guint)lroundf(255 * color.red),
                      (guint)lroundf(255 * color.green), (guint)lroundf(255 * color.blue));
  apply(self, (const char *const[]){text, NULL});
}

static void
on_no_color_clicked_cb(TrammelPropertyRow *self)
{
  apply(self, (const char *const[]){"", NULL});
}

/* Shows the colour: grey for an element without its own, which the 3D view draws in that of its
 * body. */
static void
show_color(TrammelPropertyRow *self)
{
  gboolean has_own = *self->field->text != '\0';
  GdkRGBA color;

  gdk_rgba_parse(&color, has_own ? self->field->text : "#9a9996");
  gtk_color_chooser_set_rgba(self->color, &color);
  gtk_widget_set_sensitive(self->no_color, has_own);
}

static void
on_add_clicked_cb(TrammelPropertyRow *self)
{
  apply(self, (const char *const[]){"", NULL});
}

static void
on_remove_clicked_cb(TrammelPropertyRow *self)
{
  g_autoptr(TrammelPropertyRow) alive = g_object_ref(self);
  g_autoptr(GError) error = NULL;

  if (!trammel_model_field_remove(trammel_form_get_document(TRAMMEL_FORM(self)), self->element,
                                  self->field, &error))
    trammel_form_set_trouble(TRAMMEL_FORM(self), error->message);
}

/* Shows the state of the padlock: open for a free quantity. */
static void
update_lock(TrammelPropertyRow *self)
{
  gboolean is_free = self->field->is_free;

  gtk_button_set_icon_name(GTK_BUTTON(self->lock),
                           is_free ? "changes-allow-symbolic" : "changes-prevent-symbolic");
  gtk_widget_set_tooltip_text(self->lock, is_free ? _("Free: it is estimated. Click to fix it.")
                                                  : _("Fixed. Click to free it."));
  if (is_free)
    gtk_widget_add_css_class(self->lock, "free");
  else
    gtk_widget_remove_css_class(self->lock, "free");
}

static void
on_lock_toggled_cb(TrammelPropertyRow *self)
{
  g_autoptr(TrammelPropertyRow) alive = g_object_ref(self);
  gboolean is_free = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(self->lock));
  g_autofree char *id = g_strdup(self->field->id);
  g_autoptr(GError) error = NULL;

  if (trammel_form_get_updating(TRAMMEL_FORM(self)))
    return;
  if (trammel_document_set_free(trammel_form_get_document(TRAMMEL_FORM(self)), id, is_free,
                                &error)) {
    trammel_form_set_trouble(TRAMMEL_FORM(self), NULL);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->more), is_free);
    return;
  }
  trammel_form_set_trouble(TRAMMEL_FORM(self), error->message);
  trammel_form_set_updating(TRAMMEL_FORM(self), TRUE);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->lock), !is_free);
  trammel_form_set_updating(TRAMMEL_FORM(self), FALSE);
}

static void
show_freedom(TrammelPropertyRow *self)
{
  g_autofree char *name =
      g_strconcat(self->field->group, *self->field->group ? " " : "", self->field->label, NULL);

  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->lock), self->field->is_free);
  gtk_widget_set_sensitive(self->lock, !self->field->is_tied);
  update_lock(self);
  trammel_freedom_box_show(TRAMMEL_FREEDOM_BOX(self->freedom), self->field->id, name);
  /* a tie must be visible at first sight */
  if (self->field->is_tied)
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->more), TRUE);
}

/* Shows where the value comes from, if that is stated. */
static void
show_origin(TrammelPropertyRow *self)
{
  TrammelDocument *document = trammel_form_get_document(TRAMMEL_FORM(self));
  TrammelValueOrigin origin =
      trammel_project_find_origin(trammel_document_get_project(document), self->field->id);

  gtk_label_set_text(self->origin, _(trammel_origin_get_label(origin)));
  gtk_widget_set_visible(GTK_WIDGET(self->origin), origin != TRAMMEL_ORIGIN_NONE);
}

/* Shows the id and the note of a quantity; they change with the name of the element and by edits.
 */
static void
update_tooltip(TrammelPropertyRow *self)
{
  TrammelDocument *document = trammel_form_get_document(TRAMMEL_FORM(self));
  const char *id = self->field->id;
  const char *note =
      id ? trammel_project_find_note(trammel_document_get_project(document), id) : NULL;
  g_autofree char *text = note ? g_strdup_printf("%s\n%s", id, note) : g_strdup(id);

  gtk_widget_set_tooltip_text(self->content, text);
  if (self->origin)
    show_origin(self);
}

void
trammel_property_row_show(TrammelPropertyRow *self,
                          TrammelElement element,
                          const TrammelField *field)
{
  g_return_if_fail(TRAMMEL_IS_PROPERTY_ROW(self));
  gboolean is_plain = *field->shown == '\0' || g_str_equal(field->shown, "1");
  g_autofree char *unit = trammel_number_text_dup(is_plain ? "" : field->shown);

  trammel_form_set_updating(TRAMMEL_FORM(self), TRUE);
  self->element = element;
  self->field = field;
  gtk_label_set_text(self->unit, unit);
  update_tooltip(self);
  if (self->choice)
    gtk_drop_down_set_selected(self->choice, field->chosen);
  else if (self->color)
    show_color(self);
  else if (!self->add)
    show_texts(self);
  gtk_widget_set_sensitive(trammel_property_row_get_editor(self), !field->is_tied);
  if (self->lock)
    show_freedom(self);
  trammel_form_set_trouble(TRAMMEL_FORM(self), NULL);
  trammel_form_set_updating(TRAMMEL_FORM(self), FALSE);
}

static const char *
get_label(const TrammelField *field, guint choice)
{
  return field->has_words ? trammel_model_word(field->choices[choice]) : field->choices[choice];
}

static gboolean
has_same_choices(TrammelPropertyRow *self, const TrammelField *field)
{
  GListModel *model = gtk_drop_down_get_model(self->choice);
  guint n = g_list_model_get_n_items(model);

  if (n != g_strv_length(field->choices))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(model), i), get_label(field, i)))
      return FALSE;
  return TRUE;
}

static char *
dup_place(const TrammelField *field)
{
  return g_strdup(field->path ? field->path : "name");
}

gboolean
trammel_property_row_fits(TrammelPropertyRow *self, const TrammelField *field)
{
  g_return_val_if_fail(TRAMMEL_IS_PROPERTY_ROW(self), FALSE);
  g_autofree char *place = dup_place(field);

  return self->kind == field->kind && g_str_equal(self->place, place) &&
         (self->lock != NULL) == field->can_be_free && self->is_removable == field->is_removable &&
         (!self->choice || has_same_choices(self, field));
}

GtkWidget *
trammel_property_row_get_editor(TrammelPropertyRow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PROPERTY_ROW(self), NULL);
  if (self->color)
    return GTK_WIDGET(self->color);
  if (self->add)
    return self->add;
  return self->choice ? GTK_WIDGET(self->choice) : self->entries[0];
}

static void
trammel_property_row_finalize(GObject *object)
{
  g_free(TRAMMEL_PROPERTY_ROW(object)->place);
  G_OBJECT_CLASS(trammel_property_row_parent_class)->finalize(object);
}

static void
trammel_property_row_class_init(TrammelPropertyRowClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_property_row_finalize;
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "propertyrow");
}

static void
trammel_property_row_init(TrammelPropertyRow *self)
{
}

/* ---- construction ---------------------------------------------------------------------------- */

/* Returns the name of one of several entries, "" for the only one. */
static const char *
name_entry(TrammelFieldKind kind, int i)
{
  static const char *const axes[] = {"x", "y", "z"};

  if (kind == TRAMMEL_FIELD_SPAN)
    return i == 0 ? _("begin") : _("end");
  return trammel_field_kind_count_entries(kind) == 3 ? axes[i] : "";
}

static void
add_entries(TrammelPropertyRow *self, GtkBox *line, const TrammelField *field, const char *name)
{
  int n = trammel_field_kind_count_entries(field->kind);

  for (int i = 0; i < n; i++) {
    GtkWidget *entry = gtk_entry_new();
    g_autofree char *label = g_strdup_printf("%s %s", name, name_entry(field->kind, i));
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), n > 1 ? 4 : 8);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), n > 1 ? 5 : 10);
    gtk_widget_set_hexpand(entry, TRUE);
    if (n > 1)
      gtk_widget_add_css_class(entry, "vector");
    if (field->kind != TRAMMEL_FIELD_NAME)
      gtk_widget_add_css_class(entry, "number");
    gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   g_strchomp(label), -1);
    trammel_commit_entry_connect(entry, on_committed_cb, self);
    self->entries[i] = entry;
    if (i > 0 && field->kind == TRAMMEL_FIELD_SPAN)
      gtk_box_append(line, gtk_label_new("–"));
    gtk_box_append(line, entry);
  }
}

/* Adds a search by the first letters to a long list. */
static void
add_search(GtkDropDown *choice)
{
  g_autoptr(GtkExpression) text =
      gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");

  gtk_drop_down_set_expression(choice, text);
  gtk_drop_down_set_enable_search(choice, TRUE);
}

static void
add_color(TrammelPropertyRow *self, GtkBox *line, const char *name)
{
  GtkWidget *button = gtk_color_button_new();

  self->color = GTK_COLOR_CHOOSER(button);
  self->no_color = gtk_button_new_with_label(_("As the Body"));
  gtk_color_button_set_title(GTK_COLOR_BUTTON(button), name);
  gtk_widget_set_hexpand(button, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object(button, "color-set", G_CALLBACK(on_color_set_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->no_color, "clicked", G_CALLBACK(on_no_color_clicked_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(line, button);
  gtk_box_append(line, self->no_color);
}

static void
add_button(TrammelPropertyRow *self, GtkBox *line, const TrammelField *field)
{
  self->add = gtk_button_new_with_label(field->label);
  gtk_widget_set_hexpand(self->add, TRUE);
  g_signal_connect_object(self->add, "clicked", G_CALLBACK(on_add_clicked_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(line, self->add);
}

static void
add_remove(TrammelPropertyRow *self, GtkBox *line, const TrammelField *field)
{
  GtkWidget *button = gtk_button_new_from_icon_name("list-remove-symbolic");
  g_autofree char *label = g_strdup_printf(_("Remove %s"), field->label);

  gtk_widget_add_css_class(button, "flat");
  gtk_widget_set_tooltip_text(button, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object(button, "clicked", G_CALLBACK(on_remove_clicked_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(line, button);
}

static void
add_choice(TrammelPropertyRow *self, GtkBox *line, const TrammelField *field, const char *name)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();

  for (guint i = 0; field->choices[i]; i++)
    g_strv_builder_add(builder, get_label(field, i));
  g_auto(GStrv) labels = g_strv_builder_end(builder);
  GtkWidget *choice = gtk_drop_down_new_from_strings((const char *const *)labels);

  self->choice = GTK_DROP_DOWN(choice);
  if (field->role == TRAMMEL_FIELD_ROLE_SUM_TERM)
    add_search(self->choice);
  gtk_widget_set_hexpand(choice, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(choice), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object(choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(line, choice);
}

static void
add_freedom(TrammelPropertyRow *self, TrammelDocument *document, GtkBox *line, const char *name)
{
  g_autofree char *lock_label = g_strdup_printf(_("Free %s"), name);
  g_autofree char *more_label = g_strdup_printf(_("Bounds and prior of %s"), name);

  self->lock = gtk_toggle_button_new();
  self->more = gtk_toggle_button_new();
  gtk_button_set_icon_name(GTK_BUTTON(self->more), "pan-down-symbolic");
  gtk_widget_add_css_class(self->lock, "lock");
  gtk_widget_add_css_class(self->more, "flat");
  gtk_widget_set_tooltip_text(self->more, _("Bounds, prior, tie"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->lock), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 lock_label, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 more_label, -1);
  self->origin = GTK_LABEL(gtk_label_new(NULL));
  gtk_widget_add_css_class(GTK_WIDGET(self->origin), "origin");
  gtk_label_set_ellipsize(self->origin, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars(self->origin, ORIGIN_CHARS);
  gtk_widget_set_visible(GTK_WIDGET(self->origin), FALSE);
  gtk_box_append(line, GTK_WIDGET(self->origin));
  g_signal_connect_object(self->lock, "toggled", G_CALLBACK(on_lock_toggled_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(line, self->lock);
  gtk_box_append(line, self->more);
  self->freedom = trammel_freedom_box_new(document);
  g_object_bind_property(self->more, "active", self->freedom, "visible", G_BINDING_SYNC_CREATE);
  gtk_box_append(GTK_BOX(self->content), self->freedom);
}

static GtkWidget *
new_label(const TrammelField *field)
{
  GtkWidget *label = gtk_label_new(field->label);
  int width = field->kind == TRAMMEL_FIELD_FACTOR ? ID_CHARS : LABEL_CHARS;

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_width_chars(GTK_LABEL(label), width);
  gtk_label_set_max_width_chars(GTK_LABEL(label), width);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text(label, field->label);
  return label;
}

GtkWidget *
trammel_property_row_new(TrammelDocument *document, const TrammelField *field)
{
  TrammelPropertyRow *self = g_object_new(TRAMMEL_TYPE_PROPERTY_ROW, NULL);
  GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *name = g_strconcat(field->group, *field->group ? " " : "", field->label, NULL);

  self->kind = field->kind;
  self->place = dup_place(field);
  self->content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append(GTK_BOX(self->content), line);
  if (field->kind != TRAMMEL_FIELD_ADD)
    gtk_box_append(GTK_BOX(line), new_label(field));
  if (field->kind == TRAMMEL_FIELD_ADD)
    add_button(self, GTK_BOX(line), field);
  else if (field->kind == TRAMMEL_FIELD_CHOICE)
    add_choice(self, GTK_BOX(line), field, name);
  else if (field->kind == TRAMMEL_FIELD_COLOR)
    add_color(self, GTK_BOX(line), name);
  else
    add_entries(self, GTK_BOX(line), field, name);
  self->unit = GTK_LABEL(gtk_label_new(NULL));
  gtk_label_set_xalign(self->unit, 0);
  gtk_widget_add_css_class(GTK_WIDGET(self->unit), "dim-label");
  gtk_widget_add_css_class(GTK_WIDGET(self->unit), "unit");
  if (field->kind == TRAMMEL_FIELD_QUANTITY || field->kind == TRAMMEL_FIELD_NUMBER)
    gtk_label_set_width_chars(self->unit, UNIT_CHARS);
  gtk_box_append(GTK_BOX(line), GTK_WIDGET(self->unit));
  if (field->can_be_free)
    add_freedom(self, document, GTK_BOX(line), name);
  self->is_removable = field->is_removable;
  if (field->is_removable)
    add_remove(self, GTK_BOX(line), field);
  trammel_form_set_up(TRAMMEL_FORM(self), document, self->content);
  return GTK_WIDGET(self);
}
