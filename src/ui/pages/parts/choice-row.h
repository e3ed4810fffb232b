/* Setting row with a drop-down beside its slider and entry: where the value comes from.
 *
 * Base class.  Signals as those of TrammelSettingRow: "edited" (const char *), "grasped",
 * "released"; a choice in the drop-down is "edited", then "released". */
#pragma once

#include "ui/pages/parts/setting-row.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CHOICE_ROW (trammel_choice_row_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelChoiceRow, trammel_choice_row, TRAMMEL, CHOICE_ROW, GtkWidget)

struct _TrammelChoiceRowClass {
  GtkWidgetClass parent_class;

  /* Returns the value of a choice as an entry would have it, or NULL: the choice sets none.  The
   * caller frees it. */
  char *(*dup_value)(TrammelChoiceRow *row, guint choice);
};

/* Drop-down of a row: its choices (taken), its tooltip and its name for assistive technology. */
typedef struct TrammelChoices {
  GListModel *labels;
  const char *tooltip, *name;
} TrammelChoices;

/* Sets what the row shows; once, while a subclass is made.  The look must outlive the row. */
void trammel_choice_row_set_up(TrammelChoiceRow *row,
                               const TrammelSettingLook *look,
                               const TrammelChoices *choices);

/* Returns the row with slider and entry; owned by this one. */
TrammelSettingRow *trammel_choice_row_get_setting(TrammelChoiceRow *row);

/* Shows a choice; emits no signal. */
void trammel_choice_row_show(TrammelChoiceRow *row, guint choice);

G_END_DECLS
