/* Export formats of a run, as the dialog lists them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_EXPORT_PARAMETERS,
  TRAMMEL_EXPORT_MOTIONS,
  TRAMMEL_EXPORT_REPORT,
} TrammelExportGroup;

typedef struct {
  const char *id; /* of the action, the settings and the tests: "json", "motion-csv" */
  TrammelExportGroup group;
  const char *label, *what; /* to be translated: a name, and a sentence on what is in the file */
  const char *ending;       /* file extension, from which io derives the format */
  gboolean has_model;       /* values are written into a model file */
  gboolean is_text;         /* its first lines can be shown */
} TrammelExportFormat;

enum { TRAMMEL_N_EXPORT_FORMATS = 13 };

/* Returns format `i` in the order of the list, group by group. */
const TrammelExportFormat *trammel_export_format_get(guint i);

/* Returns the format of that id; the first one if there is none. */
const TrammelExportFormat *trammel_export_format_find(const char *id);

/* Returns TRUE if a file of the format has one set of values, which the user chooses. */
gboolean trammel_export_format_chooses_values(const TrammelExportFormat *format);

guint trammel_export_format_get_index(const TrammelExportFormat *format);

/* Returns the heading of a group, translated. */
const char *trammel_export_group_get_label(TrammelExportGroup group);

G_END_DECLS
