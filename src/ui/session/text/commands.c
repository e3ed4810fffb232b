#include "ui/session/text/commands.h"

#include <glib/gi18n.h>

#define NEEDS_PROJECT N_("Open a project or an example first.")
#define NEEDS_LOG     N_("Open a log first.")
#define NEEDS_RESULT  N_("Identify first.")
#define NEEDS_WORK    N_("Nothing is being computed.")

static const TrammelCommand commands[] = {
    {N_("New project…"), "win.new-project", {"<Control>n"}, NULL},
    {N_("New window"), "app.new-window", {"<Control><Shift>n"}, NULL},
    {N_("Open a project or log…"), "win.open", {"<Control>o"}, NULL},
    {N_("Save"), "win.save", {"<Control>s"}, NEEDS_PROJECT},
    {N_("Save as…"), "win.save-as", {"<Control><Shift>s"}, NEEDS_PROJECT},
    {N_("Save as a packed project, with its logs…"), "win.save-packed", {NULL}, NEEDS_PROJECT},
    {N_("Undo"), "win.undo", {"<Control>z"}, N_("There is nothing to undo.")},
    {N_("Redo"), "win.redo", {"<Control><Shift>z"}, N_("There is nothing to redo.")},
    {N_("Close the window"), "win.close", {"<Control>w"}, NULL},
    {N_("Quit"), "app.quit", {"<Control>q"}, NULL},
    {N_("Preferences"), "app.preferences", {"<Control>comma"}, NULL},

    {N_("Open a log…"), "win.open-log", {"<Control>i"}, NULL},
    {N_("Map channels to signals…"), "win.map-log", {"<Control>m"}, NEEDS_LOG},
    {N_("Re-import the log shown…"), "win.reimport-log", {NULL}, NEEDS_LOG},
    {N_("Rename the log shown…"), "win.log-rename(-1)", {NULL}, NEEDS_LOG},
    {N_("Split the log shown for estimation and validation…"),
     "win.log-split(-1)",
     {NULL},
     NEEDS_LOG},
    {N_("Remove the log shown"), "win.log-delete(-1)", {NULL}, NEEDS_LOG},

    {N_("Check now"), "win.check", {"F6"}, NEEDS_PROJECT},
    {N_("Identify"), "win.identify", {"F5", "<Control>Return"}, NEEDS_PROJECT},
    {N_("Continue the fit that was stopped"),
     "win.go-on",
     {NULL},
     N_("The fit that is shown was not stopped.")},
    {N_("Stop and keep the best values"), "win.stop", {"<Shift>F5"}, NEEDS_WORK},
    {N_("Live on or off"), "win.live", {"<Control>l"}, NULL},
    {N_("Compare friction models…"), "win.compare-friction", {NULL}, NEEDS_LOG},
    {N_("Compare methods…"), "win.compare-methods", {NULL}, NEEDS_LOG},
    {N_("Show all quantities or only the free ones"), "win.show-all", {NULL}, NULL},

    {N_("Apply the values of the run shown to the model"),
     "win.run-apply(uint32 0)",
     {NULL},
     NEEDS_RESULT},
    {N_("Apply the values of the stepper of the run shown to the model"),
     "win.run-apply-stepper(uint32 0)",
     {NULL},
     NEEDS_RESULT},
    {N_("Use the settings of the run shown"), "win.run-settings(uint32 0)", {NULL}, NEEDS_RESULT},
    {N_("Compare the run shown with another one"),
     "win.run-compare(uint32 0)",
     {NULL},
     NEEDS_RESULT},
    {N_("Rename the run shown"), "win.run-rename(uint32 0)", {NULL}, NEEDS_RESULT},
    {N_("Notes on the run shown…"), "win.run-notes(uint32 0)", {NULL}, NEEDS_RESULT},
    {N_("Copy the run as a command line"),
     "win.run-copy-command(uint32 0)",
     {"<Control><Shift>c"},
     NEEDS_RESULT},
    {N_("Delete the run shown"), "win.run-delete(uint32 0)", {NULL}, NEEDS_RESULT},

    {N_("Export…"), "win.export::", {"<Control>e"}, NEEDS_RESULT},
    {N_("Export again in the same way"), "win.export-again", {"<Control><Shift>e"}, NEEDS_RESULT},
    {N_("Export the figures of this page as PNG…"),
     "win.export-figures::png",
     {NULL},
     N_("This page has no figures yet.")},
    {N_("Export the figures of this page as SVG…"),
     "win.export-figures::svg",
     {NULL},
     N_("This page has no figures yet.")},
    {N_("Export the figures of this page as PDF…"),
     "win.export-figures::pdf",
     {NULL},
     N_("This page has no figures yet.")},

    {N_("Page Data"), "win.page-number(1)", {"<Alt>1"}, NEEDS_PROJECT},
    {N_("Page Model"), "win.page-number(2)", {"<Alt>2"}, NEEDS_PROJECT},
    {N_("Page Identify"), "win.page-number(3)", {"<Alt>3"}, NEEDS_PROJECT},
    {N_("Page Inspect"), "win.page-number(4)", {"<Alt>4"}, NEEDS_PROJECT},
    {N_("Page Validate"), "win.page-number(5)", {"<Alt>5"}, NEEDS_PROJECT},
    {N_("Find on this page"),
     "win.find",
     {"<Control>f"},
     N_("There is nothing to search on this page.")},
    {N_("Project browser"), "win.show-browser", {"F9"}, NULL},
    {N_("3D view"), "win.show-scene", {"<Control>F9"}, NULL},
    {N_("Settings of the fit"), "win.show-settings", {"F8"}, NULL},
    {N_("Parameter table"),
     "win.show-parameters",
     {"<Control>t"},
     N_("Only the page Identify has one.")},
    {N_("Play or pause"), "win.play", {NULL}, NEEDS_LOG},
    {N_("Fullscreen"), "win.fullscreen", {"F11"}, NULL},
    {N_("Light style"), "app.dark-style::light", {NULL}, NULL},
    {N_("Dark style"), "app.dark-style::dark", {NULL}, NULL},
    {N_("Style of the desktop"), "app.dark-style::default", {NULL}, NULL},

    {N_("Help on this page"), "win.help", {"F1"}, NULL},
    {N_("Keyboard shortcuts"), "win.show-help-overlay", {"<Control>question"}, NULL},
    {N_("About Trammel"), "app.about", {NULL}, NULL},
    {NULL, "win.palette", {"<Control>k"}, NULL},
};

const TrammelCommand *
trammel_commands_get(guint *n)
{
  *n = G_N_ELEMENTS(commands);
  return commands;
}
