#include "ui/session/thread/worker.h"

/* Request or report with its serial. */
typedef struct {
  const TrammelWorkerClass *klass;
  guint serial;
  gpointer content;
} Box;

typedef struct {
  const TrammelWorkerClass *klass;
  gpointer content;
} State;

struct _TrammelWork {
  TrammelWorkerThread *thread;
  const Box *request;
};

typedef struct {
  TrammelWorkerThread *thread;
  guint serial; /* of the latest request */
  guint wanted; /* first request whose reports are delivered */
  gboolean running;
} Private;

typedef Private TrammelWorkerPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelWorker, trammel_worker, G_TYPE_OBJECT)

enum { PROP_RUNNING = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

static Private *
get(TrammelWorker *self)
{
  return trammel_worker_get_instance_private(self);
}

static void
trammel_worker_dispose(GObject *object)
{
  g_clear_pointer(&get(TRAMMEL_WORKER(object))->thread, trammel_worker_thread_quit);
  G_OBJECT_CLASS(trammel_worker_parent_class)->dispose(object);
}

static void
trammel_worker_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_RUNNING:
    g_value_set_boolean(value, get(TRAMMEL_WORKER(object))->running);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_worker_class_init(TrammelWorkerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);

  object_class->dispose = trammel_worker_dispose;
  object_class->get_property = trammel_worker_get_property;
  properties[PROP_RUNNING] =
      g_param_spec_boolean("running", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void
trammel_worker_init(TrammelWorker *self)
{
}

static void
free_request(gpointer data)
{
  Box *box = data;

  box->klass->free_request(box->content);
  g_free(box);
}

static void
free_report(gpointer data)
{
  Box *box = data;

  box->klass->free_report(box->content);
  g_free(box);
}

static void
free_state(gpointer data)
{
  State *state = data;

  if (state->klass->free_state)
    state->klass->free_state(state->content);
  g_free(state);
}

static Box *
new_box(const TrammelWorkerClass *klass, guint serial, gpointer content)
{
  Box *box = g_new(Box, 1);

  *box = (Box){klass, serial, content};
  return box;
}

/* ---- on the thread --------------------------------------------------------------------------- */

static void
do_work(TrammelWorkerThread *thread, gpointer data, gpointer user)
{
  const Box *box = data;
  const State *state = user;
  TrammelWork work = {thread, box};

  box->klass->work(&work, box->content, state->content);
}

void
trammel_work_publish(const TrammelWork *work, gpointer report)
{
  trammel_worker_thread_publish(work->thread,
                                new_box(work->request->klass, work->request->serial, report));
}

bool
trammel_work_has_next(const TrammelWork *work)
{
  return trammel_worker_thread_has_next(work->thread);
}

bool
trammel_work_is_cancelled(const TrammelWork *work)
{
  return trammel_worker_thread_is_cancelled(work->thread, work->request->serial);
}

/* ---- in the main context --------------------------------------------------------------------- */

static void
deliver(gpointer data, gpointer user)
{
  const Box *box = data;
  Private *p = get(user);
  gboolean is_latest = box->serial == p->serial;

  if (box->serial >= p->wanted && (is_latest || box->klass->takes_late))
    box->klass->take_report(user, box->content, is_latest);
}

void
trammel_worker_start(TrammelWorker *self, gpointer state)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self) && !get(self)->thread);
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default();
  const TrammelWorkerClass *klass = TRAMMEL_WORKER_GET_CLASS(self);
  const TrammelWorkerThreadRole role = {.name = klass->name,
                                        .work = do_work,
                                        .free_request = free_request,
                                        .free_report = free_report,
                                        .free_state = free_state,
                                        .priority = klass->priority};
  State *own = g_new(State, 1);

  *own = (State){klass, state};
  get(self)->thread = trammel_worker_thread_new(&role, own, context, deliver, G_OBJECT(self));
}

void
trammel_worker_submit(TrammelWorker *self, gpointer request)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self));
  Private *p = get(self);

  trammel_worker_thread_submit(p->thread,
                               new_box(TRAMMEL_WORKER_GET_CLASS(self), ++p->serial, request));
  trammel_worker_set_running(self, TRUE);
}

void
trammel_worker_cancel(TrammelWorker *self)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self));
  trammel_worker_thread_cancel(get(self)->thread, get(self)->serial);
}

void
trammel_worker_drop(TrammelWorker *self)
{
  trammel_worker_cancel(self);
  get(self)->wanted = get(self)->serial + 1;
  trammel_worker_set_running(self, FALSE);
}

void
trammel_worker_set_running(TrammelWorker *self, gboolean running)
{
  g_return_if_fail(TRAMMEL_IS_WORKER(self));
  if (get(self)->running == running)
    return;
  get(self)->running = running;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_RUNNING]);
}

gboolean
trammel_worker_get_running(TrammelWorker *self)
{
  g_return_val_if_fail(TRAMMEL_IS_WORKER(self), FALSE);
  return get(self)->running;
}
