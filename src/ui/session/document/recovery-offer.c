#include "ui/session/document/recovery-offer.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "io/base/error.h"

TrammelLeftover *
trammel_recovery_offer_find(void)
{
  g_autoptr(GPtrArray) found = trammel_recovery_list();

  return found->len ? g_ptr_array_steal_index(found, 0) : NULL;
}

/* Returns "14:32" for today, else with the date in front. */
static char *
format_moment(GDateTime *time, GDateTime *now)
{
  gboolean is_today = g_date_time_get_year(now) == g_date_time_get_year(time) &&
                      g_date_time_get_day_of_year(now) == g_date_time_get_day_of_year(time);

  return g_date_time_format(time, is_today ? "%H:%M" : "%Y-%m-%d %H:%M");
}

char *
trammel_recovery_offer_dup_text(const TrammelLeftover *offer, GDateTime *now)
{
  g_autofree char *moment = format_moment(offer->time, now);

  return g_strdup_printf(_("Recovered unsaved work on “%s” from %s."),
                         offer->title ? offer->title : "", moment);
}

static gboolean
is_offered(const char *path)
{
  g_autoptr(GPtrArray) found = trammel_recovery_list();

  for (guint i = 0; i < found->len; i++)
    if (g_str_equal(((const TrammelLeftover *)found->pdata[i])->path, path))
      return TRUE;
  return FALSE;
}

TrammelDocument *
trammel_recovery_offer_open(const char *path, GError **error)
{
  if (is_offered(path))
    return trammel_recovery_open(path, error);
  trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                    "%s is not unsaved work that a previous session left behind", path);
  return NULL;
}

void
trammel_recovery_offer_discard(const char *path)
{
  if (is_offered(path))
    g_unlink(path);
}
