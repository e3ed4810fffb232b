#include "ui/session/text/timeline.h"

#include <math.h>

struct _TrammelTimeline {
  GObject parent_instance;
  double position, start, end, speed;
  gboolean playing, loop;
};

enum { PROP_0, PROP_POSITION, PROP_START, PROP_END, PROP_PLAYING, PROP_SPEED, PROP_LOOP, N_PROPS };

static GParamSpec *properties[N_PROPS];

#define SPEED_MIN 0.05
#define SPEED_MAX 10.0

G_DEFINE_FINAL_TYPE(TrammelTimeline, trammel_timeline, G_TYPE_OBJECT)

static void
set_double(TrammelTimeline *self, double *field, double value, guint property)
{
  if (*field == value)
    return;
  *field = value;
  g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
}

static void
trammel_timeline_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TrammelTimeline *self = TRAMMEL_TIMELINE(object);
  switch (id) {
  case PROP_POSITION:
    g_value_set_double(value, self->position);
    break;
  case PROP_START:
    g_value_set_double(value, self->start);
    break;
  case PROP_END:
    g_value_set_double(value, self->end);
    break;
  case PROP_PLAYING:
    g_value_set_boolean(value, self->playing);
    break;
  case PROP_SPEED:
    g_value_set_double(value, self->speed);
    break;
  case PROP_LOOP:
    g_value_set_boolean(value, self->loop);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_timeline_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TrammelTimeline *self = TRAMMEL_TIMELINE(object);
  switch (id) {
  case PROP_POSITION:
    trammel_timeline_set_position(self, g_value_get_double(value));
    break;
  case PROP_PLAYING:
    trammel_timeline_set_playing(self, g_value_get_boolean(value));
    break;
  case PROP_SPEED:
    trammel_timeline_set_speed(self, g_value_get_double(value));
    break;
  case PROP_LOOP:
    trammel_timeline_set_loop(self, g_value_get_boolean(value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_timeline_class_init(TrammelTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = readable | G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = trammel_timeline_get_property;
  object_class->set_property = trammel_timeline_set_property;
  properties[PROP_POSITION] =
      g_param_spec_double("position", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0.0, writable);
  properties[PROP_START] =
      g_param_spec_double("start", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0.0, readable);
  properties[PROP_END] =
      g_param_spec_double("end", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0.0, readable);
  properties[PROP_PLAYING] = g_param_spec_boolean("playing", NULL, NULL, FALSE, writable);
  properties[PROP_SPEED] =
      g_param_spec_double("speed", NULL, NULL, SPEED_MIN, SPEED_MAX, 1.0, writable);
  properties[PROP_LOOP] = g_param_spec_boolean("loop", NULL, NULL, FALSE, writable);
  g_object_class_install_properties(object_class, N_PROPS, properties);
}

static void
trammel_timeline_init(TrammelTimeline *self)
{
  self->speed = 1.0;
}

TrammelTimeline *
trammel_timeline_new(void)
{
  return g_object_new(TRAMMEL_TYPE_TIMELINE, NULL);
}

double
trammel_timeline_get_position(TrammelTimeline *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TIMELINE(self), 0.0);
  return self->position;
}

void
trammel_timeline_set_position(TrammelTimeline *self, double seconds)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE(self));
  if (isfinite(seconds))
    set_double(self, &self->position, CLAMP(seconds, self->start, self->end), PROP_POSITION);
}

double
trammel_timeline_get_start(TrammelTimeline *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TIMELINE(self), 0.0);
  return self->start;
}

double
trammel_timeline_get_end(TrammelTimeline *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TIMELINE(self), 0.0);
  return self->end;
}

void
trammel_timeline_set_range(TrammelTimeline *self, double start, double end)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE(self));
  if (!isfinite(start) || !isfinite(end) || end < start)
    return;

  /* listeners see the new range only when both ends are set */
  g_object_freeze_notify(G_OBJECT(self));
  set_double(self, &self->start, start, PROP_START);
  set_double(self, &self->end, end, PROP_END);
  trammel_timeline_set_position(self, self->position);
  g_object_thaw_notify(G_OBJECT(self));
}

gboolean
trammel_timeline_get_playing(TrammelTimeline *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TIMELINE(self), FALSE);
  return self->playing;
}

void
trammel_timeline_set_playing(TrammelTimeline *self, gboolean playing)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE(self));
  playing = playing != FALSE;
  if (self->playing == playing)
    return;
  if (playing && self->position >= self->end)
    trammel_timeline_set_position(self, self->start);
  self->playing = playing;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PLAYING]);
}

double
trammel_timeline_get_speed(TrammelTimeline *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TIMELINE(self), 1.0);
  return self->speed;
}

void
trammel_timeline_set_speed(TrammelTimeline *self, double factor)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE(self));
  if (isfinite(factor))
    set_double(self, &self->speed, CLAMP(factor, SPEED_MIN, SPEED_MAX), PROP_SPEED);
}

void
trammel_timeline_set_loop(TrammelTimeline *self, gboolean loop)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE(self));
  loop = loop != FALSE;
  if (self->loop == loop)
    return;
  self->loop = loop;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_LOOP]);
}

void
trammel_timeline_advance(TrammelTimeline *self, double elapsed)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE(self));
  if (!self->playing || !(elapsed > 0.0))
    return;

  double length = self->end - self->start;
  double offset = self->position - self->start + elapsed * self->speed;
  if (offset < length) {
    trammel_timeline_set_position(self, self->start + offset);
  } else if (self->loop && length > 0.0) {
    trammel_timeline_set_position(self, self->start + fmod(offset, length));
  } else {
    trammel_timeline_set_position(self, self->end);
    trammel_timeline_set_playing(self, FALSE);
  }
}
