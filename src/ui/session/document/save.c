/* Saving of a document: writes a copy of its state, on this thread or on another one. */
#include "io/project/save.h"
#include "io/base/json_writer.h"
#include "io/project/put.h"
#include "ui/session/document/private.h"

/* State of a document, and the file to write it to. */
typedef struct {
  GFile *file;
  char *path;
  TrammelProject *origin;  /* project of the document, ... */
  TrammelProject *project; /* ... and with the state of the window */
  GPtrArray *runs;         /* texts */
  TrammelRunMarks *marks;  /* nullable */
  guint n_runs;
  TrammelFileStamp stamp; /* of the file when it is written */
} State;

static void
free_state(State *state)
{
  g_clear_object(&state->file);
  g_free(state->path);
  g_clear_pointer(&state->origin, trammel_project_unref);
  g_clear_pointer(&state->project, trammel_project_unref);
  g_clear_pointer(&state->runs, g_ptr_array_unref);
  g_clear_pointer(&state->marks, g_ptr_array_unref);
  g_free(state);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(State, free_state)

/* Returns the project to be written (transfer full). */
static TrammelProject *
add_view(TrammelDocument *self)
{
  TrammelProject *project = trammel_project_copy(self->project);

  if (trammel_project_put(project, "window", self->view, NULL))
    return project;
  /* a project of a newer version: saved as it is */
  trammel_project_unref(project);
  return trammel_project_ref(self->project);
}

void
trammel_document_take_view(TrammelDocument *self, JsonNode *view)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  g_free(self->view);
  self->view = trammel_json_node_to_text(view);
  json_node_unref(view);
}

static State *
take_state(TrammelDocument *self, GFile *file)
{
  TrammelRunMarks *marks = trammel_run_list_get_marks(self->run_list);
  State *state = g_new0(State, 1);

  state->file = file ? g_object_ref(file) : NULL;
  state->path = file ? g_file_get_path(file) : NULL;
  state->origin = trammel_project_ref(self->project);
  state->project = self->view ? add_view(self) : trammel_project_ref(self->project);
  state->runs = trammel_run_list_dup_texts(self->run_list);
  state->marks = marks ? g_ptr_array_ref(marks) : NULL;
  state->n_runs = trammel_run_list_get_n_all(self->run_list);
  return state;
}

/* Records `state` as the content of the file, read back as the project `saved`. */
static void
note_saved(TrammelDocument *self, State *state, TrammelProject *saved)
{
  g_clear_pointer(&self->saved, trammel_project_unref);
  g_clear_pointer(&self->saved_marks, g_ptr_array_unref);
  self->saved = trammel_project_ref(saved);
  self->saved_marks = g_steal_pointer(&state->marks);
  self->n_saved_runs = state->n_runs;
}

void
_trammel_document_note_saved(TrammelDocument *self)
{
  g_autoptr(State) state = take_state(self, NULL);

  note_saved(self, state, self->project);
}

static TrammelProject *
write_state(State *state, GError **error)
{
  if (!state->path) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                "This place is not a local folder. Choose a local one.");
    return NULL;
  }
  g_autofree char *sha256 = NULL;
  TrammelProject *saved =
      trammel_project_save_as(state->project, state->path, state->runs, &sha256, error);
  if (saved)
    state->stamp = trammel_file_stamp_take(state->path, sha256);
  return saved;
}

/* Makes the written project the present one, unless there were edits meanwhile. */
static void
settle(TrammelDocument *self, State *state, TrammelProject *saved)
{
  g_set_object(&self->file, state->file);
  self->stamp = state->stamp;
  if (self->project == state->origin) {
    trammel_project_unref(self->project);
    self->project = trammel_project_ref(saved);
  }
  note_saved(self, state, saved);
  _trammel_document_notify(self);
}

gboolean
trammel_document_save(TrammelDocument *self, GFile *file, GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_DOCUMENT(self), FALSE);
  g_autoptr(State) state = take_state(self, file);
  g_autoptr(TrammelProject) saved = write_state(state, error);

  if (saved)
    settle(self, state, saved);
  return saved != NULL;
}

static void
save_in_thread(GTask *task, gpointer source, gpointer state, GCancellable *cancellable)
{
  GError *error = NULL;
  TrammelProject *saved = write_state(state, &error);

  _trammel_document_return(task, saved, error);
}

void
trammel_document_save_async(TrammelDocument *self,
                            GFile *file,
                            GAsyncReadyCallback callback,
                            gpointer user)
{
  g_return_if_fail(TRAMMEL_IS_DOCUMENT(self));
  g_autoptr(GTask) task = g_task_new(self, NULL, callback, user);

  g_task_set_source_tag(task, trammel_document_save_async);
  self->n_saving++;
  g_task_set_task_data(task, take_state(self, file), (GDestroyNotify)free_state);
  g_task_run_in_thread(task, save_in_thread);
}

gboolean
trammel_document_save_finish(TrammelDocument *self, GAsyncResult *result, GError **error)
{
  g_autoptr(TrammelProject) saved = g_task_propagate_pointer(G_TASK(result), error);

  self->n_saving--;
  if (saved)
    settle(self, g_task_get_task_data(G_TASK(result)), saved);
  return saved != NULL;
}
