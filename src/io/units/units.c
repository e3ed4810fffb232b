#include "io/units/units.h"

#include <string.h>

#include "io/base/bilingual.h"

typedef struct {
  const char *text; /* without spaces, "*", "·" and "^" */
  double factor;
  TrammelDimension dimension;
} Unit;

#define TURN (2 * G_PI)

static const Unit units[] = {
    {"", 1, TRAMMEL_DIMENSION_NONE},
    {"1", 1, TRAMMEL_DIMENSION_NONE},
    {"-", 1, TRAMMEL_DIMENSION_NONE},
    {"%", 0.01, TRAMMEL_DIMENSION_NONE},
    {"count", 1, TRAMMEL_DIMENSION_NONE},
    {"counts", 1, TRAMMEL_DIMENSION_NONE},

    {"rad", 1, TRAMMEL_DIMENSION_ANGLE},
    {"mrad", 1e-3, TRAMMEL_DIMENSION_ANGLE},
    {"urad", 1e-6, TRAMMEL_DIMENSION_ANGLE},
    {"deg", TURN / 360, TRAMMEL_DIMENSION_ANGLE},
    {"degree", TURN / 360, TRAMMEL_DIMENSION_ANGLE},
    {"degrees", TURN / 360, TRAMMEL_DIMENSION_ANGLE},
    {"°", TURN / 360, TRAMMEL_DIMENSION_ANGLE},
    {"rev", TURN, TRAMMEL_DIMENSION_ANGLE},
    {"turn", TURN, TRAMMEL_DIMENSION_ANGLE},
    {"grad", TURN / 400, TRAMMEL_DIMENSION_ANGLE},

    {"m", 1, TRAMMEL_DIMENSION_LENGTH},
    {"dm", 1e-1, TRAMMEL_DIMENSION_LENGTH},
    {"cm", 1e-2, TRAMMEL_DIMENSION_LENGTH},
    {"mm", 1e-3, TRAMMEL_DIMENSION_LENGTH},
    {"um", 1e-6, TRAMMEL_DIMENSION_LENGTH},
    {"µm", 1e-6, TRAMMEL_DIMENSION_LENGTH},
    {"nm", 1e-9, TRAMMEL_DIMENSION_LENGTH},
    {"km", 1e3, TRAMMEL_DIMENSION_LENGTH},
    {"in", 0.0254, TRAMMEL_DIMENSION_LENGTH},
    {"ft", 0.3048, TRAMMEL_DIMENSION_LENGTH},

    {"s", 1, TRAMMEL_DIMENSION_TIME},
    {"sec", 1, TRAMMEL_DIMENSION_TIME},
    {"ms", 1e-3, TRAMMEL_DIMENSION_TIME},
    {"us", 1e-6, TRAMMEL_DIMENSION_TIME},
    {"µs", 1e-6, TRAMMEL_DIMENSION_TIME},
    {"ns", 1e-9, TRAMMEL_DIMENSION_TIME},
    {"min", 60, TRAMMEL_DIMENSION_TIME},
    {"h", 3600, TRAMMEL_DIMENSION_TIME},

    {"rad/s", 1, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"mrad/s", 1e-3, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"deg/s", TURN / 360, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"°/s", TURN / 360, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"dps", TURN / 360, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"rev/s", TURN, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"rpm", TURN / 60, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"rev/min", TURN / 60, TRAMMEL_DIMENSION_ANGULAR_RATE},

    {"m/s", 1, TRAMMEL_DIMENSION_SPEED},
    {"cm/s", 1e-2, TRAMMEL_DIMENSION_SPEED},
    {"mm/s", 1e-3, TRAMMEL_DIMENSION_SPEED},
    {"km/h", 1 / 3.6, TRAMMEL_DIMENSION_SPEED},

    {"rad/s2", 1, TRAMMEL_DIMENSION_ANGULAR_ACCELERATION},
    {"deg/s2", TURN / 360, TRAMMEL_DIMENSION_ANGULAR_ACCELERATION},
    {"°/s2", TURN / 360, TRAMMEL_DIMENSION_ANGULAR_ACCELERATION},

    {"m/s2", 1, TRAMMEL_DIMENSION_ACCELERATION},
    {"mm/s2", 1e-3, TRAMMEL_DIMENSION_ACCELERATION},
    {"g0", 9.80665, TRAMMEL_DIMENSION_ACCELERATION},

    {"N", 1, TRAMMEL_DIMENSION_FORCE},
    {"mN", 1e-3, TRAMMEL_DIMENSION_FORCE},
    {"kN", 1e3, TRAMMEL_DIMENSION_FORCE},
    {"lbf", 4.4482216152605, TRAMMEL_DIMENSION_FORCE},
    {"kgf", 9.80665, TRAMMEL_DIMENSION_FORCE},

    {"Nm", 1, TRAMMEL_DIMENSION_TORQUE},
    {"mNm", 1e-3, TRAMMEL_DIMENSION_TORQUE},
    {"uNm", 1e-6, TRAMMEL_DIMENSION_TORQUE},
    {"kNm", 1e3, TRAMMEL_DIMENSION_TORQUE},
    {"Ncm", 1e-2, TRAMMEL_DIMENSION_TORQUE},
    {"Nmm", 1e-3, TRAMMEL_DIMENSION_TORQUE},
    {"ozin", 0.00706155181422604, TRAMMEL_DIMENSION_TORQUE},
    {"lbin", 0.1129848290276167, TRAMMEL_DIMENSION_TORQUE},

    {"kg", 1, TRAMMEL_DIMENSION_MASS},
    {"g", 1e-3, TRAMMEL_DIMENSION_MASS},

    {"V", 1, TRAMMEL_DIMENSION_VOLTAGE},
    {"mV", 1e-3, TRAMMEL_DIMENSION_VOLTAGE},
    {"A", 1, TRAMMEL_DIMENSION_CURRENT},
    {"mA", 1e-3, TRAMMEL_DIMENSION_CURRENT},
    {"Hz", 1, TRAMMEL_DIMENSION_FREQUENCY},
    {"kHz", 1e3, TRAMMEL_DIMENSION_FREQUENCY},
};

/* Returns the text without the separators between factors. */
static char *
squeeze(const char *text)
{
  GString *out = g_string_new(NULL);

  for (const char *at = text; *at; at = g_utf8_next_char(at)) {
    gunichar c = g_utf8_get_char(at);

    if (c == 0xb2) /* superscript two */
      g_string_append_c(out, '2');
    else if (c == 0x3bc) /* Greek mu for the micro sign */
      g_string_append_unichar(out, 0xb5);
    else if (c != ' ' && c != '*' && c != '^' && c != 0xb7 && c != 0x22c5)
      g_string_append_unichar(out, c);
  }
  return g_string_free(out, FALSE);
}

gboolean
trammel_unit_find(const char *name, double *factor, TrammelDimension *dimension)
{
  for (gsize i = 0; i < G_N_ELEMENTS(units); i++)
    if (g_str_equal(units[i].text, name)) {
      if (factor)
        *factor = units[i].factor;
      if (dimension)
        *dimension = units[i].dimension;
      return TRUE;
    }
  return FALSE;
}

gboolean
trammel_unit_parse(const char *text, double *factor, TrammelDimension *dimension)
{
  g_autofree char *squeezed = NULL;

  if (!g_utf8_validate(text, -1, NULL))
    return FALSE;
  squeezed = squeeze(text);
  return trammel_unit_find(squeezed, factor, dimension);
}

typedef struct {
  const char *ending, *unit;
  const char *words; /* words that must precede it, between bars; NULL: any name */
} Ending;

#define TIMES "|t|time|stamp|timestamp|clock|zeit|elapsed|"

/* Longer ones first: deg_s ends with _s. */
static const Ending endings[] = {
    {"_deg_per_s", "deg/s", NULL},
    {"_rad_per_s", "rad/s", NULL},
    {"_rad_s2", "rad/s^2", NULL},
    {"_deg_s2", "deg/s^2", NULL},
    {"_rad/s", "rad/s", NULL},
    {"_deg/s", "deg/s", NULL},
    {"_rad_s", "rad/s", NULL},
    {"_deg_s", "deg/s", NULL},
    {"_mm_s", "mm/s", NULL},
    {"_m_s2", "m/s^2", NULL},
    {"_m_s", "m/s", NULL},
    {"_m/s", "m/s", NULL},
    {"_radps", "rad/s", NULL},
    {"_degps", "deg/s", NULL},
    {"_dps", "deg/s", NULL},
    {"_rpm", "rpm", NULL},
    {"_mrad", "mrad", NULL},
    {"_rad", "rad", NULL},
    {"_deg", "deg", NULL},
    {"_mm", "mm", NULL},
    {"_mNm", "mN m", NULL},
    {"_Nmm", "N mm", NULL},
    {"_Ncm", "N cm", NULL},
    {"_Nm", "N m", NULL},
    {"_mV", "mV", NULL},
    {"_mA", "mA", NULL},
    {"_ms", "ms", NULL},
    {"_us", "us", NULL},
    {"_ns", "ns", NULL},
    {"_sec", "s", TIMES},
    {"_s", "s", TIMES},
    {"_A", "A", "|current|i|strom|"},
    {"_V", "V", "|voltage|volt|u|spannung|"},
    {"_N", "N", "|force|kraft|"},
};

/* TRUE if the last word of the first n bytes of a name is among the words. */
static gboolean
ends_with_word(const char *name, gsize n, const char *words)
{
  g_autofree char *stem = g_ascii_strdown(name, (gssize)n);
  g_autofree char *marked = NULL;
  char *start = stem + n;

  while (n > 0 && g_ascii_isdigit(start[-1])) {
    *--start = '\0';
    n--;
  }
  while (start > stem && g_ascii_isalpha(start[-1]))
    start--;
  marked = g_strdup_printf("|%s|", start);
  return *start != '\0' && strstr(words, marked) != NULL;
}

const char *
trammel_unit_find_in_name(const char *name, gsize *stem)
{
  for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
    gsize length;

    if (!g_str_has_suffix(name, endings[i].ending))
      continue;
    length = strlen(name) - strlen(endings[i].ending);
    if (length == 0 || (endings[i].words && !ends_with_word(name, length, endings[i].words)))
      return NULL;
    if (stem)
      *stem = length;
    return endings[i].unit;
  }
  return NULL;
}

const char *
trammel_dimension_describe(TrammelDimension dimension)
{
  static const char *const words[] = {
      [TRAMMEL_DIMENSION_NONE] = TRAMMEL_WORD("a plain number"),
      [TRAMMEL_DIMENSION_ANGLE] = TRAMMEL_WORD("an angle"),
      [TRAMMEL_DIMENSION_LENGTH] = TRAMMEL_WORD("a length"),
      [TRAMMEL_DIMENSION_TIME] = TRAMMEL_WORD("a time"),
      [TRAMMEL_DIMENSION_ANGULAR_RATE] = TRAMMEL_WORD("an angular rate"),
      [TRAMMEL_DIMENSION_SPEED] = TRAMMEL_WORD("a speed"),
      [TRAMMEL_DIMENSION_ANGULAR_ACCELERATION] = TRAMMEL_WORD("an angular acceleration"),
      [TRAMMEL_DIMENSION_ACCELERATION] = TRAMMEL_WORD("an acceleration"),
      [TRAMMEL_DIMENSION_FORCE] = TRAMMEL_WORD("a force"),
      [TRAMMEL_DIMENSION_TORQUE] = TRAMMEL_WORD("a torque"),
      [TRAMMEL_DIMENSION_MASS] = TRAMMEL_WORD("a mass"),
      [TRAMMEL_DIMENSION_VOLTAGE] = TRAMMEL_WORD("a voltage"),
      [TRAMMEL_DIMENSION_CURRENT] = TRAMMEL_WORD("a current"),
      [TRAMMEL_DIMENSION_FREQUENCY] = TRAMMEL_WORD("a frequency"),
  };

  return words[dimension];
}
