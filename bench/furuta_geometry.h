/* Frames and hinges of the Furuta pendulum for Ceres' automatic differentiation: constraint rows,
 * their rates and forces written out by hand for these two hinges. */
#pragma once

#include <ceres/jet.h>
#include <ceres/rotation.h>

#include <Eigen/Core>

#include "bench/furuta.h"

namespace bench
{

template <class T> using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T> using Rows = Eigen::Matrix<T, BENCH_ROWS, 1>;
template <class T> using Twist = Eigen::Matrix<T, BENCH_TANGENT, 1>;

inline double
Value(double x)
{
  return x;
}
template <class T, int N>
double
Value(const ceres::Jet<T, N> &x)
{
  return x.a;
}

// a . b, where b may be plain.
template <class T, class U>
T
Cosine(const Vec3<T> &a, const Vec3<U> &b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Columns of the rotation matrix of a unit quaternion.
template <class T> struct Frame {
  Vec3<T> x, y, z;

  Frame() = default;
  explicit Frame(const T *q)
  {
    T m[9];
    ceres::QuaternionToRotation(q, m);
    x = {m[0], m[3], m[6]};
    y = {m[1], m[4], m[7]};
    z = {m[2], m[5], m[8]};
  }
  Vec3<T>
  ToWorld(const Vec3<T> &v) const
  {
    return x * v[0] + y * v[1] + z * v[2];
  }
  Vec3<T>
  ToBody(const Vec3<T> &v) const
  {
    return {Cosine(x, v), Cosine(y, v), Cosine(z, v)};
  }
  // World velocity of the point at s along the body's x that turns with omega (body axes).
  Vec3<T>
  ArmRate(double s, const T *omega) const
  {
    return y * (s * omega[2]) - z * (s * omega[1]);
  }
};

// Rows of both hinges at one pose: a point and two directions each.  Hinge 1 turns about the
// world's y and A's z, hinge 2 about A's x and B's y.
template <class T> class Hinges
{
public:
  Hinges() = default;
  Hinges(const BenchFuruta &f, const T *pose)
      : s_a_(f.arm_a), c_a_(f.end_a), s_b_(f.arm_b), a_(pose + 3), b_(pose + 10)
  {
    r_a_ = {pose[0], pose[1], pose[2]};
    r_b_ = {pose[7], pose[8], pose[9]};
    xz_ = Cosine(a_.x, b_.z);
    xx_ = Cosine(a_.x, b_.x);
    xy_ = Cosine(a_.x, b_.y);
    yz_ = Cosine(a_.y, b_.z);
    zz_ = Cosine(a_.z, b_.z);
    yx_ = Cosine(a_.y, b_.x);
    zx_ = Cosine(a_.z, b_.x);
    yy_ = Cosine(a_.y, b_.y);
    zy_ = Cosine(a_.z, b_.y);
  }

  Rows<T>
  Violation() const
  {
    const Vec3<T> p = -r_a_ - a_.x * s_a_, q = r_a_ + a_.x * c_a_ - r_b_ - b_.x * s_b_;
    Rows<T> g;
    g << p, a_.x[1], a_.y[1], q, xz_, xx_;
    return g;
  }

  // G v
  Rows<T>
  Rate(const Twist<T> &v) const
  {
    const T *wa = &v[3], *wb = &v[9];
    const Vec3<T> va = v.template head<3>(), vb = v.template segment<3>(6);
    const Vec3<T> p = -va - a_.ArmRate(s_a_, wa);
    const Vec3<T> q = va + a_.ArmRate(c_a_, wa) - vb - b_.ArmRate(s_b_, wb);
    Rows<T> out;
    out << p, wa[2] * a_.y[1] - wa[1] * a_.z[1], wa[0] * a_.z[1] - wa[2] * a_.x[1], q,
        wb[1] * xx_ - wb[0] * xy_ + wa[2] * yz_ - wa[1] * zz_,
        wb[2] * xy_ - wb[1] * xz_ + wa[2] * yx_ - wa[1] * zx_;
    return out;
  }

  // G^T lambda, lambda plain or not.
  template <class U>
  Twist<T>
  Force(const Rows<U> &l) const
  {
    const Vec3<U> p = l.template head<3>(), q = l.template segment<3>(5);
    const T pay = Cosine(a_.y, p), paz = Cosine(a_.z, p), qay = Cosine(a_.y, q),
            qaz = Cosine(a_.z, q);
    Twist<T> out;
    out.template head<3>() = (q - p).template cast<T>();
    out[3] = l[4] * a_.z[1];
    out[4] = s_a_ * paz - c_a_ * qaz - l[3] * a_.z[1] - l[8] * zz_ - l[9] * zx_;
    out[5] = c_a_ * qay - s_a_ * pay + l[3] * a_.y[1] - l[4] * a_.x[1] + l[8] * yz_ + l[9] * yx_;
    out.template segment<3>(6) = (-q).template cast<T>();
    out[9] = -l[8] * xy_;
    out[10] = s_b_ * Cosine(b_.z, q) + l[8] * xx_ - l[9] * xz_;
    out[11] = -s_b_ * Cosine(b_.y, q) + l[9] * xy_;
    return out;
  }

  // Rates about the axes, and f1, f2 about them as forces that are added.
  T
  Rate1(const Twist<T> &v) const
  {
    return v[5];
  }
  T
  Rate2(const Twist<T> &v) const
  {
    return v[10] - xy_ * v[3] - yy_ * v[4] - zy_ * v[5];
  }
  void
  AddAxial(Twist<T> &to, const T &f1, const T &f2) const
  {
    to[5] += f1 - zy_ * f2;
    to[3] -= xy_ * f2;
    to[4] -= yy_ * f2;
    to[10] += f2;
  }

private:
  double s_a_, c_a_, s_b_;
  Frame<T> a_, b_;
  Vec3<T> r_a_, r_b_;
  T xz_, xx_, xy_, yz_, zz_, yx_, zx_, yy_, zy_; // A's axis times B's
};

} // namespace bench
