#include "engine/est/formulation.h"

static const TrFormulation *const formulations[TR_N_FORMULATIONS] = {
    [TR_FORMULATION_PREDICTED] = &tr_formulation_predicted,
};

const TrFormulation *
tr_formulation(TrFormulationKind kind)
{
  return formulations[kind];
}

const char *
tr_formulation_name(TrFormulationKind kind)
{
  return formulations[kind]->name;
}
