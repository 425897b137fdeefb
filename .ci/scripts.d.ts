// Names that the scripts of web pages use and that no script declares.

interface Navigator {
  deviceMemory?: number;
}

interface Element {
  dataset: DOMStringMap;
  hidden: boolean;
  focus(options?: FocusOptions): void;
}

// What each editor has.
interface Editor {
  begin(drawing: any): void;
  revive(state: string): any;
  show(): void;
  state(): string;
}

interface EventTarget {
  closest(selectors: string): any;
  dataset: DOMStringMap;
  files: FileList;
  matches(selectors: string): boolean;
  open: boolean;
}

// The content of files that a site loads on demand.
declare const PUZZLES: Record<string, any[]>;
declare const FRAMES: any[];
declare const FACES: any[];
declare const SOLUTIONS: Record<string, string>;
declare const ENGINE: string;
declare const PATHS: string;
declare const MAP_ENGINE: string;
