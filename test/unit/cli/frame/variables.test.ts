import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { trimVariables, variables } from "../../../../src/cli/frame/variables.ts";

const folder = new URL("../../../../src/cli/", import.meta.url).pathname;
const names: readonly string[] = Object.values(variables);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== "frame/variables.ts")
  .map((path) => [path, readFileSync(folder + path, "utf8")] as const);

it("are the only ones that help and errors speak of", () => {
  const told = sources.flatMap(([, text]) => text.match(/\bSLASHPASS_[A-Z_]*[A-Z]/g) ?? []);
  expect(told.length).toBeGreaterThan(10);
  // Of an environment named "production", as an example.
  const general = told.map((name) => name.replace("_PRODUCTION_", "_"));
  expect(general.filter((name) => !names.includes(name))).toEqual([]);
});

it("are named by the program's code nowhere else", () => {
  const asCode = /["']SLASHPASS_[A-Z_]+["']|\bSLASHPASS_[A-Z_]+:/;
  expect(sources.filter(([, text]) => asCode.test(text)).map(([path]) => path)).toEqual([]);
});

it("are read without the white space around their values, and other variables as they are", () => {
  const read = trimVariables({
    SLASHPASS_APPLICATION_ID: " 1\r\n",
    SLASHPASS_ENVIRONMENT: undefined,
    OTHER: " 1",
  });
  expect(read).toEqual({ SLASHPASS_APPLICATION_ID: "1", SLASHPASS_ENVIRONMENT: undefined, OTHER: " 1" });
});
