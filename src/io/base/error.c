#include "io/base/error.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "io/base/bilingual.h"

typedef struct {
  char *english; /* NULL if the message is English */
  double steps;  /* of a TRAMMEL_ERROR_TOO_LARGE */
} TrammelErrorPrivate;

static void
trammel_error_private_init(TrammelErrorPrivate *private)
{
  private->english = NULL;
  private->steps = 0;
}

static void
trammel_error_private_copy(const TrammelErrorPrivate *from, TrammelErrorPrivate *to)
{
  to->english = g_strdup(from->english);
  to->steps = from->steps;
}

static void
trammel_error_private_clear(TrammelErrorPrivate *private)
{
  g_free(private->english);
}

G_DEFINE_EXTENDED_ERROR(TrammelError, trammel_error)

/* Takes both sentences. */
static void
set_sentences(GError **error, TrammelError code, char *english, char *local)
{
  GError *made = g_error_new_literal(TRAMMEL_ERROR, code, local);

  trammel_error_get_private(made)->english = english;
  g_free(local);
  g_propagate_error(error, made);
}

void
trammel_error_set(GError **error, TrammelError code, const char *format, ...)
{
  char *english, *local;
  va_list arguments;

  va_start(arguments, format);
  trammel_bilingual_format(&english, &local, format, arguments);
  va_end(arguments);
  set_sentences(error, code, english, local);
}

void
trammel_error_set_unreadable(GError **error, const char *path, int reason)
{
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s cannot be read: %s", path,
                    reason == ENOENT ? TRAMMEL_WORD("there is no such file") : g_strerror(reason));
}

static void
put_before(char **sentence, const char *prefix)
{
  char *whole = g_strconcat(prefix, *sentence, NULL);

  g_free(*sentence);
  *sentence = whole;
}

void
trammel_error_prefix(GError **error, const char *format, ...)
{
  g_autofree char *english = NULL, *local = NULL;
  va_list arguments;

  if (!error || !*error)
    return;
  va_start(arguments, format);
  trammel_bilingual_format(&english, &local, format, arguments);
  va_end(arguments);
  put_before(&(*error)->message, local);
  if ((*error)->domain == TRAMMEL_ERROR && trammel_error_get_private(*error)->english)
    put_before(&trammel_error_get_private(*error)->english, english);
}

const char *
trammel_error_get_english(const GError *error)
{
  const char *english =
      error->domain == TRAMMEL_ERROR ? trammel_error_get_private(error)->english : NULL;

  return english ? english : error->message;
}

void
trammel_error_set_steps(GError *error, double steps)
{
  g_return_if_fail(g_error_matches(error, TRAMMEL_ERROR, TRAMMEL_ERROR_TOO_LARGE));
  trammel_error_get_private(error)->steps = steps;
}

double
trammel_error_get_steps(const GError *error)
{
  return error->domain == TRAMMEL_ERROR ? trammel_error_get_private(error)->steps : 0;
}

char *
trammel_error_dup_words(const GError *error)
{
  return trammel_bilingual_join(trammel_error_get_english(error), error->message);
}

static const char *
translate(const char *format)
{
  return _(format);
}

TrError
trammel_error_record(void)
{
  return (TrError){.translate = translate};
}

void
trammel_error_set_status(GError **error, TrStatus status, const TrError *detail)
{
  gboolean is_invalid = status == TR_BAD_MODEL || status == TR_BAD_LOG || status == TR_BAD_SETTING;
  gboolean is_reported = detail && detail->text[0];
  const char *english = is_reported ? detail->text : tr_status_text(status);
  const char *local = !is_reported ? _(english) : detail->local[0] ? detail->local : english;

  if (status == TR_CANCELLED) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
    return;
  }
  set_sentences(error, is_invalid ? TRAMMEL_ERROR_INVALID : TRAMMEL_ERROR_FAILED, g_strdup(english),
                g_strdup(local));
}

gpointer
trammel_need_memory(gpointer memory)
{
  if (!memory)
    g_error("out of memory");
  return memory;
}
