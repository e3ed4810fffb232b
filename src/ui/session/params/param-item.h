/* Row of the parameter table: a quantity of the model as text, and its estimate. */
#pragma once

#include "ui/session/params/param-interval.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PARAM_ITEM (trammel_param_item_get_type())
G_DECLARE_FINAL_TYPE(TrammelParamItem, trammel_param_item, TRAMMEL, PARAM_ITEM, GObject)

/* Properties, all read-only, all notify: "free" (boolean); "label", "id", "unit", "start", "min",
 * "max", "prior-mean", "prior-sigma", "prior" (both), "transform", "tie", "note", "estimate"
 * and "sigma" (reported: ui/session/run/value-words.h), "parts" (of sigma), "relative" (sigma in
 * percent of the value, with a rating), "interval" (of 95 %), "stepper" (value of the stepper ± its
 * sigma), "remark", "change", "reference", "scope" (the logs that it applies to), "learnt" (share
 * of the prior's uncertainty that the data removed) (strings; empty if there is no value). */
TrammelParamItem *trammel_param_item_new(const TrammelProject *project,
                                         const TrammelQuantity *quantity);

const char *trammel_param_item_get_id(TrammelParamItem *item);
const char *trammel_param_item_get_label(TrammelParamItem *item);
const char *trammel_param_item_get_unit(TrammelParamItem *item);
gboolean trammel_param_item_get_free(TrammelParamItem *item);

/* Sets the interval of the estimate; FALSE without one. */
gboolean trammel_param_item_get_interval(TrammelParamItem *item, TrammelInterval *interval);

/* Sets a known value for comparison, e.g. the true one of a simulated example. */
void trammel_param_item_set_reference(TrammelParamItem *item, double value);

/* Updates the row from the project. */
void trammel_param_item_set_quantity(TrammelParamItem *item,
                                     const TrammelProject *project,
                                     const TrammelQuantity *quantity);

/* Shows the estimate of `run`; NULL, or a run in which the quantity was fixed, clears it. */
void trammel_param_item_set_run(TrammelParamItem *item, TrammelRun *run);

/* Shows a value of a running fit, which is the stepper's. */
void trammel_param_item_set_present(TrammelParamItem *item, double value);

G_END_DECLS
