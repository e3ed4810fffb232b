/* Over how many steps motions are predicted: a button that says so, and behind it a slider from one
 * step to the open loop beside the curve of the error over that horizon, which can be clicked.
 *
 * Signal: "changed" when the user has chosen another number of steps. */
#pragma once

#include <gtk/gtk.h>

#include "io/study/prediction_horizon.h"
#include "ui/plot/picture.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PREDICT_BUTTON (trammel_predict_button_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelPredictButton, trammel_predict_button, TRAMMEL, PREDICT_BUTTON, GtkWidget)

/* 0: open loop. */
int trammel_predict_button_get_steps(TrammelPredictButton *button);

/* As if the user had chosen them. */
void trammel_predict_button_set_steps(TrammelPredictButton *button, int steps);

/* The horizon is as long as this prediction's log at the most. */
void trammel_predict_button_set_range(TrammelPredictButton *button, const TrLogScore *score);

/* The error over all horizons; NULL empties. */
void trammel_predict_button_set_ladder(TrammelPredictButton *button,
                                       const TrammelLadder *ladder,
                                       const TrModel *model);

/* The curve, for export. */
TrammelPicture *trammel_predict_button_get_curve(TrammelPredictButton *button);

G_END_DECLS
