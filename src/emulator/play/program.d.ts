/** A program for browsers, bundled into one text (`browser-program.js` at the root). */
declare module "*?program" {
  export const program: string;
}
