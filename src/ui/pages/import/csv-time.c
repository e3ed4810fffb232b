#include "ui/pages/import/csv-time.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/problem/finding.h"
#include "ui/session/import/csv-segments.h"
#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/short-choice.h"
#include "ui/widgets/template.h"

/* Units after the first choice, which is the file's own. */
static const char *const units[] = {NULL, "s", "ms", "us", "ns", "min", "h"};

struct _TrammelCsvTime {
  GtkWidget parent_instance;
  GtkCheckButton *kinds[3]; /* by TrammelDraftTime */
  GtkDropDown *column, *unit, *day, *clock;
  GtkDropDown *segments, *segment; /* kind of segmentation, and its column */
  GtkWidget *rate, *mend, *sort, *by_row, *split;
  GtkLabel *facts, *parts;
  TrammelCsvDraft *draft;
  TrammelDataset *dataset;
  GPtrArray *names; /* char *: references of the columns, in the order of the drop-downs */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelCsvTime, trammel_csv_time, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tell(TrammelCsvTime *self)
{
  self->draft->is_time_chosen = TRUE;
  g_signal_emit(self, signals[CHANGED], 0);
}

/* ---- the user -------------------------------------------------------------------------------- */

static void
take_column(TrammelCsvTime *self, char **reference, GtkDropDown *choice)
{
  guint i = gtk_drop_down_get_selected(choice);

  if (i < self->names->len) {
    g_free(*reference);
    *reference = g_strdup(self->names->pdata[i]);
  }
}

static void
on_kind_toggled_cb(TrammelCsvTime *self)
{
  if (self->filling || !self->draft)
    return;
  for (guint i = 0; i < G_N_ELEMENTS(self->kinds); i++)
    if (gtk_check_button_get_active(self->kinds[i])) {
      if (self->draft->time == (TrammelDraftTime)i)
        return;
      self->draft->time = (TrammelDraftTime)i;
    }
  if (self->draft->time == TRAMMEL_DRAFT_COLUMN && !self->draft->column)
    take_column(self, &self->draft->column, self->column);
  if (self->draft->time == TRAMMEL_DRAFT_DATES) {
    take_column(self, &self->draft->day, self->day);
    take_column(self, &self->draft->clock, self->clock);
  }
  tell(self);
}

static void
on_choice_selected_cb(TrammelCsvTime *self)
{
  if (self->filling || !self->draft)
    return;
  if (self->draft->time == TRAMMEL_DRAFT_COLUMN)
    take_column(self, &self->draft->column, self->column);
  if (self->draft->time == TRAMMEL_DRAFT_DATES) {
    take_column(self, &self->draft->day, self->day);
    take_column(self, &self->draft->clock, self->clock);
  }
  g_free(self->draft->unit);
  self->draft->unit =
      g_strdup(units[MIN(gtk_drop_down_get_selected(self->unit), G_N_ELEMENTS(units) - 1)]);
  tell(self);
}

static gboolean
on_rate_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelCsvTime *self = user;
  double rate;

  if (!trammel_parse_quantity(text, "Hz", NAN, &rate, NULL) || !(rate > 0))
    return FALSE;
  self->draft->rate = rate;
  tell(self);
  return TRUE;
}

static void
on_sort_clicked_cb(TrammelCsvTime *self)
{
  g_free(self->draft->import->sort);
  self->draft->import->sort = g_strdup(self->draft->column);
  tell(self);
}

static void
on_split_clicked_cb(TrammelCsvTime *self)
{
  self->draft->segments = TRAMMEL_SEGMENTS_TIME;
  tell(self);
}

static void
on_segments_selected_cb(TrammelCsvTime *self)
{
  if (self->filling || !self->draft)
    return;
  self->draft->segments = (TrammelDraftSegments)gtk_drop_down_get_selected(self->segments);
  if (self->draft->segments == TRAMMEL_SEGMENTS_COLUMN)
    take_column(self, &self->draft->segment, self->segment);
  tell(self);
}

/* Sets the rate to that of most stamps. */
static void
on_by_row_clicked_cb(TrammelCsvTime *self)
{
  TrammelDraftClock clock;

  trammel_csv_draft_read_clock(&clock, self->draft, self->dataset);
  if (clock.step > 0)
    self->draft->rate = trammel_round_digits(1 / clock.step, 4);
  trammel_draft_clock_clear(&clock);
  self->draft->time = TRAMMEL_DRAFT_RATE;
  tell(self);
}

/* ---- display --------------------------------------------------------------------------------- */

static void
fill_names(TrammelCsvTime *self)
{
  g_autoptr(GtkStringList) labels = gtk_string_list_new(NULL);

  g_ptr_array_set_size(self->names, 0);
  for (guint i = 0; i < trammel_dataset_get_n_columns(self->dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(self->dataset, i);
    if (column->is_skipped)
      continue;
    g_ptr_array_add(self->names, trammel_dataset_dup_reference(self->dataset, i));
    gtk_string_list_append(labels, column->name);
  }
  gtk_drop_down_set_model(self->column, G_LIST_MODEL(labels));
  gtk_drop_down_set_model(self->day, G_LIST_MODEL(labels));
  gtk_drop_down_set_model(self->clock, G_LIST_MODEL(labels));
  gtk_drop_down_set_model(self->segment, G_LIST_MODEL(labels));
}

static void
select_name(TrammelCsvTime *self, GtkDropDown *choice, const char *reference, guint other)
{
  guint i = other;

  if (reference)
    g_ptr_array_find_with_equal_func(self->names, reference, g_str_equal, &i);
  gtk_drop_down_set_selected(choice, i);
}

static void
show_choices(TrammelCsvTime *self)
{
  TrammelDraftTime kind = self->draft->time;
  g_autofree char *rate = trammel_format_entry(self->draft->rate);

  gtk_check_button_set_active(self->kinds[kind], TRUE);
  select_name(self, self->column, self->draft->column, 0);
  select_name(self, self->day, self->draft->day, 0);
  select_name(self, self->clock, self->draft->clock, MIN(1, self->names->len - 1));
  for (guint i = 0; i < G_N_ELEMENTS(units); i++)
    if (g_strcmp0(units[i], self->draft->unit) == 0)
      gtk_drop_down_set_selected(self->unit, i);
  trammel_commit_entry_set_number(self->rate, rate);
  gtk_widget_set_sensitive(GTK_WIDGET(self->column), kind == TRAMMEL_DRAFT_COLUMN);
  gtk_widget_set_sensitive(GTK_WIDGET(self->unit), kind == TRAMMEL_DRAFT_COLUMN);
  gtk_widget_set_sensitive(GTK_WIDGET(self->day), kind == TRAMMEL_DRAFT_DATES);
  gtk_widget_set_sensitive(GTK_WIDGET(self->clock), kind == TRAMMEL_DRAFT_DATES);
  gtk_widget_set_sensitive(self->rate, kind == TRAMMEL_DRAFT_RATE);
}

static void
show_segments(TrammelCsvTime *self, gboolean can_split)
{
  g_autoptr(GArray) found = trammel_csv_segments_find(self->draft, self->dataset);
  g_autofree char *words = found ? trammel_csv_segments_describe(found) : NULL;

  gtk_drop_down_set_selected(self->segments, self->draft->segments);
  select_name(self, self->segment, self->draft->segment, self->names->len - 1);
  gtk_widget_set_visible(GTK_WIDGET(self->segment),
                         self->draft->segments == TRAMMEL_SEGMENTS_COLUMN);
  gtk_widget_set_sensitive(GTK_WIDGET(self->segments), can_split);
  gtk_widget_set_tooltip_text(
      GTK_WIDGET(self->segments),
      can_split ? _("Several experiments in one file become separate logs; the file is not changed")
                : _("Only a file that is imported alone can be split"));
  gtk_label_set_text(self->parts, words ? words : "");
}

static void
trammel_csv_time_dispose(GObject *object)
{
  TrammelCsvTime *self = TRAMMEL_CSV_TIME(object);

  self->filling = TRUE;
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_CSV_TIME);
  G_OBJECT_CLASS(trammel_csv_time_parent_class)->dispose(object);
}

static void
trammel_csv_time_finalize(GObject *object)
{
  g_ptr_array_unref(TRAMMEL_CSV_TIME(object)->names);
  G_OBJECT_CLASS(trammel_csv_time_parent_class)->finalize(object);
}

static void
trammel_csv_time_class_init(TrammelCsvTimeClass *klass)
{
  static const char *const kinds[] = {"by_column", "by_dates", "by_rate"};
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_csv_time_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_csv_time_finalize;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/import/csv-time.ui");
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    gtk_widget_class_bind_template_child_full(
        widget_class, kinds[i], FALSE,
        (gssize)(G_STRUCT_OFFSET(TrammelCsvTime, kinds) + i * sizeof(GtkCheckButton *)));
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, column);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, unit);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, day);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, clock);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, rate);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, mend);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, sort);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, by_row);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, facts);
  gtk_widget_class_bind_template_callback(widget_class, on_kind_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_choice_selected_cb);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, split);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, segments);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, segment);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvTime, parts);
  gtk_widget_class_bind_template_callback(widget_class, on_split_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_segments_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_sort_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_by_row_clicked_cb);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_csv_time_init(TrammelCsvTime *self)
{
  self->names = g_ptr_array_new_with_free_func(g_free);
  self->filling = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  self->filling = FALSE;
  trammel_short_choice_init(self->column, 14);
  trammel_short_choice_init(self->day, 10);
  trammel_short_choice_init(self->clock, 10);
  trammel_short_choice_init(self->segment, 14);
  trammel_commit_entry_connect(self->rate, on_rate_committed_cb, self);
}

void
trammel_csv_time_show(TrammelCsvTime *self,
                      TrammelCsvDraft *draft,
                      TrammelDataset *dataset,
                      const TrammelDraftClock *clock,
                      gboolean can_split)
{
  g_return_if_fail(TRAMMEL_IS_CSV_TIME(self));
  g_autofree char *facts = trammel_draft_clock_describe(clock);
  gboolean is_column = draft->time == TRAMMEL_DRAFT_COLUMN;

  self->draft = draft;
  self->filling = TRUE;
  if (dataset != self->dataset) {
    g_clear_pointer(&self->dataset, trammel_dataset_unref);
    self->dataset = trammel_dataset_ref(dataset);
    fill_names(self);
  }
  show_choices(self);
  trammel_label_set_numbers(self->facts, facts);
  show_segments(self, can_split);
  gtk_widget_set_visible(self->mend,
                         clock->n_unordered > 0 && draft->segments == TRAMMEL_SEGMENTS_NONE);
  gtk_widget_set_visible(self->split, can_split);
  gtk_widget_set_visible(self->sort, is_column && !draft->import->sort);
  self->filling = FALSE;
}
