#include "ui/pages/parts/run-color.h"

guint
trammel_run_color_get_index(TrammelRunRecord *record)
{
  return trammel_run_record_get_color(record) + 1;
}

TrammelColor
trammel_run_color_get(TrammelRunRecord *record, gboolean dark)
{
  return trammel_palette_get(TRAMMEL_ROLE_CYCLE, trammel_run_color_get_index(record), dark);
}
