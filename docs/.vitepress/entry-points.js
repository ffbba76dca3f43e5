import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** Maps each entry point's import specifier to its declaration file. */
export const entryPoints = new Map(
  Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([path, { types }]) => [
      path.replace(/^\./, "slashpass"),
      new URL(`../../${types}`, import.meta.url).pathname,
    ]),
);
