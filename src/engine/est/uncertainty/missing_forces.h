/* Forces along the joints that the model may lack, looked for in what the fit leaves over (theory
 * 10.10). */
#pragma once

#include "engine/est/uncertainty/posterior.h"

/* Tests every term of the dictionary (est/task/force_terms.h) along every joint with a coordinate
 * that is free to move, and fills fit->forces.  Does nothing where the state error is not weighed
 * by joint. */
TR_NODISCARD TrStatus tr_missing_forces_find(TrFit *fit, const TrPosterior *posterior);
