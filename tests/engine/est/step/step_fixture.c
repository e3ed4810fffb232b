#include "engine/est/step/step_fixture.h"

void
stage_fixture_set_up(
    StageFixture *f, const TrModel *model, double h, double smoothing, double eps_floor)
{
  TrRelaxation relaxation = {h, 1, 1, h / 4, 0, 0};

  f->model = tr_model_copy(model);
  f->mechanism = tr_mechanism_new(f->model);
  f->context = (TrStepContext){.model = f->model,
                               .mechanism = f->mechanism,
                               .params = f->params,
                               .h = h,
                               .sigma = f->sigma,
                               .sigma_w = f->sigma_w,
                               .gamma = f->gamma,
                               .smoothing = f->smoothing};
  for (int i = 0; i < tr_param_count(f->model); i++) {
    TrParam param = tr_param_at(f->model, i);

    if (tr_param_can_be_free(f->model, param))
      f->params[f->context.n_params++] = param;
  }
  for (int j = 0; j < f->model->n_joints; j++)
    f->smoothing[j] = smoothing;
  tr_mechanism_relaxation(f->sigma, f->gamma, f->mechanism, f->model, &relaxation);
  relaxation.eps_floor = eps_floor;
  tr_mechanism_relaxation(f->sigma_w, f->gamma, f->mechanism, f->model, &relaxation);
  f->work = tr_step_work_new(f->mechanism, f->context.n_params);
}

void
stage_fixture_tear_down(StageFixture *f)
{
  tr_step_work_free(f->work);
  tr_mechanism_free(f->mechanism);
  tr_model_free(f->model);
}
