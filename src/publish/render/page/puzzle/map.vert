#version 300 es
layout(location = 0) in vec2 place; layout(location = 1) in float colour; out vec4 ink;
uniform vec2 scale; uniform float size, alpha; uniform vec3 inks[25];
void main() {
  gl_Position = vec4(place * scale + vec2(-1, 1), 0, 1);
  gl_PointSize = size;
  ink = vec4(inks[int(colour)], colour > 0. ? alpha : .45);
}
