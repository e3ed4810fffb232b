/* Residuals of `predicted` for the Furuta pendulum, for Ceres' automatic differentiation, with
 * knowledge of the mechanism: its structure is used where there is some, and the multipliers are
 * solved for in plain numbers, their derivatives follow from one Newton step.  Independent of the
 * engine's code; theory 4 and 6 have the equations. */
#pragma once

#include <ceres/jet.h>

#include <Eigen/LU>
#include <array>
#include <cmath>

#include "bench/furuta_geometry.h"

namespace bench
{

// Masses of both bodies; no products of inertia.
template <class T> struct Masses {
  Twist<T> diagonal;

  Masses(const BenchFuruta &f, const T *p)
  {
    const T a(f.mass[0]), b(f.mass[1]);
    diagonal << a, a, a, p[1], p[2], p[3], b, b, b, T(f.b_xx), p[4], p[5];
  }
  Twist<T>
  Times(const Twist<T> &v) const
  {
    return diagonal.cwiseProduct(v);
  }
};

template <class T>
void
AngleBetween(const T *from, const T *to, T *angle)
{
  const T back[4] = {from[0], -from[1], -from[2], -from[3]};
  T turn[4];
  ceres::QuaternionProduct(back, to, turn);
  ceres::QuaternionToAngleAxis(turn, angle);
}

// (to [-] from)/h
template <class T>
Twist<T>
Velocity(const T *from, const T *to, double h)
{
  Twist<T> v;
  for (int b = 0; b < 2; b++) {
    for (int i = 0; i < 3; i++)
      v[6 * b + i] = (to[7 * b + i] - from[7 * b + i]) * (1 / h);
    AngleBetween(from + 7 * b + 3, to + 7 * b + 3, &v[6 * b + 3]);
    for (int i = 3; i < 6; i++)
      v[6 * b + i] *= 1 / h;
  }
  return v;
}

// Values of n numbers.
template <class T>
std::array<double, BENCH_POSE>
Plain(const T *x, int n)
{
  std::array<double, BENCH_POSE> out{};
  for (int i = 0; i < n; i++)
    out[i] = Value(x[i]);
  return out;
}

using RowMatrix = Eigen::Matrix<double, BENCH_ROWS, BENCH_ROWS>;

// Matrix of a linear function of rows.
template <class Product>
RowMatrix
MatrixOf(const Product &product)
{
  RowMatrix matrix;
  for (int i = 0; i < BENCH_ROWS; i++)
    matrix.col(i) = product(Rows<double>(Rows<double>::Unit(i)));
  return matrix;
}

// Newton's step x + A^-1 rest from the solution x: its derivatives get their values.
template <class T>
Rows<T>
Follow(const Rows<double> &x, const RowMatrix &inverse, const Rows<T> &rest)
{
  Rows<T> out;
  for (int i = 0; i < BENCH_ROWS; i++) {
    out[i] = T(x[i]);
    for (int k = 0; k < BENCH_ROWS; k++)
      out[i] += rest[k] * inverse(i, k);
  }
  return out;
}

// Load of dry friction on a hinge; |lambda| is smoothed.
template <class T>
T
Load(const BenchFuruta &f, const Rows<T> &lambda, int joint)
{
  using std::sqrt;
  constexpr double kSmoothing = 1e-7;
  T load(0);
  for (int i = 0; i < 5; i++) {
    const T &l = lambda[5 * joint + i];
    load += sqrt(l * l + kSmoothing * kSmoothing) * (i < 3 ? f.radius[joint] : 1.0);
  }
  return load;
}

template <class T>
Vec3<T>
Gravity(const BenchFuruta &f, const T &tilt_x, const T &tilt_z)
{
  const T turn[3] = {tilt_x, T(0), tilt_z}, down[3] = {T(0), T(-f.gravity), T(0)};
  Vec3<T> out;
  ceres::AngleAxisRotatePoint(turn, down, out.data());
  return out;
}

// A step without its multipliers.
template <class T> class Stage
{
public:
  Stage(
      const BenchFuruta &f, double input, const T *before, const T *now, const T *after, const T *p)
      : f_(f), hinges_(f, now)
  {
    const Masses<T> masses(f, p);
    const Twist<T> v = Velocity(before, now, f.h), v_after = Velocity(now, after, f.h);
    Twist<T> inertia = masses.diagonal;
    inertia[5] += f.rotor;
    per_inertia_ = inertia.cwiseInverse();
    FillRest(v, v_after);
    FillBalance(masses, v, v_after, p);
    FillAxial(v, v_after, p, input);
  }

  // a0 under these loads of dry friction, and under those of multipliers.
  template <class U>
  Twist<T>
  ImpulseOf(const U &load_1, const U &load_2) const
  {
    Twist<T> out = balance_;
    hinges_.AddAxial(out, dry_[0] * load_1 - drive_[0], dry_[1] * load_2 - drive_[1]);
    return out;
  }
  template <class U>
  Twist<T>
  Impulse(const Rows<U> &lambda) const
  {
    return ImpulseOf(Load(f_, lambda, 0), Load(f_, lambda, 1));
  }

  // G e - c0 - Sigma lambda with M_a e = a0 - G^T lambda.
  template <class U>
  Rows<T>
  Rest(const Twist<T> &a0, const Rows<U> &lambda) const
  {
    const Twist<T> e = (a0 - hinges_.Force(lambda)).cwiseProduct(per_inertia_);
    Rows<T> out = hinges_.Rate(e) - c0_;
    for (int i = 0; i < BENCH_ROWS; i++)
      out[i] -= f_.sigma[i] * lambda[i];
    return out;
  }

  // a0 + G^T eta,  eta = Sigma_w^-1 (c0 + Sigma lambda) - lambda
  Twist<T>
  StateError(const Rows<T> &lambda) const
  {
    Rows<T> eta;
    for (int i = 0; i < BENCH_ROWS; i++)
      eta[i] = (c0_[i] + f_.sigma[i] * lambda[i]) * (1 / f_.sigma_w[i]) - lambda[i];
    return Impulse(lambda) + hinges_.Force(eta);
  }

  const BenchFuruta &
  furuta() const
  {
    return f_;
  }

private:
  // c0 = G v+ + gamma (4 g/h - G v)
  void
  FillRest(const Twist<T> &v, const Twist<T> &v_after)
  {
    const Rows<T> g = hinges_.Violation(), rate = hinges_.Rate(v);
    c0_ = hinges_.Rate(v_after);
    for (int i = 0; i < BENCH_ROWS; i++)
      c0_[i] += f_.gamma[i] * (g[i] * (4 / f_.h) - rate[i]);
  }

  // M (v+ - v) - h (f - omega x J omega)
  void
  FillBalance(const Masses<T> &masses, const Twist<T> &v, const Twist<T> &v_after, const T *p)
  {
    const Vec3<T> gravity = Gravity(f_, p[10], p[11]);
    const Twist<T> momentum = masses.Times(v);
    balance_ = masses.Times(v_after - v);
    for (int b = 0; b < 2; b++) {
      const Vec3<T> omega = v.template segment<3>(6 * b + 3),
                    spin = momentum.template segment<3>(6 * b + 3);
      for (int i = 0; i < 3; i++)
        balance_[6 * b + i] -= gravity[i] * (f_.h * f_.mass[b]);
      balance_.template segment<3>(6 * b + 3) += omega.cross(spin) * f_.h;
    }
  }

  // Impulses about the axes: the motor's and viscous ones, and dry ones for a unit load.
  void
  FillAxial(const Twist<T> &v, const Twist<T> &v_after, const T *p, double input)
  {
    using std::tanh;
    const T s[2] = {hinges_.Rate1(v_after), hinges_.Rate2(v_after)};
    for (int j = 0; j < 2; j++) {
      drive_[j] = -f_.h * p[6 + j] * s[j];
      dry_[j] = p[8 + j] * tanh(s[j] * (1 / f_.smoothing[j]));
    }
    drive_[0] += f_.rotor * (hinges_.Rate1(v) - s[0]) + f_.h * (p[0] * input + p[12]);
  }

  const BenchFuruta &f_;
  Hinges<T> hinges_;
  Twist<T> per_inertia_, balance_;
  Rows<T> c0_;
  T drive_[2], dry_[2];
};

// Multipliers in plain numbers, with the inverse of -d rest/d lambda.
struct Multipliers {
  Rows<double> lambda = Rows<double>::Zero();
  RowMatrix inverse;

  explicit Multipliers(const Stage<double> &stage)
  {
    constexpr int kPasses = 5; // over the load of dry friction; each gains two or three digits
    const Twist<double> none = Twist<double>::Zero();
    const Rows<double> zero = Rows<double>::Zero(), rest = stage.Rest(none, zero);
    const RowMatrix matrix =
        MatrixOf([&](const Rows<double> &l) { return Rows<double>(rest - stage.Rest(none, l)); });
    inverse = matrix.inverse();
    for (int pass = 0; pass < kPasses; pass++)
      lambda = inverse * stage.Rest(stage.Impulse(lambda), zero);
    inverse = (matrix - LoadSlope(stage, zero)).inverse();
  }

private:
  using Jet = ceres::Jet<double, BENCH_ROWS>;

  // Derivative of the rest by lambda through the load alone.
  RowMatrix
  LoadSlope(const Stage<double> &stage, const Rows<double> &zero) const
  {
    const Rows<double> without = stage.Rest(stage.ImpulseOf(0.0, 0.0), zero);
    RowMatrix out = RowMatrix::Zero();
    Rows<Jet> l;
    for (int i = 0; i < BENCH_ROWS; i++)
      l[i] = Jet(lambda[i], i);
    for (int j = 0; j < 2; j++) {
      const Rows<double> unit = stage.Rest(stage.ImpulseOf(1.0 - j, 1.0 * j), zero) - without;
      out += unit * Load(stage.furuta(), l, j).v.transpose();
    }
    return out;
  }
};

// State error of step k: poses before, now and after, and the parameters.
struct StepCost {
  const BenchFuruta *f;
  double input;

  template <class T>
  bool
  operator()(const T *before, const T *now, const T *after, const T *p, T *out) const
  {
    const Stage<T> stage(*f, input, before, now, after, p);
    const Multipliers plain(
        Stage<double>(*f, input, Plain(before, BENCH_POSE).data(), Plain(now, BENCH_POSE).data(),
                      Plain(after, BENCH_POSE).data(), Plain(p, BENCH_PARAMETERS).data()));
    const Rows<T> rest = stage.Rest(stage.Impulse(plain.lambda), plain.lambda);
    const Twist<T> r = stage.StateError(Follow(plain.lambda, plain.inverse, rest));
    const double weight = std::sqrt(f->weight);
    for (int i = 0; i < BENCH_TANGENT; i++)
      out[i] = weight * r[i];
    return true;
  }
};

// Violation of the constraints by a pose, as an impulse: W G^+ g/h, W = M + G^T Sigma_w^-1 G.
struct InitialCost {
  const BenchFuruta *f;

  template <class T>
  bool
  operator()(const T *pose, const T *p, T *out) const
  {
    const Hinges<T> hinges(*f, pose);
    const Hinges<double> plain(*f, Plain(pose, BENCH_POSE).data());
    const Masses<T> masses(*f, p);
    const RowMatrix inverse = MatrixOf([&](const Rows<double> &l) {
                                return Rows<double>(plain.Rate(plain.Force(l)));
                              }).inverse();
    const Rows<double> z = inverse * plain.Violation();
    const Rows<T> rest = hinges.Violation() - hinges.Rate(hinges.Force(z));
    const Twist<T> x = hinges.Force(Follow(z, inverse, rest)) * (1 / f->h);
    Rows<T> stiff = hinges.Rate(x);
    for (int i = 0; i < BENCH_ROWS; i++)
      stiff[i] *= 1 / f->sigma_w[i];
    const Twist<T> r = masses.Times(x) + hinges.Force(stiff);
    const double weight = std::sqrt(f->weight);
    for (int i = 0; i < BENCH_TANGENT; i++)
      out[i] = weight * r[i];
    return true;
  }
};

// A hinge's angle minus the measured one, to the nearest turn, over its sigma.
struct AngleCost {
  const BenchFuruta *f;
  BenchAngle angle;

  template <class T>
  bool
  operator()(const T *pose, T *out) const
  {
    using std::atan2;
    using std::floor;
    T parent[4], child[4], back[4], turn[4];
    Frames(parent, angle.joint ? pose + 3 : nullptr, f->parent_frame[angle.joint]);
    Frames(child, pose + 7 * angle.joint + 3, f->child_frame[angle.joint]);
    for (int i = 0; i < 4; i++)
      back[i] = i ? -parent[i] : parent[i];
    ceres::QuaternionProduct(back, child, turn);
    const T off = 2.0 * atan2(turn[3], turn[0]) - angle.measured;
    const double turns = std::floor(Value(off) / (2 * M_PI) + 0.5);
    out[0] = (off - 2 * M_PI * turns) * (1 / std::sqrt(angle.variance));
    return true;
  }

private:
  template <class T>
  static void
  Frames(T *out, const T *body, const double *frame)
  {
    const T own[4] = {T(frame[0]), T(frame[1]), T(frame[2]), T(frame[3])};
    if (body)
      ceres::QuaternionProduct(body, own, out);
    else
      for (int i = 0; i < 4; i++)
        out[i] = own[i];
  }
};

// The weak default priors.
struct PriorCost {
  const BenchFuruta *f;

  template <class T>
  bool
  operator()(const T *p, T *out) const
  {
    for (int i = 0; i < BENCH_PARAMETERS; i++)
      out[i] = std::sqrt(f->weak_weight[i]) * (p[i] - f->start[i]);
    return true;
  }
};

} // namespace bench
