#include "support/four_bar.h"

#include <math.h>

TrFourBar
tr_four_bar_paper(void)
{
  double rocker = sqrt(13);

  return (TrFourBar){.length = {1, 2, rocker},
                     .mass = {1, 2, 4},
                     .inertia = {1.0 / 12, 2 * 4.0 / 12, 4 * 13.0 / 12},
                     .ground = {4, 0},
                     .gravity = 9.81};
}

void
tr_four_bar_place(double p2[2], double *phi, double *psi, const TrFourBar *bar, double theta)
{
  double p1[2] = {bar->length[0] * cos(theta), bar->length[0] * sin(theta)};
  double d[2] = {bar->ground[0] - p1[0], bar->ground[1] - p1[1]}, span = hypot(d[0], d[1]);
  double b = bar->length[1], c = bar->length[2];
  double along = (b * b - c * c + span * span) / (2 * span), across = sqrt(b * b - along * along);

  if (bar->below)
    across = -across;
  p2[0] = p1[0] + (along * d[0] - across * d[1]) / span;
  p2[1] = p1[1] + (along * d[1] + across * d[0]) / span;
  *phi = atan2(p2[1] - p1[1], p2[0] - p1[0]);
  *psi = atan2(p2[1] - bar->ground[1], p2[0] - bar->ground[0]);
}

/* Of both angles by theta: s n(phi) x - c n(psi) y = right side, n(x) = (-sin x, cos x). */
static void
solve_loop(
    double out[2], const TrFourBar *bar, double phi, double psi, double right_x, double right_y)
{
  double m[4] = {-bar->length[1] * sin(phi), bar->length[2] * sin(psi), bar->length[1] * cos(phi),
                 -bar->length[2] * cos(psi)};
  double det = m[0] * m[3] - m[1] * m[2];

  out[0] = (m[3] * right_x - m[1] * right_y) / det;
  out[1] = (m[0] * right_y - m[2] * right_x) / det;
}

double
tr_four_bar_acceleration(const TrFourBar *bar, double theta, double rate, double torque)
{
  const double a = bar->length[0], b = bar->length[1], c = bar->length[2];
  double p2[2], phi, psi, first[2], second[2], inertia = 0, slope = 0, pull = 0;

  tr_four_bar_place(p2, &phi, &psi, bar, theta);
  solve_loop(first, bar, phi, psi, a * sin(theta), -a * cos(theta));
  solve_loop(
      second, bar, phi, psi,
      a * cos(theta) + b * cos(phi) * first[0] * first[0] - c * cos(psi) * first[1] * first[1],
      a * sin(theta) + b * sin(phi) * first[0] * first[0] - c * sin(psi) * first[1] * first[1]);

  /* derivatives of the centres and of the angles by theta */
  const double v[3][2] = {
      {-a / 2 * sin(theta), a / 2 * cos(theta)},
      {-a * sin(theta) - b / 2 * sin(phi) * first[0], a * cos(theta) + b / 2 * cos(phi) * first[0]},
      {-c / 2 * sin(psi) * first[1], c / 2 * cos(psi) * first[1]}};
  const double w[3] = {1, first[0], first[1]}, dw[3] = {0, second[0], second[1]};
  const double dv[3][2] = {
      {-a / 2 * cos(theta), -a / 2 * sin(theta)},
      {-a * cos(theta) - b / 2 * (cos(phi) * first[0] * first[0] + sin(phi) * second[0]),
       -a * sin(theta) - b / 2 * (sin(phi) * first[0] * first[0] - cos(phi) * second[0])},
      {-c / 2 * (cos(psi) * first[1] * first[1] + sin(psi) * second[1]),
       -c / 2 * (sin(psi) * first[1] * first[1] - cos(psi) * second[1])}};

  for (int i = 0; i < 3; i++) {
    inertia +=
        bar->mass[i] * (v[i][0] * v[i][0] + v[i][1] * v[i][1]) + bar->inertia[i] * w[i] * w[i];
    slope += 2 * bar->mass[i] * (v[i][0] * dv[i][0] + v[i][1] * dv[i][1]) +
             2 * bar->inertia[i] * w[i] * dw[i];
    pull -= bar->gravity * bar->mass[i] * v[i][1];
  }
  return (pull + torque - bar->viscous * rate - slope * rate * rate / 2) / inertia;
}

void
tr_four_bar_advance(double state[2], const TrFourBar *bar, double torque, double duration, int n)
{
  static const double share[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  double h = duration / n;

  for (int i = 0; i < n; i++) {
    double slope[2] = {0}, sum[2] = {0};

    for (int k = 0; k < 4; k++) {
      double at[2] = {state[0] + share[k] * h * slope[0], state[1] + share[k] * h * slope[1]};

      slope[0] = at[1];
      slope[1] = tr_four_bar_acceleration(bar, at[0], at[1], torque);
      sum[0] += weight[k] * slope[0];
      sum[1] += weight[k] * slope[1];
    }
    state[0] += h * sum[0] / 6;
    state[1] += h * sum[1] / 6;
  }
}
