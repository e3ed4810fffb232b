#include "ui/pages/identify/step-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/parts/setting-row.h"
#include "ui/session/run/step.h"
#include "ui/session/text/format.h"

/* The slider spans 0.1 ms to 50 ms about 10 ms. */
#define REFERENCE 0.01

struct _TrammelStepRow {
  GtkWidget parent_instance;
  TrammelSettingRow *row;
  GtkDropDown *choice;
  double number; /* value of the choice "number" */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelStepRow, trammel_step_row, GTK_TYPE_WIDGET)

enum { EDITED, GRASPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { CHOICE_AUTO, CHOICE_NUMBER };

static const char *const words[] = {"auto", NULL};

static const TrammelSettingLook look = {
    .label = N_("Time step h"),
    .tooltip = N_("Time step of the fit. “auto” takes it from the motion in the logs; or write for "
                  "example 2 ms or 0.002."),
    .term = "time-step-h",
    .unit = "s",
    .low = -2,
    .high = 0.7,
    .reset = "auto",
    .words = words,
    .lines = 2,
};

static void
on_choice_selected_cb(TrammelStepRow *self)
{
  guint selected = gtk_drop_down_get_selected(self->choice);

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_autofree char *value =
      selected == CHOICE_AUTO ? g_strdup("auto") : trammel_format_entry(self->number);
  g_signal_emit(self, signals[EDITED], 0, value);
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
on_row_edited_cb(TrammelStepRow *self, const char *text)
{
  g_signal_emit(self, signals[EDITED], 0, text);
}

static void
on_row_grasped_cb(TrammelStepRow *self)
{
  g_signal_emit(self, signals[GRASPED], 0);
}

static void
on_row_released_cb(TrammelStepRow *self)
{
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
trammel_step_row_dispose(GObject *object)
{
  TrammelStepRow *self = TRAMMEL_STEP_ROW(object);

  if (self->row)
    gtk_widget_unparent(GTK_WIDGET(self->row));
  self->row = NULL;
  G_OBJECT_CLASS(trammel_step_row_parent_class)->dispose(object);
}

static void
trammel_step_row_class_init(TrammelStepRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_step_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "steprow");
  signals[EDITED] = g_signal_new("edited", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[GRASPED] = g_signal_new("grasped", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_choice(TrammelStepRow *self)
{
  const char *const labels[] = {[CHOICE_AUTO] = _("Auto: from the logs"),
                                [CHOICE_NUMBER] = _("A number, by the slider"),
                                NULL};

  self->choice = GTK_DROP_DOWN(gtk_drop_down_new_from_strings(labels));
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->choice), _("Source of the time step"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Source of the time step"), -1);
  g_signal_connect_object(self->choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_widget_set_margin_top(GTK_WIDGET(self->choice), 3);
  trammel_setting_row_add(self->row, GTK_WIDGET(self->choice));
}

static void
trammel_step_row_init(TrammelStepRow *self)
{
  self->number = REFERENCE;
  self->row = g_object_new(TRAMMEL_TYPE_SETTING_ROW, NULL);
  gtk_widget_set_parent(GTK_WIDGET(self->row), GTK_WIDGET(self));
  trammel_setting_row_set_look(self->row, &look);
  g_signal_connect_object(self->row, "edited", G_CALLBACK(on_row_edited_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->row, "grasped", G_CALLBACK(on_row_grasped_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->row, "released", G_CALLBACK(on_row_released_cb), self,
                          G_CONNECT_SWAPPED);
  add_choice(self);
}

/* Returns the time of the newest full run [s]; NAN before the first. */
static double
get_last_seconds(TrammelDocument *document)
{
  GListModel *runs = trammel_document_get_runs(document);
  guint n = g_list_model_get_n_items(runs);
  g_autoptr(TrammelRun) last = n ? g_list_model_get_item(runs, n - 1) : NULL;

  return last ? trammel_run_get_fit(last)->seconds : NAN;
}

/* Returns the step if it is automatic and the number of steps, then the time of the last full
 * run. */
static char *
dup_caption(const TrSettings *settings, TrammelRun *run, double seconds)
{
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;
  g_autofree char *step = isnan(settings->h) ? trammel_step_dup_text(settings, run) : NULL;
  g_autofree char *count =
      fit && fit->n_logs ? g_strdup_printf(_("%d steps"), fit->logs[0].n_nodes - 1) : NULL;
  g_autofree char *time = isfinite(seconds) ? trammel_format_prefixed(seconds, "s") : NULL;
  g_autofree char *took = time ? g_strdup_printf(_("the last run took %s"), time) : NULL;

  return g_strconcat(step ? step : "", step && count ? " · " : "", count ? count : "",
                     took ? "\n" : NULL, took, NULL);
}

void
trammel_step_row_update(TrammelStepRow *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_STEP_ROW(self));
  if (!document)
    return;
  TrammelRun *run = trammel_document_get_run(document);
  const TrSettings *settings = trammel_project_get_settings(trammel_document_get_project(document));
  g_autofree char *caption = dup_caption(settings, run, get_last_seconds(document));
  double h = trammel_step_get(settings, run);

  self->number = isnan(h) ? REFERENCE : h;
  trammel_setting_row_set_caption(self->row, caption);
  if (isnan(settings->h))
    trammel_setting_row_set_word(self->row, words[0], self->number, REFERENCE);
  else
    trammel_setting_row_set_value(self->row, self->number, REFERENCE);
  self->updating = TRUE;
  gtk_drop_down_set_selected(self->choice, isnan(settings->h) ? CHOICE_AUTO : CHOICE_NUMBER);
  self->updating = FALSE;
}
