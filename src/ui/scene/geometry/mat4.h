/* 4x4 matrices of the 3D view: column-major as OpenGL takes them, acting on column vectors.
 *
 * Outputs first; an output must not overlap an input. */
#pragma once

typedef struct {
  double m[16]; /* m[4 * column + row] */
} TrammelMat4;

TrammelMat4 trammel_mat4_identity(void);

/* Returns the rigid transform from a frame to its owner: position [m], unit quaternion (w, x, y,
 * z). */
TrammelMat4 trammel_mat4_from_frame(const double position[3], const double quat[4]);

/* Returns a frame at `position` with its z axis along `axis` (not zero, any length); the other two
 * axes are arbitrary. */
TrammelMat4 trammel_mat4_along(const double position[3], const double axis[3]);

/* Returns the frame midway between two ends, z along the line, and sets half their distance; if
 * that is zero, any frame. */
TrammelMat4 trammel_mat4_between(const double from[3], const double to[3], double *half_length);

/* Returns a b. */
TrammelMat4 trammel_mat4_multiply(const TrammelMat4 *a, const TrammelMat4 *b);

/* Sets out = M (p, 1), without the division by w, which is returned. */
double trammel_mat4_apply(double out[3], const TrammelMat4 *m, const double p[3]);

/* Returns a perspective projection to OpenGL clip space: fov_y is the full vertical angle [rad]; 0
 * < near < far. */
TrammelMat4 trammel_mat4_perspective(double fov_y, double aspect, double near, double far);

/* Returns a parallel projection to the same clip space, by half the height of the view. */
TrammelMat4 trammel_mat4_orthographic(double half_height, double aspect, double near, double far);

void trammel_mat4_to_floats(float out[16], const TrammelMat4 *m);

/* Sets the transposed inverse of the upper 3x3, column-major, for normals; zero when singular. */
void trammel_mat4_normal_matrix(float out[9], const TrammelMat4 *m);
