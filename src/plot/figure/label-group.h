/* Group of stacked plots whose tick labels have the same width, so that their left axes align.
 *
 * Signal: changed () after the common width has changed. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_LABEL_GROUP (trammel_label_group_get_type())
G_DECLARE_FINAL_TYPE(TrammelLabelGroup, trammel_label_group, TRAMMEL, LABEL_GROUP, GObject)

/* Returns an empty group (transfer full). */
TrammelLabelGroup *trammel_label_group_new(void);

/* Returns the width of the widest label of all members [px]. */
int trammel_label_group_get_width(TrammelLabelGroup *self);

/* Sets the label width of a member; `member` is any unique pointer and is not dereferenced. */
void trammel_label_group_set_width(TrammelLabelGroup *self, gconstpointer member, int width);
void trammel_label_group_remove(TrammelLabelGroup *self, gconstpointer member);

G_END_DECLS
