/* Button for the prediction horizon: shows the number of steps and opens a slider from one step to
 * the open loop beside the curve of the error over that horizon, which can be clicked.
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

/* Returns the number of steps; 0: open loop. */
int trammel_predict_button_get_steps(TrammelPredictButton *button);

/* Sets the number of steps as if the user had chosen it. */
void trammel_predict_button_set_steps(TrammelPredictButton *button, int steps);

/* Limits the horizon to the length of this prediction's log. */
void trammel_predict_button_set_range(TrammelPredictButton *button, const TrLogScore *score);

/* Shows the error over all horizons; NULL clears. */
void trammel_predict_button_set_horizons(TrammelPredictButton *button,
                                         const TrammelPredictionHorizon *horizons,
                                         const TrModel *model);

/* Returns the plot of the curve, for export; owned by the button. */
TrammelPicture *trammel_predict_button_get_curve(TrammelPredictButton *button);

G_END_DECLS
