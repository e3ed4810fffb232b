/* Row of one setting of the estimator: name, entry, slider with a logarithmic scale, reset button,
 * caption.
 *
 * Signals: "edited" (const char *text): the requested value as trammel_document_set_setting() takes
 * it (one of the words, or a number in SI); "grasped" and "released" when a drag of the slider
 * begins and has ended.  A value that is chosen at once, as by the reset button, is "edited", then
 * "released". */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_SETTING_ROW (trammel_setting_row_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelSettingRow, trammel_setting_row, TRAMMEL, SETTING_ROW, GtkWidget)

struct _TrammelSettingRowClass {
  GtkWidgetClass parent_class;
};

typedef struct {
  const char *label, *tooltip;
  const char *name;         /* shorter than the label, shown in its place; NULL: the label */
  const char *term;         /* anchor of the label's term in the glossary */
  const char *unit;         /* SI, "" for a plain number */
  double low, high;         /* decades shown, relative to the reference value */
  const char *reset;        /* value that the reset button emits: a word or a number */
  const char *const *words; /* NULL-terminated: words accepted instead of a number; nullable */
  int lines;                /* of the caption, whose height never changes; at most 3 */
} TrammelSettingLook;

void trammel_setting_row_set_look(TrammelSettingRow *row, const TrammelSettingLook *look);

/* Shows `value`; the slider position is log10(value/reference). */
void trammel_setting_row_set_value(TrammelSettingRow *row, double value, double reference);

/* Shows `word`, with the slider at the position of `value`. */
void trammel_setting_row_set_word(TrammelSettingRow *row,
                                  const char *word,
                                  double value,
                                  double reference);
/* Emits "edited" with a value that is chosen at once, then "released". */
void trammel_setting_row_choose(TrammelSettingRow *row, const char *value);

/* Adds `widget` between the first line and the slider, below those added before. */
void trammel_setting_row_add(TrammelSettingRow *row, GtkWidget *widget);

/* Adds `widget` below the caption. */
void trammel_setting_row_add_below(TrammelSettingRow *row, GtkWidget *widget);

/* Shows the caption; one that is too long for its lines is cut, and its tooltip has all of it. */
void trammel_setting_row_set_caption(TrammelSettingRow *row, const char *caption);

G_END_DECLS
