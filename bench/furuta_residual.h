/* The residuals of `predicted` for the Furuta pendulum, written for Ceres' automatic
 * differentiation by someone who knows the mechanism: structure is used where there is some, and
 * the multipliers are solved for in plain numbers, their derivatives follow from one step of
 * Newton's method with the same factor.  Independent of the engine's code; METHOD §2 and §3 have
 * the equations. */
#pragma once

#include <ceres/jet.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "bench/furuta_geometry.h"

namespace bench
{

// The masses of both bodies; no products of inertia.
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

inline const double *
Plain(const double *x, double *, int)
{
  return x;
}
template <class T>
const double *
Plain(const T *x, double *room, int n)
{
  for (int i = 0; i < n; i++)
    room[i] = Value(x[i]);
  return room;
}
template <class T, int N>
Eigen::Matrix<double, N, 1>
Plain(const Eigen::Matrix<T, N, 1> &x)
{
  Eigen::Matrix<double, N, 1> out;
  for (int i = 0; i < N; i++)
    out[i] = Value(x[i]);
  return out;
}

template <class T>
Rows<T>
Scaled(const double *s, const Rows<T> &x)
{
  Rows<T> out;
  for (int i = 0; i < BENCH_ROWS; i++)
    out[i] = s[i] * x[i];
  return out;
}

// A symmetric 10 x 10 system in plain numbers, of which the products are known.
class RowSystem
{
public:
  template <class Product> explicit RowSystem(const Product &product)
  {
    Eigen::Matrix<double, BENCH_ROWS, BENCH_ROWS> matrix;
    for (int i = 0; i < BENCH_ROWS; i++)
      matrix.col(i) = product(Rows<double>(Rows<double>::Unit(i)));
    factor_.compute(matrix);
  }
  Rows<double>
  Solve(const Rows<double> &b) const
  {
    return factor_.solve(b);
  }
  // Newton's step x + A^-1 rest(x) from the solution x, which gives the derivatives their values.
  template <class T>
  Rows<T>
  Follow(const Rows<double> &x, const Rows<T> &rest) const
  {
    const auto &l = factor_.matrixLLT();
    Rows<T> y = rest;
    for (int i = 0; i < BENCH_ROWS; i++) {
      for (int k = 0; k < i; k++)
        y[i] -= y[k] * l(i, k);
      y[i] *= 1 / l(i, i);
    }
    for (int i = BENCH_ROWS - 1; i >= 0; i--) {
      for (int k = i + 1; k < BENCH_ROWS; k++)
        y[i] -= y[k] * l(k, i);
      y[i] *= 1 / l(i, i);
    }
    for (int i = 0; i < BENCH_ROWS; i++)
      y[i] += x[i];
    return y;
  }

private:
  Eigen::LLT<Eigen::Matrix<double, BENCH_ROWS, BENCH_ROWS>> factor_;
};

// lambda of G e = c0 + Sigma lambda, e = (a0 - G^T lambda)/M_a, for a0 that differ.
template <class T> class Multipliers
{
public:
  Multipliers(const BenchFuruta &f,
              const T *pose,
              const Hinges<T> &hinges,
              const Twist<T> &inertia,
              const Rows<T> &c0)
      : sigma_(f.sigma), hinges_(hinges), plain_(f, Plain(pose, room_, BENCH_POSE)),
        per_inertia_(inertia.cwiseInverse()), plain_per_inertia_(Plain(per_inertia_)), c0_(c0),
        system_([this](const Rows<double> &l) {
          return Rows<double>(plain_.Rate(plain_per_inertia_.cwiseProduct(plain_.Force(l))) +
                              Scaled(sigma_, l));
        })
  {
  }

  Rows<T>
  Solve(const Twist<T> &a0) const
  {
    const Twist<double> plain_e = Plain(a0).cwiseProduct(plain_per_inertia_);
    const Rows<double> x = system_.Solve(plain_.Rate(plain_e) - Plain(c0_));
    const Twist<T> e = (a0 - hinges_.Force(x)).cwiseProduct(per_inertia_);
    Rows<T> rest = hinges_.Rate(e) - c0_;
    for (int i = 0; i < BENCH_ROWS; i++)
      rest[i] -= sigma_[i] * x[i];
    return system_.Follow(x, rest);
  }

private:
  double room_[BENCH_POSE];
  const double *sigma_;
  const Hinges<T> &hinges_;
  Hinges<double> plain_;
  Twist<T> per_inertia_;
  Twist<double> plain_per_inertia_;
  const Rows<T> &c0_;
  RowSystem system_;
};

template <class T>
Vec3<T>
Gravity(const BenchFuruta &f, const T &tilt_x, const T &tilt_z)
{
  const T turn[3] = {tilt_x, T(0), tilt_z}, down[3] = {T(0), T(-f.gravity), T(0)};
  Vec3<T> out;
  ceres::AngleAxisRotatePoint(turn, down, out.data());
  return out;
}

// The state error of step k: poses before, now and after, and the parameters.
struct StepCost {
  const BenchFuruta *f;
  double input;

  template <class T>
  bool
  operator()(const T *before, const T *now, const T *after, const T *p, T *out) const
  {
    const Hinges<T> hinges(*f, now);
    const Masses<T> masses(*f, p);
    const Twist<T> v = Velocity(before, now, f->h), v_after = Velocity(now, after, f->h);
    const Rows<T> c0 = ConstraintRest(hinges, v, v_after);
    const Twist<T> balance = Balance(masses, v, v_after, p);
    Twist<T> inertia = masses.diagonal, a0;
    inertia[5] += f->rotor;
    const Multipliers<T> multipliers(*f, now, hinges, inertia, c0);
    Rows<T> lambda = Rows<T>::Constant(T(0)), eta;
    for (int pass = 0; pass < kPasses; pass++) {
      a0 = balance;
      AddAxial(a0, hinges, v, v_after, lambda, p);
      lambda = multipliers.Solve(a0);
    }
    for (int i = 0; i < BENCH_ROWS; i++)
      eta[i] = (c0[i] + f->sigma[i] * lambda[i]) * (1 / f->sigma_w[i]) - lambda[i];
    const Twist<T> force = hinges.Force(eta);
    const double weight = std::sqrt(f->weight);
    for (int i = 0; i < BENCH_TANGENT; i++)
      out[i] = weight * (a0[i] + force[i]);
    return true;
  }

private:
  static constexpr int kPasses = 3;          // over the load of dry friction
  static constexpr double kSmoothing = 1e-7; // of |lambda|

  // c0 = G v+ + gamma (4 g/h - G v)
  template <class T>
  Rows<T>
  ConstraintRest(const Hinges<T> &hinges, const Twist<T> &v, const Twist<T> &v_after) const
  {
    const Rows<T> g = hinges.Violation(), rate = hinges.Rate(v);
    Rows<T> out = hinges.Rate(v_after);
    for (int i = 0; i < BENCH_ROWS; i++)
      out[i] += f->gamma[i] * (g[i] * (4 / f->h) - rate[i]);
    return out;
  }

  // M (v+ - v) - h (f - omega x J omega)
  template <class T>
  Twist<T>
  Balance(const Masses<T> &masses, const Twist<T> &v, const Twist<T> &v_after, const T *p) const
  {
    const Vec3<T> gravity = Gravity(*f, p[10], p[11]);
    const Twist<T> momentum = masses.Times(v);
    Twist<T> out = masses.Times(v_after - v);
    for (int b = 0; b < 2; b++) {
      const Vec3<T> omega = v.template segment<3>(6 * b + 3),
                    spin = momentum.template segment<3>(6 * b + 3);
      for (int i = 0; i < 3; i++)
        out[6 * b + i] -= gravity[i] * (f->h * f->mass[b]);
      out.template segment<3>(6 * b + 3) += omega.cross(spin) * T(f->h);
    }
    return out;
  }

  template <class T>
  T
  Load(const Rows<T> &lambda, int joint) const
  {
    using std::sqrt;
    T load(0);
    for (int i = 0; i < 5; i++) {
      const T &l = lambda[5 * joint + i];
      load += sqrt(l * l + kSmoothing * kSmoothing) * (i < 3 ? f->radius[joint] : 1.0);
    }
    return load;
  }

  // What motor and friction add to a0, dry friction under the load of the last multipliers.
  template <class T>
  void
  AddAxial(Twist<T> &a0,
           const Hinges<T> &hinges,
           const Twist<T> &v,
           const Twist<T> &v_after,
           const Rows<T> &lambda,
           const T *p) const
  {
    using std::tanh;
    const T s1 = hinges.Rate1(v_after), s2 = hinges.Rate2(v_after);
    const T motor = f->rotor * (hinges.Rate1(v) - s1) + f->h * (p[0] * input + p[12]);
    const T f1 =
        motor - f->h * p[6] * s1 - p[8] * Load(lambda, 0) * tanh(s1 * (1 / f->smoothing[0]));
    const T f2 = -f->h * p[7] * s2 - p[9] * Load(lambda, 1) * tanh(s2 * (1 / f->smoothing[1]));
    hinges.AddAxial(a0, -f1, -f2);
  }
};

// How far a pose is off the constraints, as an impulse: W G^+ g/h, W = M + G^T Sigma_w^-1 G.
struct InitialCost {
  const BenchFuruta *f;

  template <class T>
  bool
  operator()(const T *pose, const T *p, T *out) const
  {
    double room[BENCH_POSE];
    const Hinges<T> hinges(*f, pose);
    const Hinges<double> plain(*f, Plain(pose, room, BENCH_POSE));
    const Masses<T> masses(*f, p);
    const auto product = [&](const Rows<double> &l) {
      return Rows<double>(plain.Rate(plain.Force(l)));
    };
    const RowSystem system(product);
    const Rows<T> g = hinges.Violation();
    const Rows<double> z = system.Solve(Plain(g));
    const Rows<T> rest = g - hinges.Rate(hinges.Force(z));
    const Twist<T> x = hinges.Force(system.Follow(z, rest)) * T(1 / f->h);
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
