/* Poses of two rigid bodies as Ceres' manifold, with the engine's tangent: translation in the
 * world, rotation in the body's axes, e <- e * Exp(d). */
#pragma once

#include <ceres/manifold.h>
#include <ceres/rotation.h>

#include <Eigen/Core>

namespace bench
{

class PoseManifold final : public ceres::Manifold
{
public:
  static constexpr int kBodies = 2, kPose = 7, kTwist = 6;

  int
  AmbientSize() const override
  {
    return kBodies * kPose;
  }
  int
  TangentSize() const override
  {
    return kBodies * kTwist;
  }

  bool
  Plus(const double *x, const double *delta, double *out) const override
  {
    for (int b = 0; b < kBodies; b++, x += kPose, delta += kTwist, out += kPose) {
      double turn[4];
      for (int i = 0; i < 3; i++)
        out[i] = x[i] + delta[i];
      ceres::AngleAxisToQuaternion(delta + 3, turn);
      ceres::QuaternionProduct(x + 3, turn, out + 3);
    }
    return true;
  }

  // d(e * Exp(d))/dd at d = 0: half the columns of the left product by x, y, z.
  bool
  PlusJacobian(const double *x, double *jacobian) const override
  {
    Matrix out(jacobian);
    out.setZero();
    for (int b = 0; b < kBodies; b++, x += kPose) {
      const double w = x[3] / 2, i = x[4] / 2, j = x[5] / 2, k = x[6] / 2;
      out.block<3, 3>(kPose * b, kTwist * b).setIdentity();
      out.block<4, 3>(kPose * b + 3, kTwist * b + 3) << -i, -j, -k, w, -k, j, k, w, -i, -j, i, w;
    }
    return true;
  }

  bool
  Minus(const double *y, const double *x, double *delta) const override
  {
    for (int b = 0; b < kBodies; b++, x += kPose, y += kPose, delta += kTwist) {
      const double back[4] = {x[3], -x[4], -x[5], -x[6]};
      double turn[4];
      for (int i = 0; i < 3; i++)
        delta[i] = y[i] - x[i];
      ceres::QuaternionProduct(back, y + 3, turn);
      ceres::QuaternionToAngleAxis(turn, delta + 3);
    }
    return true;
  }

  // At y = x: the transpose of PlusJacobian(), four times its rotational part.
  bool
  MinusJacobian(const double *x, double *jacobian) const override
  {
    Eigen::Matrix<double, kBodies * kPose, kBodies * kTwist, Eigen::RowMajor> plus;
    PlusJacobian(x, plus.data());
    Eigen::Map<Eigen::Matrix<double, kBodies * kTwist, kBodies * kPose, Eigen::RowMajor>> out(
        jacobian);
    out = plus.transpose();
    for (int b = 0; b < kBodies; b++)
      out.block<3, 4>(kTwist * b + 3, kPose * b + 3) *= 4;
    return true;
  }

private:
  using Matrix =
      Eigen::Map<Eigen::Matrix<double, kBodies * kPose, kBodies * kTwist, Eigen::RowMajor>>;
};

} // namespace bench
