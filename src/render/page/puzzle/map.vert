#version 300 es
in vec2 place; in float colour; out vec4 ink;
uniform vec4 view; uniform float size, alpha; uniform vec3 inks[51];
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0, 1);
  gl_PointSize = size;
  ink = vec4(inks[int(colour)], colour > 0. ? alpha : alpha * .6);
}
