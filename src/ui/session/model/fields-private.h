/* Internal interface of ui/session/model/fields: the rows of the property pane. */
#pragma once

#include "ui/session/model/fields.h"

G_BEGIN_DECLS

/* Headings, in the order of the pane. */
typedef enum {
  TRAMMEL_GROUP_GENERAL,
  TRAMMEL_GROUP_COM,
  TRAMMEL_GROUP_INERTIA,
  TRAMMEL_GROUP_PARENT,
  TRAMMEL_GROUP_CHILD,
  TRAMMEL_GROUP_SEAT,
  TRAMMEL_GROUP_SURFACE,
  TRAMMEL_GROUP_FRICTION,
  TRAMMEL_GROUP_SPRING,
  TRAMMEL_GROUP_COMPLIANCE,
  TRAMMEL_GROUP_ACTIVE,
  TRAMMEL_GROUP_WINDING,
  TRAMMEL_GROUP_SERVO,
  TRAMMEL_GROUP_LOSS,
  TRAMMEL_GROUP_FACTORS,
  TRAMMEL_GROUP_SHAPE,
  TRAMMEL_N_GROUPS
} TrammelFieldGroup;

typedef struct {
  const TrammelProject *project;
  TrammelElement element;
  GPtrArray *fields;
} TrammelFieldMaker;

/* Appends a field to be filled in, owned by the maker's list, and returns it; translates the
 * label. */
TrammelField *trammel_field_maker_add(TrammelFieldMaker *maker,
                                      TrammelFieldKind kind,
                                      TrammelFieldGroup group,
                                      const char *label);

/* Append the shapes of a body; the side and the factors of a constraint. */
void trammel_field_maker_add_shapes(TrammelFieldMaker *maker);
void trammel_field_maker_add_sum(TrammelFieldMaker *maker);

/* Appends the source of a contact's shape, its rotation, and the place of its plane or sphere. */
void trammel_field_maker_add_contact(TrammelFieldMaker *maker);

/* Returns the spans of time of a joint or contact; NULL for elements that cannot be switched. */
const TrActive *trammel_element_find_active(const TrammelProject *project, TrammelElement element);

/* Appends the spans of time of an element that can be switched, and a row for one more. */
void trammel_field_maker_add_spans(TrammelFieldMaker *maker);

G_END_DECLS
