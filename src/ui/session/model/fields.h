/* Properties of a model element as rows of a pane: labels, texts, and the edit that a typed text
 * makes.
 *
 * Numbers that can be parameters come from the project; text/param-label gives their labels, a
 * table their headings.  Everything else (types, references, positions, settings) is a row of a
 * table with its path in the file. */
#pragma once

#include "io/structure/structure.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

/* Text of a value that the settings of the fit decide. */
#define TRAMMEL_FIELD_AS_SETTINGS "settings"

/* Text of an open end of a range. */
#define TRAMMEL_FIELD_NONE "none"

typedef enum {
  TRAMMEL_FIELD_NAME,
  TRAMMEL_FIELD_QUANTITY, /* `id`; can be free, bounded, tied, ... */
  TRAMMEL_FIELD_NUMBER,
  TRAMMEL_FIELD_VECTOR, /* three numbers */
  TRAMMEL_FIELD_RANGE,  /* two numbers; typed as "lower;upper", either "none", or "none" for both */
  TRAMMEL_FIELD_SPAN,   /* two numbers, begin and end */
  TRAMMEL_FIELD_ADD,    /* a button that adds the next of a list; applied with any text */
  TRAMMEL_FIELD_TURN,   /* an orientation as three angles [deg] about x, y and z of the owner */
  TRAMMEL_FIELD_CHOICE, /* one of `choices` */
  TRAMMEL_FIELD_FACTOR, /* of the quantity `id` in the sum of a constraint */
  TRAMMEL_FIELD_COLOR,  /* "#rrggbb", "" for none of its own */
} TrammelFieldKind;

/* Fields that change more than the member they show. */
typedef enum {
  TRAMMEL_FIELD_ROLE_NONE,
  TRAMMEL_FIELD_ROLE_SENSOR_TYPE,
  TRAMMEL_FIELD_ROLE_JOINT_TYPE,
  TRAMMEL_FIELD_ROLE_SHAPE_TYPE,
  TRAMMEL_FIELD_ROLE_SUM_RULE, /* TrammelSumRule */
  TRAMMEL_FIELD_ROLE_SUM_TERM, /* adds the quantity that is chosen; the first choice is none */
  TRAMMEL_FIELD_ROLE_SPAN,     /* span of time of a joint or contact, or the button for another */
  TRAMMEL_FIELD_ROLE_CONTACT_SOURCE, /* shape of the body that gives a contact its shape */
} TrammelFieldRole;

/* Rules of a constraint's sum. */
typedef enum {
  TRAMMEL_SUM_EQUALS,
  TRAMMEL_SUM_AT_LEAST,
  TRAMMEL_SUM_AT_MOST,
  TRAMMEL_SUM_BETWEEN
} TrammelSumRule;

typedef struct {
  TrammelFieldKind kind;
  TrammelFieldRole role;
  const char *group; /* heading, translated; static */
  const char *terms; /* anchors of the group's terms in the glossary; nullable, static */
  char *label;       /* translated */
  char *id;          /* of a quantity */
  char *path;        /* in the project's file; of a quantity, its place in the element */
  const char *unit;  /* SI; "" and "1": none; static */
  const char *shown; /* display unit of plain numbers; static */
  char *text;        /* NULL for a vector, a range, a span and a turn, which have ... */
  double values[3];  /* ... these numbers [unit; deg for a turn]; an open end is infinite */
  char **choices;    /* of a choice, words of the file or names of elements */
  guint chosen;
  gboolean has_words; /* the choices are words of the file (ui/session/text/model-word.h) */
  gboolean may_be_auto, can_be_free, is_free, is_tied;
  gboolean is_removable; /* TRUE for a shape, a term of a sum, a span */
} TrammelField;

/* TrammelField *, in the order of the pane; free with g_ptr_array_unref(). */
GPtrArray *trammel_model_fields_new(const TrammelProject *project, TrammelElement element);

/* Number of the entries of a kind: three for a vector and a turn, two for a span, none for a button
 * and else one. */
int trammel_field_kind_count_entries(TrammelFieldKind kind);

/* Returns the texts of the entries of a field; free with g_strfreev(). */
char **trammel_model_field_dup_texts(const TrammelField *field);

/* Applies typed or chosen texts, as many as the field has, as one step of the undo history.  Errors
 * are for the user. */
gboolean trammel_model_field_apply(TrammelDocument *document,
                                   TrammelElement element,
                                   const TrammelField *field,
                                   const char *const *texts,
                                   GError **error);

/* Removes the element part of a removable row, as one step of the undo history. */
gboolean trammel_model_field_remove(TrammelDocument *document,
                                    TrammelElement element,
                                    const TrammelField *field,
                                    GError **error);

TrammelSumRule trammel_model_sum_get_rule(const TrammelConstraint *constraint);

G_END_DECLS
