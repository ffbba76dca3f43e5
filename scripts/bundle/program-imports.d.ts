/** A program for browsers, bundled into one text (`program-text.js`). */
declare module "*?program" {
  export const program: string;
}

/** A program for a thread of Node, bundled into one text, for `new Worker(program, { eval: true })`. */
declare module "*?thread" {
  export const program: string;
}

declare module "*?text" {
  /** A file as it is. */
  export const text: string;
}
