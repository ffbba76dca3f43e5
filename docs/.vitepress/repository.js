import { readFileSync } from "node:fs";

const { description, homepage } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

export { description };

export const repository = homepage.replace(/#.*/, "");
