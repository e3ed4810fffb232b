/* Texts of status codes, and error records (engine/base/base.h). */
#include "engine/base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
  TR_ASSERT(format);
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

static void TR_PRINTF(2, 0) put_before(char *sentence, const char *format, va_list arguments)
{
  char whole[TR_ERROR_SIZE];
  int n = vsnprintf(whole, sizeof whole, format, arguments);

  if (n < 0 || n >= TR_ERROR_SIZE)
    return;
  snprintf(whole + n, sizeof whole - (size_t)n, "%s", sentence);
  memcpy(sentence, whole, sizeof whole);
}

TrStatus
tr_error_prefix(TrError *error, TrStatus status, const char *format, ...)
{
  TR_ASSERT(format);
  va_list arguments;

  if (!error || status == TR_OK)
    return status;
  if (error->text[0]) {
    va_start(arguments, format);
    put_before(error->text, format, arguments);
    va_end(arguments);
  }
  if (error->local[0] && error->translate) {
    va_start(arguments, format);
    put_before(error->local, error->translate(format), arguments);
    va_end(arguments);
  }
  return status;
}
