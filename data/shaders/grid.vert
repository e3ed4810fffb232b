#version 330 core
layout(location = 1) in vec3 a_shift;
uniform mat4 u_clip;
uniform mat4 u_transform; // plane -> world
uniform vec3 u_half;
uniform vec2 u_centre; // of the drawn part, in the plane [m]
out vec2 v_place;      // in the plane, from the world's origin [m]

void main()
{
  v_place = u_centre + u_half.xy * a_shift.xy;
  gl_Position = u_clip * u_transform * vec4(v_place, 0.0, 1.0);
}
