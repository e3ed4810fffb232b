/* Table of the mapping dialog: a row for each signal of the model.
 *
 * Signals: "changed" after the plan was edited; "selected" (guint row). */
#pragma once

#include <gtk/gtk.h>

#include "io/intake/mapping_plan.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MAPPING_GRID (trammel_mapping_grid_get_type())
G_DECLARE_FINAL_TYPE(TrammelMappingGrid, trammel_mapping_grid, TRAMMEL, MAPPING_GRID, GtkWidget)

/* Shows `plan` (nullable), which must outlive its display. */
void trammel_mapping_grid_show(TrammelMappingGrid *grid, TrammelMappingPlan *plan);

/* Selects the sensor whose check is shown. */
void trammel_mapping_grid_select(TrammelMappingGrid *grid, guint row);

G_END_DECLS
