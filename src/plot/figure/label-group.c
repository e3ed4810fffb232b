#include "plot/figure/label-group.h"

struct _TrammelLabelGroup {
  GObject parent_instance;
  int width;
  GHashTable *widths; /* member -> width */
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(TrammelLabelGroup, trammel_label_group, G_TYPE_OBJECT)

static void
trammel_label_group_finalize(GObject *object)
{
  TrammelLabelGroup *self = TRAMMEL_LABEL_GROUP(object);
  g_hash_table_unref(self->widths);
  G_OBJECT_CLASS(trammel_label_group_parent_class)->finalize(object);
}

static void
trammel_label_group_class_init(TrammelLabelGroupClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_label_group_finalize;
  signals[CHANGED] = g_signal_new("changed", TRAMMEL_TYPE_LABEL_GROUP, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_label_group_init(TrammelLabelGroup *self)
{
  self->widths = g_hash_table_new(NULL, NULL);
}

TrammelLabelGroup *
trammel_label_group_new(void)
{
  return g_object_new(TRAMMEL_TYPE_LABEL_GROUP, NULL);
}

int
trammel_label_group_get_width(TrammelLabelGroup *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LABEL_GROUP(self), 0);
  return self->width;
}

static void
update_width(TrammelLabelGroup *self)
{
  GHashTableIter iter;
  gpointer value;
  int width = 0;
  g_hash_table_iter_init(&iter, self->widths);
  while (g_hash_table_iter_next(&iter, NULL, &value))
    width = MAX(width, GPOINTER_TO_INT(value));
  if (width == self->width)
    return;
  self->width = width;
  g_signal_emit(self, signals[CHANGED], 0);
}

void
trammel_label_group_set_width(TrammelLabelGroup *self, gconstpointer member, int width)
{
  g_return_if_fail(TRAMMEL_IS_LABEL_GROUP(self));
  g_hash_table_insert(self->widths, (gpointer)member, GINT_TO_POINTER(width));
  update_width(self);
}

void
trammel_label_group_remove(TrammelLabelGroup *self, gconstpointer member)
{
  g_return_if_fail(TRAMMEL_IS_LABEL_GROUP(self));
  if (g_hash_table_remove(self->widths, member))
    update_width(self);
}
