/* Setting row with a drop-down beside its slider and entry: where the value comes from.  Base
 * class; a choice is chosen as by trammel_setting_row_choose(). */
#pragma once

#include "ui/pages/parts/setting-row.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHOICE_ROW (trammel_choice_row_get_type())
G_DECLARE_DERIVABLE_TYPE(
    TrammelChoiceRow, trammel_choice_row, TRAMMEL, CHOICE_ROW, TrammelSettingRow)

struct _TrammelChoiceRowClass {
  TrammelSettingRowClass parent_class;

  /* Returns the value of a choice as an entry would have it, or NULL: the choice sets none.  The
   * caller frees it. */
  char *(*dup_value)(TrammelChoiceRow *row, guint choice);
};

/* Drop-down of a row: its choices (taken), its tooltip and its name for assistive technology. */
typedef struct TrammelChoices {
  GListModel *labels;
  const char *tooltip, *name;
} TrammelChoices;

/* Adds the drop-down; once, while an instance of a subclass is made. */
void trammel_choice_row_add(TrammelChoiceRow *row, const TrammelChoices *choices);

/* Shows a choice; emits no signal. */
void trammel_choice_row_show(TrammelChoiceRow *row, guint choice);

G_END_DECLS
