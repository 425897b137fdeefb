// Names that the scripts of web pages use and that no script declares.

interface Navigator {
  deviceMemory?: number;
}

// An element, or the target of an event, may be of any kind.
interface EventTarget {
  [name: string]: any;
}

interface Element {
  setAttribute(name: string, value: any): void;
}

interface Document {
  getElementById(id: string): any;
}

// Classes whose properties come from `Object.assign`, or that each editor has.
interface Changes {
  [name: string]: any;
}
interface Drawing {
  rows: number;
  columns: number;
  [name: string]: any;
}
interface Editor {
  [name: string]: any;
}
interface Game {
  [name: string]: any;
}
interface MapPainter {
  [name: string]: any;
}
interface MapView {
  [name: string]: any;
}
interface PathMap {
  rows: number;
  columns: number;
  moves: any;
  isClosed: boolean;
  [name: string]: any;
}
interface Playback {
  [name: string]: any;
}
interface StateMap {
  [name: string]: any;
}
interface Table {
  [name: string]: any;
}

// The content of files that a site loads on demand.
declare const PUZZLES: Record<string, any[]>;
declare const FRAMES: any[];
declare const FACES: any[];
declare const SOLUTIONS: Record<string, string>;

// What browsers have since 2025, and this version of tsc does not know yet.
interface Uint8ArrayConstructor {
  fromBase64(text: string, options?: { alphabet: string }): Uint8Array<ArrayBuffer>;
}
interface Uint8Array {
  toBase64(options?: { alphabet: string; omitPadding: boolean }): string;
}
