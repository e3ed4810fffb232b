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
unref_thread(gpointer data)
{
  TrammelWorkerThread *thread = data;

  if (atomic_fetch_sub(&thread->refs, 1) != 1)
    return;
  free_old(thread->role.free_request, thread->next);
  free_old(thread->role.free_report, thread->report);
  free_old(thread->role.free_state, thread->state);
  pthread_mutex_destroy(&thread->mutex);
  pthread_cond_destroy(&thread->wake);
  g_main_context_unref(thread->context);
  g_free(thread);
}

static gboolean
deliver_report(gpointer data)
{
  TrammelWorkerThread *thread = data;

  pthread_mutex_lock(&thread->mutex);
  gpointer report = g_steal_pointer(&thread->report);
  thread->source_pending = false;
  pthread_mutex_unlock(&thread->mutex);

  g_autoptr(GObject) user = g_weak_ref_get(&thread->user);
  if (user && report)
    thread->deliver(report, user);
  free_old(thread->role.free_report, report);
  return G_SOURCE_REMOVE;
}

void
trammel_worker_thread_publish(TrammelWorkerThread *thread, gpointer report)
{
  pthread_mutex_lock(&thread->mutex);
  gpointer old = thread->report;
  bool schedule = !thread->source_pending;
  thread->report = report;
  thread->source_pending = true;
  pthread_mutex_unlock(&thread->mutex);

  free_old(thread->role.free_report, old);
  if (!schedule)
    return;
  g_autoptr(GSource) source = g_idle_source_new();
  atomic_fetch_add(&thread->refs, 1);
  g_source_set_priority(source, thread->role.priority);
  g_source_set_callback(source, deliver_report, thread, unref_thread);
  g_source_attach(source, thread->context);
}

/* Returns the next request, or NULL if the thread must end. */
static gpointer
wait_for_request(TrammelWorkerThread *thread)
{
  pthread_mutex_lock(&thread->mutex);
  while (!thread->next && !thread->quit)
    pthread_cond_wait(&thread->wake, &thread->mutex);
  gpointer request = thread->quit ? NULL : g_steal_pointer(&thread->next);
  atomic_store(&thread->has_next, false);
  pthread_mutex_unlock(&thread->mutex);
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
  TrammelWorkerThread *thread = data;
  gpointer request;

  stand_behind();
  while ((request = wait_for_request(thread))) {
    thread->role.work(thread, request, thread->state);
    thread->role.free_request(request);
  }
  unref_thread(thread);
  return NULL;
}

TrammelWorkerThread *
trammel_worker_thread_new(const TrammelWorkerThreadRole *role,
                          gpointer state,
                          GMainContext *context,
                          TrammelDeliverFunc deliver,
                          GObject *user)
{
  TrammelWorkerThread *thread = g_new0(TrammelWorkerThread, 1);

  thread->role = *role;
  atomic_init(&thread->refs, 2); /* owner and thread */
  atomic_init(&thread->has_next, false);
  atomic_init(&thread->cancelled, 0);
  pthread_mutex_init(&thread->mutex, NULL);
  pthread_cond_init(&thread->wake, NULL);
  thread->context = g_main_context_ref(context);
  thread->deliver = deliver;
  thread->state = state;
  g_weak_ref_init(&thread->user, user);

  /* nobody waits for its end */
  g_thread_unref(g_thread_new(role->name, run_thread, thread));
  return thread;
}

void
trammel_worker_thread_submit(TrammelWorkerThread *thread, gpointer request)
{
  pthread_mutex_lock(&thread->mutex);
  gpointer old = thread->next;
  thread->next = request;
  atomic_store(&thread->has_next, true);
  pthread_cond_signal(&thread->wake);
  pthread_mutex_unlock(&thread->mutex);
  free_old(thread->role.free_request, old);
}

bool
trammel_worker_thread_has_next(TrammelWorkerThread *thread)
{
  return atomic_load(&thread->has_next);
}

void
trammel_worker_thread_cancel(TrammelWorkerThread *thread, guint serial)
{
  atomic_store(&thread->cancelled, serial);
}

bool
trammel_worker_thread_is_cancelled(const TrammelWorkerThread *thread, guint serial)
{
  return atomic_load(&thread->cancelled) >= serial;
}

void
trammel_worker_thread_quit(TrammelWorkerThread *thread)
{
  trammel_worker_thread_cancel(thread, G_MAXUINT);
  g_weak_ref_set(&thread->user, NULL);
  pthread_mutex_lock(&thread->mutex);
  thread->quit = true;
  pthread_cond_signal(&thread->wake);
  pthread_mutex_unlock(&thread->mutex);
  unref_thread(thread);
}
