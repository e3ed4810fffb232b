/* Tables of the page Inspect as rows of texts, with units and sigmas. */
#pragma once

#include "ui/session/inspect/run-analysis.h"
#include "ui/session/run/run-record.h"
#include "ui/session/text/text-row.h"

G_BEGIN_DECLS

/* Rows of the sensors of a log (GListModel of TrammelTextRow, transfer full, as all of this
 * header); columns as below. */
enum {
  TRAMMEL_RESIDUAL_SENSOR,
  TRAMMEL_RESIDUAL_RMS,
  TRAMMEL_RESIDUAL_FIT,
  TRAMMEL_RESIDUAL_CHI2,
  TRAMMEL_RESIDUAL_MEAN,
  TRAMMEL_RESIDUAL_OUTLIERS,
  TRAMMEL_RESIDUAL_VERDICT,
  TRAMMEL_RESIDUAL_COLUMNS
};
GListModel *trammel_run_analysis_residual_rows(const TrammelRunAnalysis *analysis, int log);

/* Rows of the free parameters: their information from the data. */
enum {
  TRAMMEL_LEARNT_LABEL,
  TRAMMEL_LEARNT_VALUE,
  TRAMMEL_LEARNT_SIGMA,
  TRAMMEL_LEARNT_SHARE,
  TRAMMEL_LEARNT_PRIOR,
  TRAMMEL_LEARNT_COLUMNS
};
GListModel *trammel_run_analysis_learnt_rows(TrammelRun *run);

/* Rows of the combinations that the structure lets any log show, the best known first, beside those
 * of another run (nullable) of the same model. */
enum {
  TRAMMEL_COMBINATION_LABEL,
  TRAMMEL_COMBINATION_VALUE,
  TRAMMEL_COMBINATION_SIGMA,
  TRAMMEL_COMBINATION_OTHER,
  TRAMMEL_COMBINATION_SIGMAS,
  TRAMMEL_COMBINATION_COLUMNS
};
GListModel *trammel_run_analysis_combination_rows(const TrammelRunAnalysis *analysis,
                                                  const TrammelRunAnalysis *other);

/* Rows of all parameters that are free in one of two runs: values and uncertainties of the first,
 * which has its motions, and the difference of the other (nullable) as in run-compare.h. */
enum {
  TRAMMEL_COMPARE_LABEL,
  TRAMMEL_COMPARE_UNIT,
  TRAMMEL_COMPARE_VALUE,
  TRAMMEL_COMPARE_INTERVAL,
  TRAMMEL_COMPARE_STEPPER,
  TRAMMEL_COMPARE_OTHER,
  TRAMMEL_COMPARE_DELTA,
  TRAMMEL_COMPARE_SIGMAS,
  TRAMMEL_COMPARE_REMARK,
  TRAMMEL_COMPARE_COLUMNS
};
GListModel *trammel_run_analysis_compared_rows(TrammelRunRecord *record,
                                               TrammelRunRecord *other,
                                               const TrammelProject *project);

G_END_DECLS
