#version 300 es
precision mediump float; in vec4 ink; out vec4 colour;
void main() { colour = vec4(ink.rgb * ink.a, ink.a); }
