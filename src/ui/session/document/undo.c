#include "ui/session/document/undo.h"

/* Time within which the edits of a drag, or repeated clicks, form one step. */
#define JOIN_USEC (1000 * 1000)

/* Enough for a day's work; a project without its samples takes about ten kilobytes. */
#define MAX_STEPS 500

typedef struct {
  TrammelState state;
  char *label;
} Step;

struct _TrammelUndo {
  GPtrArray *past, *future; /* of Step; the last is the next one */
  char *key;                /* key of the step that may still be extended */
  gint64 time;
  gboolean is_held; /* a slider is held: time does not end the step */
};

static TrammelState
copy_state(const TrammelState *state)
{
  return (TrammelState){.project = trammel_project_ref(state->project),
                        .marks = state->marks ? g_ptr_array_ref(state->marks) : NULL};
}

void
trammel_state_clear(TrammelState *state)
{
  g_clear_pointer(&state->project, trammel_project_unref);
  g_clear_pointer(&state->marks, g_ptr_array_unref);
}

static Step *
new_step(const TrammelState *state, const char *label)
{
  Step *step = g_new0(Step, 1);
  step->state = copy_state(state);
  step->label = g_strdup(label);
  return step;
}

static void
free_step(gpointer data)
{
  Step *step = data;
  trammel_state_clear(&step->state);
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

static Step *
find_open_step(const TrammelUndo *undo, const char *key)
{
  gboolean is_open = undo->is_held || g_get_monotonic_time() - undo->time < JOIN_USEC;

  return is_open && undo->key && g_strcmp0(undo->key, key) == 0 && undo->past->len > 0
             ? undo->past->pdata[undo->past->len - 1]
             : NULL;
}

const TrammelState *
trammel_undo_find_open(const TrammelUndo *undo, const char *key)
{
  Step *step = find_open_step(undo, key);

  return step ? &step->state : NULL;
}

void
trammel_undo_push(TrammelUndo *undo, const TrammelState *before, const char *label, const char *key)
{
  Step *open = find_open_step(undo, key);

  g_ptr_array_set_size(undo->future, 0);
  undo->time = g_get_monotonic_time();
  if (open) {
    g_free(open->label);
    open->label = g_strdup(label);
    return;
  }
  g_free(undo->key);
  undo->key = g_strdup(key);
  g_ptr_array_add(undo->past, new_step(before, label));
  if (undo->past->len > MAX_STEPS)
    g_ptr_array_remove_index(undo->past, 0);
}

void
trammel_undo_hold_step(TrammelUndo *undo)
{
  trammel_undo_close_step(undo);
  undo->is_held = TRUE;
}

void
trammel_undo_close_step(TrammelUndo *undo)
{
  undo->is_held = FALSE;
  g_clear_pointer(&undo->key, g_free);
}

const char *
trammel_undo_get_label(const TrammelUndo *undo, int step)
{
  const GPtrArray *steps = step < 0 ? undo->past : undo->future;
  guint back = (guint)ABS(step);

  return back >= 1 && back <= steps->len ? ((Step *)steps->pdata[steps->len - back])->label : NULL;
}

gboolean
trammel_undo_move(TrammelUndo *undo, int direction, const TrammelState *present, TrammelState *next)
{
  GPtrArray *from = direction < 0 ? undo->past : undo->future;
  GPtrArray *to = direction < 0 ? undo->future : undo->past;

  trammel_undo_close_step(undo);
  if (from->len == 0)
    return FALSE;
  Step *step = g_ptr_array_steal_index(from, from->len - 1);
  *next = copy_state(&step->state);
  g_ptr_array_add(to, new_step(present, step->label));
  free_step(step);
  return TRUE;
}
