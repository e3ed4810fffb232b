#include "ui/widgets/wrap-bar.h"

#include "ui/widgets/box.h"

struct _TrammelWrapBar {
  GtkWidget parent_instance;
  int spacing; /* [px] */
};

G_DEFINE_FINAL_TYPE(TrammelWrapBar, trammel_wrap_bar, GTK_TYPE_WIDGET)

/* Width for all children in one line [px]. */
enum { MOST_WIDTH = 100000 };

enum { PROP_SPACING = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

/* A line: its children up to `end`, which is the first of the next line. */
typedef struct {
  GtkWidget *end;
  int width; /* [px] */
  int n_expanding;
} Line;

static GtkWidget *
skip_hidden(GtkWidget *child)
{
  while (child && !gtk_widget_should_layout(child))
    child = gtk_widget_get_next_sibling(child);
  return child;
}

static GtkWidget *
next_child(GtkWidget *child)
{
  return skip_hidden(gtk_widget_get_next_sibling(child));
}

static GtkWidget *
first_child(TrammelWrapBar *self)
{
  return skip_hidden(gtk_widget_get_first_child(GTK_WIDGET(self)));
}

/* Returns the width of a child in a line of that width [px]. */
static int
measure_width(GtkWidget *child, int line_width)
{
  int least, natural;

  gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  return CLAMP(natural, least, MAX(least, line_width));
}

static int
measure_height(GtkWidget *child, int width)
{
  int natural;

  gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

/* Returns the line that begins with `child`. */
static Line
find_line(TrammelWrapBar *self, GtkWidget *child, int width)
{
  Line line = {.end = child, .width = -self->spacing};

  while (line.end) {
    int own = measure_width(line.end, width);
    if (line.end != child && line.width + self->spacing + own > width)
      break;
    line.width += self->spacing + own;
    line.n_expanding += gtk_widget_compute_expand(line.end, GTK_ORIENTATION_HORIZONTAL);
    line.end = next_child(line.end);
  }
  return line;
}

/* What is left over of a line, for those of its children that expand and come next. */
typedef struct {
  int left, n;
} Rest;

static Rest
get_rest(const Line *line, int width)
{
  return (Rest){MAX(width - line->width, 0), line->n_expanding};
}

/* Returns the width of a child with its share of the rest, which it takes. */
static int
take_width(GtkWidget *child, Rest *rest, int line_width)
{
  int own = measure_width(child, line_width);

  if (gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL)) {
    own += rest->left / rest->n;
    rest->left -= rest->left / rest->n--;
  }
  return own;
}

static int
measure_line(GtkWidget *child, const Line *line, int width)
{
  Rest rest = get_rest(line, width);
  int height = 0;

  for (; child != line->end; child = next_child(child)) {
    int own = take_width(child, &rest, width);
    height = MAX(height, measure_height(child, own));
  }
  return height;
}

static GtkSizeRequestMode
trammel_wrap_bar_get_request_mode(GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_widths(TrammelWrapBar *self, int *minimum, int *natural)
{
  *minimum = 0;
  *natural = 0;
  for (GtkWidget *child = first_child(self); child; child = next_child(child)) {
    *minimum = MAX(*minimum, measure_width(child, 0));
    *natural += (*natural ? self->spacing : 0) + measure_width(child, MOST_WIDTH);
  }
}

static void
trammel_wrap_bar_measure(GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TrammelWrapBar *self = TRAMMEL_WRAP_BAR(widget);
  int height = 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    measure_widths(self, minimum, natural);
    return;
  }
  for (GtkWidget *child = first_child(self); child;) {
    Line line = find_line(self, child, for_size < 0 ? MOST_WIDTH : for_size);
    height += (height ? self->spacing : 0) +
              measure_line(child, &line, for_size < 0 ? line.width : for_size);
    child = line.end;
  }
  *minimum = *natural = height;
}

/* Places the children of a line; returns its height. */
static int
allocate_line(TrammelWrapBar *self, GtkWidget *child, const Line *line, int width, int y)
{
  gboolean is_mirrored = gtk_widget_get_direction(GTK_WIDGET(self)) == GTK_TEXT_DIR_RTL;
  int height = measure_line(child, line, width), x = 0;
  Rest rest = get_rest(line, width);

  for (; child != line->end; child = next_child(child)) {
    int own = take_width(child, &rest, width);
    gtk_widget_size_allocate(
        child, &(GtkAllocation){is_mirrored ? width - x - own : x, y, own, height}, -1);
    x += own + self->spacing;
  }
  return height;
}

static void
trammel_wrap_bar_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  TrammelWrapBar *self = TRAMMEL_WRAP_BAR(widget);
  int y = 0;

  for (GtkWidget *child = first_child(self); child;) {
    Line line = find_line(self, child, width);
    y += allocate_line(self, child, &line, width, y) + self->spacing;
    child = line.end;
  }
}

static void
trammel_wrap_bar_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SPACING)
    TRAMMEL_WRAP_BAR(object)->spacing = g_value_get_int(value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_wrap_bar_dispose(GObject *object)
{
  trammel_children_drop(GTK_WIDGET(object));
  G_OBJECT_CLASS(trammel_wrap_bar_parent_class)->dispose(object);
}

static void
trammel_wrap_bar_class_init(TrammelWrapBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  object_class->dispose = trammel_wrap_bar_dispose;
  object_class->set_property = trammel_wrap_bar_set_property;
  widget_class->get_request_mode = trammel_wrap_bar_get_request_mode;
  widget_class->measure = trammel_wrap_bar_measure;
  widget_class->size_allocate = trammel_wrap_bar_size_allocate;
  gtk_widget_class_set_css_name(widget_class, "wrapbar");
  properties[PROP_SPACING] = g_param_spec_int("spacing", NULL, NULL, 0, G_MAXINT, 0,
                                              G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(object_class, N_PROPERTIES, properties);
}

static void
trammel_wrap_bar_init(TrammelWrapBar *self)
{
}
