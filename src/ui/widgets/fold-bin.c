#include "ui/widgets/fold-bin.h"

#include "ui/widgets/box.h"

/* Number of frames after which a change of style is done. */
enum { SETTLING = 2 };

struct _TrammelFoldBin {
  GtkWidget parent_instance;
  GtkWidget *side;
  int least_width, fold_width; /* [px] */
  int whole_width;             /* [px] that the child needed when it was last unfolded */
  gboolean is_shown, is_folded;
  guint source; /* of the change to come; 0: none */
  guint ticker; /* while the child takes its style after a change; 0: none */
  int n_frames; /* since the change */
};

G_DEFINE_FINAL_TYPE(TrammelFoldBin, trammel_fold_bin, GTK_TYPE_WIDGET)

enum { PROP_LEAST_WIDTH = 1, PROP_FOLD_WIDTH, PROP_SIDE, PROP_FOLDED, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

static void
update_side(TrammelFoldBin *self)
{
  if (self->side)
    gtk_widget_set_visible(self->side, self->is_shown && !self->is_folded);
}

/* Styles change with the next frame: only then is the least width of the folded child known. */
static gboolean
on_frame_cb(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TrammelFoldBin *self = TRAMMEL_FOLD_BIN(widget);

  if (self->n_frames++ < SETTLING)
    return G_SOURCE_CONTINUE;
  self->ticker = 0;
  gtk_widget_queue_resize(widget);
  return G_SOURCE_REMOVE;
}

static gboolean
on_idle_cb(gpointer data)
{
  TrammelFoldBin *self = data;

  self->source = 0;
  self->is_folded = !self->is_folded;
  update_side(self);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_FOLDED]);
  self->n_frames = 0;
  if (!self->ticker)
    self->ticker = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_frame_cb, NULL, NULL);
  return G_SOURCE_REMOVE;
}

/* Folds or unfolds after the allocation under way, in which nothing may change its size. */
static void
set_folded(TrammelFoldBin *self, gboolean is_folded)
{
  if (is_folded == self->is_folded)
    g_clear_handle_id(&self->source, g_source_remove);
  else if (!self->source)
    self->source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_idle_cb, self, NULL);
}

static GtkSizeRequestMode
trammel_fold_bin_get_request_mode(GtkWidget *widget)
{
  return gtk_widget_get_request_mode(gtk_widget_get_first_child(widget));
}

/* Returns the least width of the child [px]. */
static int
measure_width(GtkWidget *child)
{
  int least;

  gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

static void
trammel_fold_bin_measure(GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TrammelFoldBin *self = TRAMMEL_FOLD_BIN(widget);
  GtkWidget *child = gtk_widget_get_first_child(widget);

  /* no width for a height: GTK would try widths at each level of the page, which takes minutes */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  else if (for_size >= 0)
    for_size = MAX(for_size, measure_width(child));
  gtk_widget_measure(child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && (!self->is_folded || self->ticker))
    *minimum = MIN(*minimum, self->least_width);
}

static void
trammel_fold_bin_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  TrammelFoldBin *self = TRAMMEL_FOLD_BIN(widget);
  GtkWidget *child = gtk_widget_get_first_child(widget);
  int least = measure_width(child);

  if (!self->is_folded)
    self->whole_width = least;
  set_folded(self, width < MAX(self->whole_width, self->fold_width));
  gtk_widget_size_allocate(child, &(GtkAllocation){0, 0, MAX(width, least), height}, baseline);
}

static void
trammel_fold_bin_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FOLDED)
    g_value_set_boolean(value, TRAMMEL_FOLD_BIN(object)->is_folded);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_fold_bin_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TrammelFoldBin *self = TRAMMEL_FOLD_BIN(object);

  switch (id) {
  case PROP_LEAST_WIDTH:
    self->least_width = g_value_get_int(value);
    break;
  case PROP_FOLD_WIDTH:
    self->fold_width = g_value_get_int(value);
    break;
  case PROP_SIDE:
    g_set_weak_pointer(&self->side, g_value_get_object(value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_fold_bin_dispose(GObject *object)
{
  TrammelFoldBin *self = TRAMMEL_FOLD_BIN(object);

  g_clear_handle_id(&self->source, g_source_remove);
  g_clear_weak_pointer(&self->side);
  trammel_children_drop(GTK_WIDGET(self));
  G_OBJECT_CLASS(trammel_fold_bin_parent_class)->dispose(object);
}

static void
trammel_fold_bin_class_init(TrammelFoldBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  const GParamFlags write = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = trammel_fold_bin_dispose;
  object_class->get_property = trammel_fold_bin_get_property;
  object_class->set_property = trammel_fold_bin_set_property;
  widget_class->get_request_mode = trammel_fold_bin_get_request_mode;
  widget_class->measure = trammel_fold_bin_measure;
  widget_class->size_allocate = trammel_fold_bin_size_allocate;
  gtk_widget_class_set_css_name(widget_class, "foldbin");
  properties[PROP_LEAST_WIDTH] = g_param_spec_int("least-width", NULL, NULL, 0, G_MAXINT, 0, write);
  properties[PROP_FOLD_WIDTH] = g_param_spec_int("fold-width", NULL, NULL, 0, G_MAXINT, 0, write);
  properties[PROP_SIDE] = g_param_spec_object("side", NULL, NULL, GTK_TYPE_WIDGET, write);
  properties[PROP_FOLDED] =
      g_param_spec_boolean("folded", NULL, NULL, FALSE,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPERTIES, properties);
}

static void
trammel_fold_bin_init(TrammelFoldBin *self)
{
  self->is_shown = TRUE;
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

void
trammel_fold_bin_set_shown(TrammelFoldBin *self, gboolean shown)
{
  g_return_if_fail(TRAMMEL_IS_FOLD_BIN(self));
  self->is_shown = shown;
  update_side(self);
}

gboolean
trammel_fold_bin_get_folded(TrammelFoldBin *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FOLD_BIN(self), FALSE);
  return self->is_folded;
}
