#include "ui/session/import/range-set.h"

#include <math.h>
#include <string.h>

/* Minimum length of a range as a share of the log's length. */
#define LEAST_SHARE 1e-4

typedef struct {
  double from, to;
} Range;

struct _TrammelRangeSet {
  GObject parent_instance;
  double first, last; /* of the samples */
  Range trim;
  GArray *excluded; /* Range */
  gboolean marking;
  TrammelRangeEdge held;
  Range before; /* the dragged range when the drag began */
  gboolean is_new;
};

G_DEFINE_FINAL_TYPE(TrammelRangeSet, trammel_range_set, G_TYPE_OBJECT)

enum { CHANGED, DROPPED, N_SIGNALS };
static guint signals[N_SIGNALS];

static Range *
get_range(TrammelRangeSet *self, int range)
{
  return range == TRAMMEL_RANGE_TRIM ? &self->trim
                                     : &g_array_index(self->excluded, Range, (guint)range);
}

static void
trammel_range_set_finalize(GObject *object)
{
  g_array_unref(TRAMMEL_RANGE_SET(object)->excluded);
  G_OBJECT_CLASS(trammel_range_set_parent_class)->finalize(object);
}

static void
trammel_range_set_class_init(TrammelRangeSetClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_range_set_finalize;
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[DROPPED] = g_signal_new("dropped", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
trammel_range_set_init(TrammelRangeSet *self)
{
  self->first = self->last = NAN;
  self->trim = (Range){-INFINITY, INFINITY};
  self->excluded = g_array_new(FALSE, FALSE, sizeof(Range));
  self->held.range = TRAMMEL_RANGE_NONE;
}

TrammelRangeSet *
trammel_range_set_new(void)
{
  return g_object_new(TRAMMEL_TYPE_RANGE_SET, NULL);
}

void
trammel_range_set_load(
    TrammelRangeSet *self, const TrammelProject *project, guint log, double first, double last)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self));
  guint n = project ? trammel_project_get_n_excluded(project, log) : 0;
  double pair[2] = {-INFINITY, INFINITY};

  self->first = first;
  self->last = last;
  self->held.range = TRAMMEL_RANGE_NONE;
  if (project)
    trammel_project_get_log_trim(project, log, pair);
  self->trim = (Range){pair[0], pair[1]};
  g_array_set_size(self->excluded, n);
  for (guint i = 0; i < n; i++) {
    trammel_project_get_excluded(project, log, i, pair);
    g_array_index(self->excluded, Range, i) = (Range){pair[0], pair[1]};
  }
  g_signal_emit(self, signals[CHANGED], 0);
}

void
trammel_range_set_get(TrammelRangeSet *self, int range, double *from, double *to)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self) && range >= TRAMMEL_RANGE_TRIM &&
                   range < (int)self->excluded->len);
  const Range *r = get_range(self, range);

  *from = fmax(r->from, self->first);
  *to = fmin(r->to, self->last);
}

guint
trammel_range_set_get_n_excluded(TrammelRangeSet *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RANGE_SET(self), 0);
  return self->excluded->len;
}

gboolean
trammel_range_set_has_samples(TrammelRangeSet *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RANGE_SET(self), FALSE);
  return self->last > self->first;
}

void
trammel_range_set_set_marking(TrammelRangeSet *self, gboolean marking)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self));
  if (self->marking == marking)
    return;
  self->marking = marking;
  g_signal_emit(self, signals[CHANGED], 0);
}

gboolean
trammel_range_set_get_marking(TrammelRangeSet *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RANGE_SET(self), FALSE);
  return self->marking;
}

TrammelRangeEdge
trammel_range_set_find_edge(TrammelRangeSet *self, double t, double radius)
{
  TrammelRangeEdge found = {TRAMMEL_RANGE_NONE, FALSE};

  g_return_val_if_fail(TRAMMEL_IS_RANGE_SET(self), found);
  for (int i = TRAMMEL_RANGE_TRIM;
       trammel_range_set_has_samples(self) && i < (int)self->excluded->len; i++) {
    double ends[2];
    trammel_range_set_get(self, i, &ends[0], &ends[1]);
    for (int k = 0; k < 2; k++)
      if (fabs(ends[k] - t) <= radius) {
        radius = fabs(ends[k] - t);
        found = (TrammelRangeEdge){i, k == 1};
      }
  }
  return found;
}

void
trammel_range_set_grab(TrammelRangeSet *self, TrammelRangeEdge edge, double t)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self) && trammel_range_set_has_samples(self));
  self->is_new = edge.range == TRAMMEL_RANGE_NONE;
  if (self->is_new) {
    Range range = {CLAMP(t, self->first, self->last), CLAMP(t, self->first, self->last)};
    edge = (TrammelRangeEdge){(int)self->excluded->len, TRUE};
    g_array_append_val(self->excluded, range);
  }
  self->held = edge;
  self->before = *get_range(self, edge.range);
}

/* Moves the dragged end; ends of an existing range do not pass each other, but those of a new one
 * do. */
void
trammel_range_set_drag(TrammelRangeSet *self, double t)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self));
  double least = LEAST_SHARE * (self->last - self->first), from, to;

  if (self->held.range == TRAMMEL_RANGE_NONE)
    return;
  Range *range = get_range(self, self->held.range);
  t = CLAMP(t, self->first, self->last);
  trammel_range_set_get(self, self->held.range, &from, &to);
  if (self->is_new)
    *range = (Range){fmin(self->before.from, t), fmax(self->before.from, t)};
  else if (self->held.is_end)
    range->to = fmax(t, from + least);
  else
    range->from = fmin(t, to - least);
  g_signal_emit(self, signals[CHANGED], 0);
}

void
trammel_range_set_drop(TrammelRangeSet *self)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self));
  int held = self->held.range;

  if (held == TRAMMEL_RANGE_NONE)
    return;
  const Range *range = get_range(self, held);
  gboolean is_real = range->to - range->from >= LEAST_SHARE * (self->last - self->first);
  gboolean differs = range->from != self->before.from || range->to != self->before.to;
  if (!is_real || !differs) {
    trammel_range_set_cancel(self);
    return;
  }
  self->held.range = TRAMMEL_RANGE_NONE;
  trammel_range_set_set_marking(self, FALSE);
  g_signal_emit(self, signals[DROPPED], 0, held);
}

void
trammel_range_set_cancel(TrammelRangeSet *self)
{
  g_return_if_fail(TRAMMEL_IS_RANGE_SET(self));
  if (self->held.range == TRAMMEL_RANGE_NONE)
    return;
  if (self->is_new)
    g_array_set_size(self->excluded, (guint)self->held.range);
  else
    *get_range(self, self->held.range) = self->before;
  self->held.range = TRAMMEL_RANGE_NONE;
  g_signal_emit(self, signals[CHANGED], 0);
}
