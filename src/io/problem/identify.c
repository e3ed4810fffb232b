#include "io/problem/identify.h"

#include "engine/est/identify/identify.h"
#include "io/base/error.h"

gboolean
trammel_identify(TrFit **fit, const TrTask *task, GError **error)
{
  TrError detail = trammel_error_record();
  TrStatus status = tr_identify(fit, task, &detail);

  if (*fit && status != TR_CANCELLED)
    return TRUE;
  g_clear_pointer(fit, tr_fit_free);
  if (status != TR_CANCELLED)
    trammel_error_set_status(error, status, &detail);
  return FALSE;
}
