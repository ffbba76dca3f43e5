/** A browser program, bundled into a string (`program-text.js`). */
declare module "*?program" {
  export const program: string;
}

/** A program for a Node thread, bundled into a string for `new Worker(program, { eval: true })`. */
declare module "*?thread" {
  export const program: string;
}

declare module "*?text" {
  /** The file's content. */
  export const text: string;
}
