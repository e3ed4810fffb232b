#version 330 core
in vec2 v_place;
uniform vec2 u_centre;
uniform float u_fade; // [m] where the grid has gone
uniform float u_step; // [m]
uniform vec4 u_color;
out vec4 out_color;

// How much of the pixel a line of the given distance covers; lines closer than pixels fade.
float cover(float period, float pixels)
{
  vec2 place = v_place / period;
  vec2 size = max(fwidth(place), vec2(1e-6));
  vec2 off = abs(fract(place - 0.5) - 0.5) / size;
  vec2 lines = clamp(0.5 * pixels + 0.5 - off, 0.0, 1.0) * clamp(0.5 / size - 0.6, 0.0, 1.0);

  return max(lines.x, lines.y);
}

void main()
{
  float main_lines = cover(u_step, 1.3);
  float fine_lines = cover(0.2 * u_step, 1.0);
  float fade = 1.0 - smoothstep(0.25 * u_fade, u_fade, distance(v_place, u_centre));
  float alpha = u_color.a * max(main_lines, 0.30 * fine_lines) * fade;

  if (alpha < 0.002)
    discard;
  out_color = vec4(u_color.rgb, alpha);
}
