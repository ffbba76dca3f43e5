import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** Maps the import specifier of each entry point to its declaration file. */
export const entryPoints = new Map(
  Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([path, { types }]) => [
      path.replace(/^\./, "slashpass"),
      new URL(`../../${types}`, import.meta.url).pathname,
    ]),
);
