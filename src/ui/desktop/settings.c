#include "ui/desktop/settings.h"

#define SCHEMA_ID "io.github.trammel.Trammel"

GSettings *
trammel_settings_get(void)
{
  static GSettings *settings;
  static gsize initialised;

  if (g_once_init_enter(&initialised)) {
    GSettingsSchemaSource *source = g_settings_schema_source_get_default();
    g_autoptr(GSettingsSchema) schema =
        source ? g_settings_schema_source_lookup(source, SCHEMA_ID, TRUE) : NULL;
    if (schema)
      settings = g_settings_new(SCHEMA_ID);
    g_once_init_leave(&initialised, 1);
  }
  return settings;
}

char *
trammel_settings_dup_string(const char *key, const char *fallback)
{
  GSettings *settings = trammel_settings_get();
  return settings ? g_settings_get_string(settings, key) : g_strdup(fallback);
}

int
trammel_settings_get_int(const char *key, int fallback)
{
  GSettings *settings = trammel_settings_get();
  return settings ? g_settings_get_int(settings, key) : fallback;
}

gboolean
trammel_settings_get_boolean(const char *key, gboolean fallback)
{
  GSettings *settings = trammel_settings_get();
  return settings ? g_settings_get_boolean(settings, key) : fallback;
}
