#include "io/log/text/iso8601.h"

#include <string.h>

#include "io/base/bilingual.h"

enum { DAY = 24 * 60 * 60, MAX_FRACTION_DIGITS = 9 };

#define EXPECTED TRAMMEL_WORD("is not a time in ISO 8601, such as 2026-11-21T10:00:00.25Z")

/* Takes exactly `n` digits. */
static gboolean
take_number(const char **at, int n, int *value)
{
  *value = 0;
  for (int i = 0; i < n; i++) {
    if (!g_ascii_isdigit((*at)[i]))
      return FALSE;
    *value = 10 * *value + ((*at)[i] - '0');
  }
  *at += n;
  return TRUE;
}

static gboolean
take_char(const char **at, const char *among)
{
  if (**at == '\0' || !strchr(among, **at))
    return FALSE;
  (*at)++;
  return TRUE;
}

/* Returns the days from 1970-01-01 to a day of the Gregorian calendar, counted in eras of 400 years
 * that begin in March so that the leap day is the last. */
static gint64
count_days(int year, int month, int day)
{
  int y = year - (month <= 2), era = y / 400, of_era = y - 400 * era;
  int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

  return 146097 * (gint64)era + 365 * of_era + of_era / 4 - of_era / 100 + of_year - 719468;
}

static const char *
parse_day(const char **at, gint64 *days)
{
  int year, month, day;
  char sign[2] = {0};

  if (!take_number(at, 4, &year))
    return EXPECTED;
  if (**at == '-' || **at == '/')
    sign[0] = *(*at)++;
  if (!take_number(at, 2, &month) || (sign[0] && !take_char(at, sign)) || !take_number(at, 2, &day))
    return EXPECTED;
  if (year == 0 || month < 1 || month > 12 || day < 1 ||
      day > g_date_get_days_in_month((GDateMonth)month, (GDateYear)year))
    return TRAMMEL_WORD("names a day that does not exist");
  *days = count_days(year, month, day);
  return NULL;
}

static const char *
parse_fraction(const char **at, guint32 *nanos)
{
  int digits = 0;

  *nanos = 0;
  if (!take_char(at, ".,"))
    return NULL;
  for (; g_ascii_isdigit(**at); (*at)++)
    if (digits++ < MAX_FRACTION_DIGITS)
      *nanos = 10 * *nanos + (guint32)(**at - '0');
  if (digits == 0)
    return EXPECTED;
  for (; digits < MAX_FRACTION_DIGITS; digits++)
    *nanos *= 10;
  return NULL;
}

/* Reads the seconds of the day, with 60 for a leap second and 24:00 for the end. */
static const char *
parse_clock(const char **at, TrammelInstant *out, int *second)
{
  int hour, minute;
  gboolean spaced;
  const char *why = NULL;

  *second = 0;
  if (!take_number(at, 2, &hour))
    return EXPECTED;
  spaced = take_char(at, ":");
  if (!take_number(at, 2, &minute))
    return EXPECTED;
  if (spaced ? take_char(at, ":") : g_ascii_isdigit(**at)) {
    if (!take_number(at, 2, second))
      return EXPECTED;
    why = parse_fraction(at, &out->nanos);
  }
  if (why)
    return why;
  if (hour > 24 || minute > 59 || *second > 60 ||
      (hour == 24 && (minute > 0 || *second > 0 || out->nanos > 0)))
    return TRAMMEL_WORD("names a time of day that does not exist");
  out->seconds += 3600 * hour + 60 * minute + *second;
  return NULL;
}

static const char *
parse_zone(const char **at, TrammelInstant *out)
{
  int hour, minute = 0, sign;

  while (**at == ' ')
    (*at)++;
  if (**at == '\0')
    return NULL;
  out->has_zone = TRUE;
  if (take_char(at, "Zz"))
    return NULL;
  if (g_str_has_prefix(*at, "UTC") || g_str_has_prefix(*at, "GMT")) {
    *at += 3;
    return NULL;
  }
  sign = **at == '-' ? -1 : 1;
  if (!take_char(at, "+-") || !take_number(at, 2, &hour))
    return TRAMMEL_WORD("has a time zone that is neither Z nor an offset such as +01:00");
  if (take_char(at, ":") || **at != '\0')
    if (!take_number(at, 2, &minute))
      return TRAMMEL_WORD("has a time zone that is neither Z nor an offset such as +01:00");
  if (hour > 23 || minute > 59)
    return TRAMMEL_WORD("has a time zone that does not exist");
  out->seconds -= sign * (3600 * hour + 60 * minute);
  return NULL;
}

gboolean
trammel_iso8601_is_ambiguous(const char *text)
{
  int lengths[3] = {0};
  char mark = '\0';

  for (int i = 0; i < 3; i++) {
    for (; g_ascii_isdigit(*text); text++)
      lengths[i]++;
    if (i == 0)
      mark = *text;
    if (i < 2 && (mark == '\0' || !strchr("./-", mark) || *text++ != mark))
      return FALSE;
  }
  return lengths[0] >= 1 && lengths[0] <= 2 && lengths[1] >= 1 && lengths[1] <= 2 &&
         (lengths[2] == 2 || lengths[2] == 4);
}

const char *
trammel_iso8601_parse(const char *text, TrammelInstant *instant)
{
  TrammelInstant out = {0};
  const char *at = text, *why;
  int second = 0;
  gint64 days;

  why = parse_day(&at, &days);
  if (why)
    return trammel_iso8601_is_ambiguous(text)
               ? TRAMMEL_WORD("is a date whose day and month are ambiguous; write it in ISO 8601, "
                              "such as 2026-11-21T10:00:00.25Z")
               : why;
  out.seconds = DAY * days;
  if (take_char(&at, "Tt ")) {
    while (*at == ' ')
      at++;
    why = parse_clock(&at, &out, &second);
    if (!why)
      why = parse_zone(&at, &out);
  }
  if (why)
    return why;
  if (*at != '\0')
    return EXPECTED;
  if (second == 60 && out.seconds % DAY != 0)
    return TRAMMEL_WORD("has a leap second that is not at the end of a day of UTC");
  *instant = out;
  return NULL;
}
