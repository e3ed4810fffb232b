#include "engine/mbs/force/smooth.h"

static TrReal
wave_slope(double steepness, TrReal wave)
{
  return steepness * (1 - wave * wave);
}

TrForceSlope
tr_smooth_dry(const double g[TR_N_TANH], TrReal rate)
{
  TrReal rise = tr_real_tanh(g[1] * rate), fall = tr_real_tanh(g[2] * rate);
  TrReal plateau = tr_real_tanh(g[4] * rate);

  return (TrForceSlope){g[0] * (rise - fall) + g[3] * plateau,
                        g[0] * (wave_slope(g[1], rise) - wave_slope(g[2], fall)) +
                            g[3] * wave_slope(g[4], plateau)};
}

TrReal
tr_smooth_dry_param(const double g[TR_N_TANH], int i, TrReal rate)
{
  TrReal wave;

  if (i == 0)
    return tr_real_tanh(g[1] * rate) - tr_real_tanh(g[2] * rate);
  if (i == 3)
    return tr_real_tanh(g[4] * rate);
  wave = tr_real_tanh(g[i] * rate);
  return (i == 4 ? g[3] : i == 1 ? g[0] : -g[0]) * rate * (1 - wave * wave);
}

TrForceSlope
tr_lean(TrForceSlope f, double asymmetry, TrReal rate, double smoothing)
{
  TrReal side = tr_real_tanh(rate / smoothing);
  TrReal slope =
      f.slope * (1 + asymmetry * side) + f.force * (asymmetry * (1 - side * side) / smoothing);
  return (TrForceSlope){f.force * (1 + asymmetry * side), slope};
}
