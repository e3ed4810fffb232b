#version 330 core
// A vertex lies at radius * round + half * shift: one mesh for all sizes of a solid.
layout(location = 0) in vec3 a_round;
layout(location = 1) in vec3 a_shift;
layout(location = 2) in vec3 a_normal;
uniform mat4 u_clip;      // world -> clip space
uniform mat4 u_transform; // solid -> world
uniform mat3 u_normal;    // normals of the solid -> world
uniform vec3 u_half;
uniform float u_radius;
uniform vec2 u_swell; // of the outline, in the picture's width and height of 2
uniform vec3 u_eye;
uniform float u_behind; // [m] by which depth is taken farther from the eye than it is
uniform float u_ahead;  // the same towards the eye, of the depth's width of 2
out vec3 v_world;
out vec3 v_normal;

void main()
{
  vec4 world = u_transform * vec4(u_radius * a_round + u_half * a_shift, 1.0);

  v_world = world.xyz;
  v_normal = u_normal * a_normal;
  gl_Position = u_clip * world;
  if (u_swell != vec2(0.0)) {
    vec2 out_of = (u_clip * vec4(v_normal, 0.0)).xy / u_swell;

    gl_Position.xy += u_swell * normalize(out_of + vec2(1e-9)) * gl_Position.w;
  }
  if (u_behind > 0.0) {
    vec4 farther = u_clip * vec4(world.xyz + u_behind * normalize(world.xyz - u_eye), 1.0);

    gl_Position.z = farther.z / farther.w * gl_Position.w;
  }
  gl_Position.z -= u_ahead * gl_Position.w;
}
