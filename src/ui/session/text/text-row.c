#include "ui/session/text/text-row.h"

struct _TrammelTextRow {
  GObject parent_instance;
  GStrv texts;
  char *tooltip;
};

G_DEFINE_FINAL_TYPE(TrammelTextRow, trammel_text_row, G_TYPE_OBJECT)

static void
trammel_text_row_finalize(GObject *object)
{
  TrammelTextRow *self = TRAMMEL_TEXT_ROW(object);

  g_strfreev(self->texts);
  g_free(self->tooltip);
  G_OBJECT_CLASS(trammel_text_row_parent_class)->finalize(object);
}

static void
trammel_text_row_class_init(TrammelTextRowClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_text_row_finalize;
}

static void
trammel_text_row_init(TrammelTextRow *self)
{
}

TrammelTextRow *
trammel_text_row_new(char **texts, const char *tooltip)
{
  TrammelTextRow *self = g_object_new(TRAMMEL_TYPE_TEXT_ROW, NULL);

  self->texts = texts;
  self->tooltip = g_strdup(tooltip);
  return self;
}

const char *
trammel_text_row_get(TrammelTextRow *self, guint column)
{
  g_return_val_if_fail(TRAMMEL_IS_TEXT_ROW(self), "");
  return column < g_strv_length(self->texts) ? self->texts[column] : "";
}

const char *
trammel_text_row_get_tooltip(TrammelTextRow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TEXT_ROW(self), NULL);
  return self->tooltip;
}
