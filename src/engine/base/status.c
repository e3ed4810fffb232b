#include "engine/base/base.h"

#include <stdarg.h>
#include <stdio.h>

const char *
tr_status_text(TrStatus status)
{
  static const char *const texts[] = {
#define TR_STATUS_TEXT(code, text) [code] = text,
      TR_STATUS_LIST(TR_STATUS_TEXT)
#undef TR_STATUS_TEXT
  };

  TR_ASSERT((size_t)status < TR_COUNT(texts));
  return texts[status];
}

TrStatus
tr_error_set(TrError *error, TrStatus status, const char *format, ...)
{
  va_list arguments;

  if (!error)
    return status;
  error->status = status;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  if (error->translate) {
    va_start(arguments, format);
    vsnprintf(error->local, sizeof error->local, error->translate(format), arguments);
    va_end(arguments);
  }
  return status;
}
