#include "ui/desktop/dark-style.h"

#include <gtk/gtk.h>

#define APPEARANCE "org.freedesktop.appearance"

struct _TrammelDarkStyle {
  GObject parent_instance;
  GDBusProxy *portal;
  GCancellable *cancellable;
  char *mode;
  gboolean desktop_is_dark;
};

G_DEFINE_FINAL_TYPE(TrammelDarkStyle, trammel_dark_style, G_TYPE_OBJECT)

static void
apply_style(TrammelDarkStyle *self)
{
  gboolean dark = g_str_equal(self->mode, "dark") ||
                  (g_str_equal(self->mode, "default") && self->desktop_is_dark);

  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
}

/* Reads color-scheme: 0 no preference, 1 dark, 2 light; wrapped in one variant or two. */
static void
take_scheme(TrammelDarkStyle *self, GVariant *value)
{
  g_autoptr(GVariant) inner = g_variant_ref(value);

  while (g_variant_is_of_type(inner, G_VARIANT_TYPE_VARIANT)) {
    GVariant *next = g_variant_get_variant(inner);
    g_variant_unref(inner);
    inner = next;
  }
  if (!g_variant_is_of_type(inner, G_VARIANT_TYPE_UINT32))
    return;
  self->desktop_is_dark = g_variant_get_uint32(inner) == 1;
  apply_style(self);
}

static void
on_portal_signal_cb(GDBusProxy *proxy,
                    const char *sender,
                    const char *signal,
                    GVariant *parameters,
                    TrammelDarkStyle *self)
{
  const char *name, *key;
  g_autoptr(GVariant) value = NULL;

  if (!g_str_equal(signal, "SettingChanged") ||
      !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")))
    return;
  g_variant_get(parameters, "(&s&sv)", &name, &key, &value);
  if (g_str_equal(name, APPEARANCE) && g_str_equal(key, "color-scheme"))
    take_scheme(self, value);
}

static void
on_scheme_read_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GVariant) reply = g_dbus_proxy_call_finish(G_DBUS_PROXY(source), result, NULL);

  /* a desktop without the key has no preference */
  if (!reply)
    return;
  g_autoptr(GVariant) value = g_variant_get_child_value(reply, 0);
  take_scheme(data, value);
}

static void
on_portal_ready_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GDBusProxy) portal = g_dbus_proxy_new_for_bus_finish(result, NULL);

  /* without a bus, or after this object was disposed, there is nothing to follow */
  if (!portal)
    return;
  TrammelDarkStyle *self = data;
  self->portal = g_steal_pointer(&portal);
  g_signal_connect_object(self->portal, "g-signal", G_CALLBACK(on_portal_signal_cb), self, 0);
  g_autofree char *owner = g_dbus_proxy_get_name_owner(self->portal);
  if (owner)
    g_dbus_proxy_call(self->portal, "Read", g_variant_new("(ss)", APPEARANCE, "color-scheme"),
                      G_DBUS_CALL_FLAGS_NONE, 1000, self->cancellable, on_scheme_read_cb, self);
}

static void
trammel_dark_style_dispose(GObject *object)
{
  TrammelDarkStyle *self = TRAMMEL_DARK_STYLE(object);

  g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->portal);
  G_OBJECT_CLASS(trammel_dark_style_parent_class)->dispose(object);
}

static void
trammel_dark_style_finalize(GObject *object)
{
  TrammelDarkStyle *self = TRAMMEL_DARK_STYLE(object);

  g_object_unref(self->cancellable);
  g_free(self->mode);
  G_OBJECT_CLASS(trammel_dark_style_parent_class)->finalize(object);
}

static void
trammel_dark_style_class_init(TrammelDarkStyleClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_dark_style_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_dark_style_finalize;
}

static void
trammel_dark_style_init(TrammelDarkStyle *self)
{
  self->mode = g_strdup("default");
  self->cancellable = g_cancellable_new();
}

TrammelDarkStyle *
trammel_dark_style_new(void)
{
  TrammelDarkStyle *self = g_object_new(TRAMMEL_TYPE_DARK_STYLE, NULL);

  g_dbus_proxy_new_for_bus(G_BUS_TYPE_SESSION,
                           G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES |
                               G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START_AT_CONSTRUCTION,
                           NULL, "org.freedesktop.portal.Desktop",
                           "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings",
                           self->cancellable, on_portal_ready_cb, self);
  return self;
}

void
trammel_dark_style_set_mode(TrammelDarkStyle *self, const char *mode)
{
  static const char *const modes[] = {"light", "dark", NULL};

  g_return_if_fail(TRAMMEL_IS_DARK_STYLE(self));
  g_free(self->mode);
  self->mode = g_strdup(g_strv_contains(modes, mode) ? mode : "default");
  apply_style(self);
}

const char *
trammel_dark_style_get_mode(TrammelDarkStyle *self)
{
  g_return_val_if_fail(TRAMMEL_IS_DARK_STYLE(self), NULL);
  return self->mode;
}
