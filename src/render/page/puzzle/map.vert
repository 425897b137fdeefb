#version 300 es
in vec3 place; in float value; out vec4 ink;
uniform mat3 turn; uniform vec4 view; uniform float size, until, alpha; uniform vec3 faint; uniform vec3 hues[6];
void main() {
  vec3 at = turn * place;
  gl_Position = vec4(at.xy * view.xy + view.zw, at.z * .1, 1);
  gl_PointSize = size;
  float part = clamp(value, 0., 1.) * 5.; int hue = min(int(part), 4);
  bool isOn = value >= 0. && value <= until;
  ink = isOn ? vec4(mix(hues[hue], hues[hue + 1], part - float(hue)), alpha) : vec4(faint, alpha * .6);
}
