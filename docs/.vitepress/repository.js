import { readFileSync } from "node:fs";

const { description, homepage } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

export { description };

/** The address of the repository. */
export const repository = homepage.replace(/#.*/, "");
