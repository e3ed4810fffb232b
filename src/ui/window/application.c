#include "ui/window/application.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>

#include "io/problem/problem.h"
#include "plot/figure/number-text.h"
#include "ui/desktop/dark-style.h"
#include "ui/desktop/settings.h"
#include "ui/pages/start/preferences-dialog.h"
#include "ui/scene/gl/driver.h"
#include "ui/session/document/recovery.h"
#include "ui/session/text/commands.h"
#include "ui/session/text/notation.h"
#include "ui/window/window.h"

#define APPLICATION_ID "io.github.trammel.Trammel"
#define RESOURCES      "/io/github/trammel/Trammel"

struct _TrammelApplication {
  GtkApplication parent_instance;
  TrammelDarkStyle *style;
  gboolean has_offered; /* recovery files were offered */
};

G_DEFINE_FINAL_TYPE(TrammelApplication, trammel_application, GTK_TYPE_APPLICATION)

static void
on_new_window_cb(GSimpleAction *action, GVariant *parameter, gpointer application)
{
  gtk_window_present(GTK_WINDOW(trammel_window_new(application)));
}

/* Closes every window by itself, so that each may ask about its changes. */
static void
on_quit_cb(GSimpleAction *action, GVariant *parameter, gpointer application)
{
  g_autoptr(GList) windows = g_list_copy(gtk_application_get_windows(application));

  for (GList *link = windows; link; link = link->next)
    gtk_window_close(link->data);
}

static void
on_about_cb(GSimpleAction *action, GVariant *parameter, gpointer application)
{
  GtkWindow *dialog = g_object_new(
      GTK_TYPE_ABOUT_DIALOG, "transient-for", gtk_application_get_active_window(application),
      "modal", TRUE, "destroy-with-parent", TRUE, "program-name", "Trammel", "version",
      TRAMMEL_VERSION, "logo-icon-name", APPLICATION_ID, "license-type", GTK_LICENSE_GPL_3_0,
      "comments",
      _("Identifies the physical parameters of mechanisms from measured logs.\n"
        "Everything stays on this computer: the program opens no network connection."),
      NULL);

  gtk_window_present(dialog);
  /* the focused first widget is the name, whose text would be selected */
  if (GTK_IS_LABEL(gtk_window_get_focus(dialog)))
    gtk_label_select_region(GTK_LABEL(gtk_window_get_focus(dialog)), 0, 0);
  gtk_window_set_focus(dialog, NULL);
}

static void
on_preferences_cb(GSimpleAction *action, GVariant *parameter, gpointer application)
{
  GtkWidget *dialog = trammel_preferences_dialog_new(gtk_application_get_active_window(application),
                                                     trammel_settings_get());

  /* its choices are actions of the application */
  gtk_window_set_application(GTK_WINDOW(dialog), application);
  gtk_window_present(GTK_WINDOW(dialog));
}

static void
on_threads_changed_cb(void)
{
  trammel_problem_set_threads(trammel_settings_get_int("threads", 0));
}

static void
take_notation(void)
{
  const TrammelNotation notation = {
      .radians = trammel_settings_get_int("angle-unit", 0) == 1,
      .millimetres = trammel_settings_get_int("length-unit", 0) == 1,
      .sigma_digits = trammel_settings_get_int("sigma-digits", 1) + 1,
      .sigma_form = (TrammelSigmaForm)trammel_settings_get_int("sigma-form", TRAMMEL_SIGMA_PLAIN)};

  trammel_notation_set(notation);
}

static void
on_dark_style_change_cb(GSimpleAction *action, GVariant *state, gpointer application)
{
  TrammelApplication *self = application;
  GSettings *settings = trammel_settings_get();

  g_simple_action_set_state(action, state);
  trammel_dark_style_set_mode(self->style, g_variant_get_string(state, NULL));
  if (settings)
    g_settings_set_string(settings, "color-scheme", trammel_dark_style_get_mode(self->style));
}

static const GActionEntry entries[] = {
    {.name = "new-window", .activate = on_new_window_cb},
    {.name = "quit", .activate = on_quit_cb},
    {.name = "about", .activate = on_about_cb},
    {.name = "preferences", .activate = on_preferences_cb},
    {.name = "dark-style",
     .parameter_type = "s",
     .state = "'default'",
     .change_state = on_dark_style_change_cb},
};

static void
load_style_sheet(void)
{
  g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();

  gtk_css_provider_load_from_resource(provider, RESOURCES "/css/style.css");
  gtk_style_context_add_provider_for_display(gdk_display_get_default(),
                                             GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static gboolean
has_family(const char *name)
{
  PangoFontMap *map = pango_cairo_font_map_get_default();
  guint n = g_list_model_get_n_items(G_LIST_MODEL(map));

  for (guint i = 0; i < n; i++) {
    g_autoptr(PangoFontFamily) family = g_list_model_get_item(G_LIST_MODEL(map), i);
    if (g_str_equal(pango_font_family_get_name(family), name))
      return TRUE;
  }
  return FALSE;
}

/* Sets the font: a font that the user has chosen stays, else Inter, which is denser and has tabular
 * digits. */
static void
choose_font(void)
{
  GtkSettings *settings = gtk_settings_get_default();
  g_autofree char *name = NULL;

  g_object_get(settings, "gtk-font-name", &name, NULL);
  if (name && g_str_has_prefix(name, "Sans") && has_family("Inter"))
    g_object_set(settings, "gtk-font-name", "Inter 10", NULL);
}

/* Texts that can be copied are not marked as a whole where the focus comes to them. */
static void
choose_focus(void)
{
  g_object_set(gtk_settings_get_default(), "gtk-label-select-on-focus", FALSE, NULL);
}

static void
add_shortcuts(GtkApplication *application)
{
  guint n;
  const TrammelCommand *commands = trammel_commands_get(&n);

  for (guint i = 0; i < n; i++)
    if (commands[i].accels[0])
      gtk_application_set_accels_for_action(application, commands[i].action, commands[i].accels);
}

/* Exits with an explanation if there is no display; that of GTK would be shorter. */
static void
need_display(void)
{
  if (gtk_init_check())
    return;
  g_printerr("trammel: %s\n", _("there is no display to open a window on; trammel-cli does the "
                                "same work without one"));
  exit(EXIT_FAILURE);
}

/* Ends the program by a signal, as at a log-out or by Ctrl+C: there is no time for questions, so
 * unsaved work is kept for the next start. */
static gboolean
on_end_cb(gpointer number)
{
  GtkApplication *application = GTK_APPLICATION(g_application_get_default());

  for (GList *l = gtk_application_get_windows(application); l; l = l->next)
    if (TRAMMEL_IS_WINDOW(l->data))
      trammel_window_leave(l->data);
  g_settings_sync();
  signal(GPOINTER_TO_INT(number), SIG_DFL);
  raise(GPOINTER_TO_INT(number));
  return G_SOURCE_REMOVE;
}

/* A signal that is ignored from the start, as by nohup, stays ignored. */
static void
catch_signals(void)
{
  static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
  struct sigaction inherited;

  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
    if (sigaction(ends[i], NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
      g_unix_signal_add(ends[i], on_end_cb, GINT_TO_POINTER(ends[i]));
}

static void
trammel_application_startup(GApplication *application)
{
  TrammelApplication *self = TRAMMEL_APPLICATION(application);

  need_display();
  G_APPLICATION_CLASS(trammel_application_parent_class)->startup(application);
  trammel_gl_driver_choose_renderer(gdk_display_get_default());
  load_style_sheet();
  choose_font();
  choose_focus();
  gtk_window_set_default_icon_name(APPLICATION_ID);
  self->style = trammel_dark_style_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
  add_shortcuts(GTK_APPLICATION(self));
  if (trammel_settings_get())
    g_signal_connect(trammel_settings_get(), "changed::threads", G_CALLBACK(on_threads_changed_cb),
                     NULL);
  on_threads_changed_cb();
  if (trammel_settings_get())
    g_signal_connect(trammel_settings_get(), "changed", G_CALLBACK(take_notation), NULL);
  take_notation();
  catch_signals();
  g_autofree char *mode = trammel_settings_dup_string("color-scheme", "default");
  g_action_group_change_action_state(G_ACTION_GROUP(self), "dark-style",
                                     g_variant_new_string(mode));
}

/* Offers the recovery files, in the first window only, and deletes temporary folders that are no
 * longer needed. */
static void
offer_recovery(TrammelApplication *self, TrammelWindow *window)
{
  if (!self->has_offered) {
    trammel_window_offer_recovery(window);
    trammel_recovery_sweep();
  }
  self->has_offered = TRUE;
}

static void
trammel_application_activate(GApplication *application)
{
  TrammelWindow *window = trammel_window_new(GTK_APPLICATION(application));

  gtk_window_present(GTK_WINDOW(window));
  offer_recovery(TRAMMEL_APPLICATION(application), window);
}

static void
trammel_application_open(GApplication *application, GFile **files, int n_files, const char *hint)
{
  g_autoptr(GPtrArray) others = g_ptr_array_new();

  for (int i = 0; i < n_files; i++) {
    TrammelWindow *window = trammel_window_find(GTK_APPLICATION(application), files[i]);
    if (window)
      gtk_window_present(GTK_WINDOW(window));
    else
      g_ptr_array_add(others, files[i]);
  }
  if (others->len == 0)
    return;
  TrammelWindow *window = trammel_window_new(GTK_APPLICATION(application));
  gtk_window_present(GTK_WINDOW(window));
  trammel_window_open_files(window, (GFile *const *)others->pdata, others->len);
  offer_recovery(TRAMMEL_APPLICATION(application), window);
}

static int
trammel_application_handle_local_options(GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains(options, "version")) {
    g_print("trammel %s\n", TRAMMEL_VERSION);
    return 0;
  }
  return -1;
}

static void
trammel_application_finalize(GObject *object)
{
  g_clear_object(&TRAMMEL_APPLICATION(object)->style);
  G_OBJECT_CLASS(trammel_application_parent_class)->finalize(object);
}

static void
trammel_application_class_init(TrammelApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_application_finalize;
  application_class->startup = trammel_application_startup;
  application_class->activate = trammel_application_activate;
  application_class->open = trammel_application_open;
  application_class->handle_local_options = trammel_application_handle_local_options;
}

static void
trammel_application_init(TrammelApplication *self)
{
  static const GOptionEntry options[] = {
      {.long_name = "version",
       .arg = G_OPTION_ARG_NONE,
       .description = "Print the version and exit"},
      {NULL},
  };

  g_application_add_main_option_entries(G_APPLICATION(self), options);
  g_application_set_option_context_parameter_string(G_APPLICATION(self), "[PROJECT|LOG]…");
}

void
trammel_application_choose_locale(void)
{
  gtk_disable_setlocale();
  if (!setlocale(LC_ALL, ""))
    g_warning("The locale of the environment is not there; the language is English.");
  trammel_number_text_set_decimal_sign(*localeconv()->decimal_point);
  setlocale(LC_NUMERIC, "C");
}

TrammelApplication *
trammel_application_new(GApplicationFlags flags)
{
  return g_object_new(TRAMMEL_TYPE_APPLICATION, "application-id", APPLICATION_ID, "flags",
                      flags | G_APPLICATION_HANDLES_OPEN, "resource-base-path", RESOURCES, NULL);
}
