#include "ui/session/thread/worker-thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>

/* Niceness of the thread and of those that it starts, relative to the interface. */
enum { NICENESS = 12 };

struct _TrammelWorkerThread {
  TrammelWorkerThreadRole role;
  atomic_int refs;
  atomic_bool has_next;
  atomic_uint cancelled; /* requests up to this serial are cancelled */
  pthread_mutex_t mutex; /* guards next, report, source_pending and quit */
  pthread_cond_t wake;
  gpointer next, report;
  bool source_pending, quit;
  GMainContext *context;
  TrammelDeliverFunc deliver;
  gpointer state;
  GWeakRef user; /* used in `context` only */
};

/* Frees the former content of a slot. */
static void
free_old(GDestroyNotify free_func, gpointer old)
{
  if (old)
    free_func(old);
}

static void
unref_courier(gpointer data)
{
  TrammelWorkerThread *courier = data;

  if (atomic_fetch_sub(&courier->refs, 1) != 1)
    return;
  free_old(courier->role.free_request, courier->next);
  free_old(courier->role.free_report, courier->report);
  free_old(courier->role.free_state, courier->state);
  pthread_mutex_destroy(&courier->mutex);
  pthread_cond_destroy(&courier->wake);
  g_main_context_unref(courier->context);
  g_free(courier);
}

static gboolean
deliver_report(gpointer data)
{
  TrammelWorkerThread *courier = data;

  pthread_mutex_lock(&courier->mutex);
  gpointer report = g_steal_pointer(&courier->report);
  courier->source_pending = false;
  pthread_mutex_unlock(&courier->mutex);

  g_autoptr(GObject) user = g_weak_ref_get(&courier->user);
  if (user && report)
    courier->deliver(report, user);
  free_old(courier->role.free_report, report);
  return G_SOURCE_REMOVE;
}

void
trammel_worker_thread_publish(TrammelWorkerThread *courier, gpointer report)
{
  pthread_mutex_lock(&courier->mutex);
  gpointer old = courier->report;
  bool schedule = !courier->source_pending;
  courier->report = report;
  courier->source_pending = true;
  pthread_mutex_unlock(&courier->mutex);

  free_old(courier->role.free_report, old);
  if (!schedule)
    return;
  g_autoptr(GSource) source = g_idle_source_new();
  atomic_fetch_add(&courier->refs, 1);
  g_source_set_priority(source, courier->role.priority);
  g_source_set_callback(source, deliver_report, courier, unref_courier);
  g_source_attach(source, courier->context);
}

/* Returns the next request, or NULL if the thread must end. */
static gpointer
wait_for_request(TrammelWorkerThread *courier)
{
  pthread_mutex_lock(&courier->mutex);
  while (!courier->next && !courier->quit)
    pthread_cond_wait(&courier->wake, &courier->mutex);
  gpointer request = courier->quit ? NULL : g_steal_pointer(&courier->next);
  atomic_store(&courier->has_next, false);
  pthread_mutex_unlock(&courier->mutex);
  return request;
}

/* Lowers the thread's priority below drawing, which takes little time and which the user sees.
 * Only Linux has a niceness per thread; an error is harmless. */
static void
stand_behind(void)
{
#ifdef __linux__
  (void)setpriority(PRIO_PROCESS, 0, NICENESS);
#endif
}

static gpointer
run_thread(gpointer data)
{
  TrammelWorkerThread *courier = data;
  gpointer request;

  stand_behind();
  while ((request = wait_for_request(courier))) {
    courier->role.work(courier, request, courier->state);
    courier->role.free_request(request);
  }
  unref_courier(courier);
  return NULL;
}

TrammelWorkerThread *
trammel_worker_thread_new(const TrammelWorkerThreadRole *role,
                          gpointer state,
                          GMainContext *context,
                          TrammelDeliverFunc deliver,
                          GObject *user)
{
  TrammelWorkerThread *courier = g_new0(TrammelWorkerThread, 1);

  courier->role = *role;
  atomic_init(&courier->refs, 2); /* owner and thread */
  atomic_init(&courier->has_next, false);
  atomic_init(&courier->cancelled, 0);
  pthread_mutex_init(&courier->mutex, NULL);
  pthread_cond_init(&courier->wake, NULL);
  courier->context = g_main_context_ref(context);
  courier->deliver = deliver;
  courier->state = state;
  g_weak_ref_init(&courier->user, user);

  /* nobody waits for its end */
  g_thread_unref(g_thread_new(role->name, run_thread, courier));
  return courier;
}

void
trammel_worker_thread_submit(TrammelWorkerThread *courier, gpointer request)
{
  pthread_mutex_lock(&courier->mutex);
  gpointer old = courier->next;
  courier->next = request;
  atomic_store(&courier->has_next, true);
  pthread_cond_signal(&courier->wake);
  pthread_mutex_unlock(&courier->mutex);
  free_old(courier->role.free_request, old);
}

bool
trammel_worker_thread_has_next(TrammelWorkerThread *courier)
{
  return atomic_load(&courier->has_next);
}

void
trammel_worker_thread_cancel(TrammelWorkerThread *courier, guint serial)
{
  atomic_store(&courier->cancelled, serial);
}

bool
trammel_worker_thread_is_cancelled(const TrammelWorkerThread *courier, guint serial)
{
  return atomic_load(&courier->cancelled) >= serial;
}

void
trammel_worker_thread_quit(TrammelWorkerThread *courier)
{
  trammel_worker_thread_cancel(courier, G_MAXUINT);
  g_weak_ref_set(&courier->user, NULL);
  pthread_mutex_lock(&courier->mutex);
  courier->quit = true;
  pthread_cond_signal(&courier->wake);
  pthread_mutex_unlock(&courier->mutex);
  unref_courier(courier);
}
