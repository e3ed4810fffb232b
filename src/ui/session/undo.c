#include "ui/session/undo.h"

/* One second joins the steps of a drag or of repeated clicks on one thing. */
#define JOIN_USEC (1000 * 1000)

/* Enough for a day's work; a project without its samples takes some ten kilobytes. */
#define MAX_STEPS 500

typedef struct {
  TrammelProject *project;
  char *label;
} Step;

struct _TrammelUndo {
  GPtrArray *past, *future; /* of Step; the last is the next to take */
  char *key;                /* of the step that may still grow */
  gint64 time;
};

static Step *
new_step(TrammelProject *project, const char *label)
{
  Step *step = g_new0(Step, 1);
  step->project = trammel_project_ref(project);
  step->label = g_strdup(label);
  return step;
}

static void
free_step(gpointer data)
{
  Step *step = data;
  trammel_project_unref(step->project);
  g_free(step->label);
  g_free(step);
}

TrammelUndo *
trammel_undo_new(void)
{
  TrammelUndo *undo = g_new0(TrammelUndo, 1);
  undo->past = g_ptr_array_new_with_free_func(free_step);
  undo->future = g_ptr_array_new_with_free_func(free_step);
  return undo;
}

void
trammel_undo_free(TrammelUndo *undo)
{
  g_ptr_array_unref(undo->past);
  g_ptr_array_unref(undo->future);
  g_free(undo->key);
  g_free(undo);
}

void
trammel_undo_push(TrammelUndo *undo, TrammelProject *before, const char *label, const char *key)
{
  gint64 now = g_get_monotonic_time();
  gboolean joins = undo->key && g_strcmp0(undo->key, key) == 0 && now - undo->time < JOIN_USEC &&
                   undo->past->len > 0;

  g_ptr_array_set_size(undo->future, 0);
  undo->time = now;
  if (joins)
    return;
  g_free(undo->key);
  undo->key = g_strdup(key);
  g_ptr_array_add(undo->past, new_step(before, label));
  if (undo->past->len > MAX_STEPS)
    g_ptr_array_remove_index(undo->past, 0);
}

void
trammel_undo_close_step(TrammelUndo *undo)
{
  g_clear_pointer(&undo->key, g_free);
}

static const char *
get_last_label(const GPtrArray *steps)
{
  return steps->len ? ((Step *)g_ptr_array_index(steps, steps->len - 1))->label : NULL;
}

const char *
trammel_undo_get_undo_label(const TrammelUndo *undo)
{
  return get_last_label(undo->past);
}

const char *
trammel_undo_get_redo_label(const TrammelUndo *undo)
{
  return get_last_label(undo->future);
}

static TrammelProject *
move_step(TrammelUndo *undo, GPtrArray *from, GPtrArray *to, TrammelProject *present)
{
  trammel_undo_close_step(undo);
  if (from->len == 0)
    return NULL;
  Step *step = g_ptr_array_steal_index(from, from->len - 1);
  TrammelProject *project = trammel_project_ref(step->project);
  g_ptr_array_add(to, new_step(present, step->label));
  free_step(step);
  return project;
}

TrammelProject *
trammel_undo_undo(TrammelUndo *undo, TrammelProject *present)
{
  return move_step(undo, undo->past, undo->future, present);
}

TrammelProject *
trammel_undo_redo(TrammelUndo *undo, TrammelProject *present)
{
  return move_step(undo, undo->future, undo->past, present);
}
