#include "ui/session/export/export-format.h"

#include <glib/gi18n.h>

#include "io/export/export.h"

static const TrammelExportFormat formats[TRAMMEL_N_EXPORT_FORMATS] = {
    {"json", TRAMMEL_EXPORT_PARAMETERS, N_("JSON"),
     N_("The whole result: values of the mechanism and of the stepper, covariance, iterations, "
        "settings, checksums. Every other format can be made from it by trammel-cli export."),
     ".json", FALSE, TRUE},
    {"mat", TRAMMEL_EXPORT_PARAMETERS, N_("MATLAB"),
     N_("The whole result as the struct “result” of a MAT file, with the keys of the JSON file: "
        "result.parameters(1).value, result.covariance, result.ids and so on. MATLAB, Octave and "
        "SciPy read it."),
     ".mat", FALSE, FALSE},
    {"csv", TRAMMEL_EXPORT_PARAMETERS, N_("CSV"),
     N_("The table of the parameters for a spreadsheet, one row each, with the values of the "
        "mechanism and those of the stepper."),
     ".csv", FALSE, TRUE},
    {"yaml", TRAMMEL_EXPORT_PARAMETERS, N_("YAML"),
     N_("The values with their standard deviations, units and flags as a list."), ".yaml", FALSE,
     TRUE},
    {"m", TRAMMEL_EXPORT_PARAMETERS, N_("MATLAB script"),
     N_("A script that makes the struct “parameters”: parameters.body_arm_mass.value and so on."),
     ".m", FALSE, TRUE},
    {"py", TRAMMEL_EXPORT_PARAMETERS, N_("Python"),
     N_("A module with the dict “parameters”: parameters[\"body.arm.mass\"][\"value\"] and so on."),
     ".py", FALSE, TRUE},
    {"h", TRAMMEL_EXPORT_PARAMETERS, N_("C header"),
     N_("A macro for every value and its standard deviation, in SI units."), ".h", FALSE, TRUE},
    {"urdf", TRAMMEL_EXPORT_PARAMETERS, N_("URDF"),
     N_("A copy of a URDF file with the identified values written in; everything else stays byte "
        "for byte."),
     ".urdf", TRUE, TRUE},
    {"mjcf", TRAMMEL_EXPORT_PARAMETERS, N_("MJCF (MuJoCo)"),
     N_("A copy of an MJCF file with the identified values written in; everything else stays byte "
        "for byte."),
     ".xml", TRUE, TRUE},
    {"motion-mat", TRAMMEL_EXPORT_MOTIONS, N_("MATLAB"),
     N_("The estimated motion as the struct “states” of a MAT file: the vector t, position and "
        "velocity of every joint, sensors and motors, and their names and units. A file for each "
        "log."),
     ".mat", FALSE, FALSE},
    {"motion-csv", TRAMMEL_EXPORT_MOTIONS, N_("CSV"),
     N_("The estimated motion: time, position and velocity of every joint, sensors and motors. A "
        "file for each log."),
     ".csv", FALSE, TRUE},
    {"pdf", TRAMMEL_EXPORT_REPORT, N_("PDF"), N_("A report to read and to print, on A4 paper."),
     ".pdf", FALSE, FALSE},
    {"html", TRAMMEL_EXPORT_REPORT, N_("HTML"),
     N_("A report in one self-contained file for a browser."), ".html", FALSE, FALSE},
};

const TrammelExportFormat *
trammel_export_format_get(guint i)
{
  g_return_val_if_fail(i < TRAMMEL_N_EXPORT_FORMATS, NULL);
  return &formats[i];
}

const TrammelExportFormat *
trammel_export_format_find(const char *id)
{
  for (guint i = 0; i < TRAMMEL_N_EXPORT_FORMATS; i++)
    if (g_strcmp0(formats[i].id, id) == 0)
      return &formats[i];
  return &formats[0];
}

gboolean
trammel_export_format_chooses_values(const TrammelExportFormat *format)
{
  return format->group != TRAMMEL_EXPORT_MOTIONS && trammel_export_chooses_values(format->ending);
}

guint
trammel_export_format_get_index(const TrammelExportFormat *format)
{
  return (guint)(format - formats);
}

const char *
trammel_export_group_get_label(TrammelExportGroup group)
{
  static const char *const labels[] = {[TRAMMEL_EXPORT_PARAMETERS] = N_("Parameters"),
                                       [TRAMMEL_EXPORT_MOTIONS] = N_("Trajectories"),
                                       [TRAMMEL_EXPORT_REPORT] = N_("Report")};

  return _(labels[group]);
}
