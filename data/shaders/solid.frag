#version 330 core
in vec3 v_world;
in vec3 v_normal;
uniform vec3 u_eye;
uniform vec3 u_up;
uniform vec3 u_key;   // towards the light
uniform vec4 u_color; // sRGB; alpha in the middle of the face
uniform float u_rim;  // alpha at the outline
out vec4 out_color;

void main()
{
  vec3 n = normalize(v_normal);
  vec3 v = normalize(u_eye - v_world);
  float facing = clamp(dot(n, v), 0.0, 1.0);
  float edge = pow(1.0 - facing, 3.0);
  // soft light of sky and ground, one lamp that reaches a little round the side
  vec3 light = mix(vec3(0.40, 0.39, 0.38), vec3(0.74, 0.76, 0.80), 0.5 + 0.5 * dot(n, u_up));
  light += vec3(0.50, 0.49, 0.47) * clamp((dot(n, u_key) + 0.25) / 1.25, 0.0, 1.0);
  float shine = pow(max(dot(n, normalize(u_key + v)), 0.0), 42.0);
  vec3 albedo = pow(u_color.rgb, vec3(2.2));
  vec3 color = albedo * light * (1.0 - 0.35 * edge) + vec3(0.16 * shine);

  out_color = vec4(pow(clamp(color, 0.0, 1.0), vec3(1.0 / 2.2)), mix(u_color.a, u_rim, edge));
}
