/* One setting of the estimator: name, entry, slider with a logarithmic scale, reset arrow, caption.
 *
 * Signal: edited (const char *text): what the user wants, as trammel_document_set_setting() takes
 * it (one of the words, or a number in SI); "released" when a drag of the slider has ended. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SETTING_ROW (trammel_setting_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelSettingRow, trammel_setting_row, TRAMMEL, SETTING_ROW, GtkWidget)

typedef struct {
  const char *label, *tooltip;
  const char *unit;         /* SI, "" for a plain number */
  double low, high;         /* decades shown, relative to the reference value */
  const char *reset;        /* what the reset arrow emits: a word or a number */
  const char *const *words; /* NULL-terminated: what may stand in the place of a number; nullable */
} TrammelSettingLook;

void trammel_setting_row_set_look(TrammelSettingRow *row, const TrammelSettingLook *look);

/* Shows `value`.  The slider stands at log10(value/reference). */
void trammel_setting_row_set_value(TrammelSettingRow *row, double value, double reference);

/* Shows `word`, while the slider stands where `value` would be. */
void trammel_setting_row_set_word(TrammelSettingRow *row,
                                  const char *word,
                                  double value,
                                  double reference);
/* Puts `widget` between the first line and the slider, below what was added before. */
void trammel_setting_row_add(TrammelSettingRow *row, GtkWidget *widget);

void trammel_setting_row_set_caption(TrammelSettingRow *row, const char *caption);

G_END_DECLS
