#include "io/error.h"

G_DEFINE_QUARK(trammel - error - quark, trammel_error)

void
trammel_error_set_status(GError **error, TrStatus status, const TrError *detail)
{
  gboolean invalid = status == TR_BAD_MODEL || status == TR_BAD_LOG || status == TR_BAD_SETTING;
  const char *text = detail && detail->text[0] ? detail->text : tr_status_text(status);

  g_set_error_literal(error, TRAMMEL_ERROR, invalid ? TRAMMEL_ERROR_INVALID : TRAMMEL_ERROR_FAILED,
                      text);
}

gpointer
trammel_need_memory(gpointer memory)
{
  if (!memory)
    g_error("out of memory");
  return memory;
}
