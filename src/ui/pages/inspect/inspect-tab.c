#include "ui/pages/inspect/inspect-tab.h"

#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"

typedef struct {
  TrammelRunAnalysis *analysis, *other;
  GtkDropDown *log;
  GtkWidget *log_label;
  gboolean is_updating;
} TrammelInspectTabPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelInspectTab, trammel_inspect_tab, GTK_TYPE_WIDGET)

static TrammelInspectTabPrivate *
get(TrammelInspectTab *self)
{
  return trammel_inspect_tab_get_instance_private(self);
}

static void
trammel_inspect_tab_dispose(GObject *object)
{
  TrammelInspectTabPrivate *own = get(TRAMMEL_INSPECT_TAB(object));

  own->log = NULL;
  g_clear_pointer(&own->analysis, trammel_run_analysis_unref);
  g_clear_pointer(&own->other, trammel_run_analysis_unref);
  trammel_template_dispose(object, G_OBJECT_TYPE(object));
  G_OBJECT_CLASS(trammel_inspect_tab_parent_class)->dispose(object);
}

static void
trammel_inspect_tab_class_init(TrammelInspectTabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_inspect_tab_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "inspecttab");
}

static void
trammel_inspect_tab_init(TrammelInspectTab *self)
{
}

void
trammel_inspect_tab_set_choice(TrammelInspectTab *self, GtkDropDown *log, GtkWidget *log_label)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_TAB(self));
  get(self)->log = log;
  get(self)->log_label = log_label;
}

static void
offer_logs(TrammelInspectTab *self, TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autofree const char **names = g_new0(const char *, task->n_logs + 1);

  for (int l = 0; l < task->n_logs; l++)
    names[l] = task->logs[l].name;
  trammel_string_drop_down_set_names(get(self)->log, names, get(self)->log_label);
}

void
trammel_inspect_tab_update(TrammelInspectTab *self)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_TAB(self));
  TrammelInspectTabPrivate *own = get(self);

  if (own->is_updating || !own->analysis || !own->log)
    return;
  own->is_updating = TRUE;
  offer_logs(self, own->analysis->run);
  TRAMMEL_INSPECT_TAB_GET_CLASS(self)->update(self);
  own->is_updating = FALSE;
}

void
trammel_inspect_tab_set_analysis(TrammelInspectTab *self,
                                 TrammelRunAnalysis *analysis,
                                 TrammelRunAnalysis *other)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_TAB(self));
  TrammelInspectTabPrivate *own = get(self);
  TrammelRunAnalysis *const old[] = {own->analysis, own->other};

  own->analysis = analysis ? trammel_run_analysis_ref(analysis) : NULL;
  own->other = other ? trammel_run_analysis_ref(other) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS(old); i++)
    if (old[i])
      trammel_run_analysis_unref(old[i]);
  trammel_inspect_tab_update(self);
}

TrammelRunAnalysis *
trammel_inspect_tab_get_analysis(TrammelInspectTab *self)
{
  g_return_val_if_fail(TRAMMEL_IS_INSPECT_TAB(self), NULL);
  return get(self)->analysis;
}

TrammelRunAnalysis *
trammel_inspect_tab_get_other(TrammelInspectTab *self)
{
  g_return_val_if_fail(TRAMMEL_IS_INSPECT_TAB(self), NULL);
  return get(self)->other;
}

int
trammel_inspect_tab_get_log(TrammelInspectTab *self)
{
  g_return_val_if_fail(TRAMMEL_IS_INSPECT_TAB(self), 0);
  return (int)trammel_string_drop_down_get(get(self)->log);
}

void
trammel_inspect_tab_select_log(TrammelInspectTab *self, const char *name)
{
  g_return_if_fail(TRAMMEL_IS_INSPECT_TAB(self));
  trammel_string_drop_down_select(get(self)->log, name);
}
