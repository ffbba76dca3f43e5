import { readdirSync, readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { trimVariables, variables, hideExperimentalWarnings } from "../../../../src/cli/frame/host.ts";

const folder = new URL("../../../../src/cli/", import.meta.url).pathname;
const names: readonly string[] = Object.values(variables);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== "frame/host.ts")
  .map((path) => [path, readFileSync(folder + path, "utf8")] as const);

it("defines every variable that the help and errors mention", () => {
  const reported = sources.flatMap(([, text]) => text.match(/\bSLASHPASS_[A-Z_]*[A-Z]/g) ?? []);
  expect(reported.length).toBeGreaterThan(10);
  // "PRODUCTION" is an example of an environment name.
  const general = reported.map((name) => name.replace("_PRODUCTION_", "_"));
  expect(general.filter((name) => !names.includes(name))).toEqual([]);
});

it("is the only module that contains variable names", () => {
  const asCode = /["']SLASHPASS_[A-Z_]+["']|\bSLASHPASS_[A-Z_]+:/;
  expect(sources.filter(([, text]) => asCode.test(text)).map(([path]) => path)).toEqual([]);
});

it("trims only the values of the program's variables", () => {
  const read = trimVariables({
    SLASHPASS_APPLICATION_ID: " 1\r\n",
    SLASHPASS_ENVIRONMENT: undefined,
    OTHER: " 1",
  });
  expect(read).toEqual({ SLASHPASS_APPLICATION_ID: "1", SLASHPASS_ENVIRONMENT: undefined, OTHER: " 1" });
});

it("hides experimental warnings and passes others to every listener once", () => {
  const listenWith = (listeners: readonly ((warning: Error) => void)[]) => {
    process.removeAllListeners("warning");
    for (const listener of listeners) process.on("warning", listener);
  };
  const before = process.listeners("warning");
  onTestFinished(() => listenWith(before));
  const printed: string[] = [];
  listenWith(["first", "second"].map((name) => (warning) => void printed.push(`${name}: ${warning.name}`)));
  hideExperimentalWarnings();
  // Unlike Node, emits the warnings synchronously.
  for (const name of ["ExperimentalWarning", "DeprecationWarning", "MaxListenersExceededWarning"])
    process.emit("warning", Object.assign(new Error("Look here."), { name }));
  expect(printed).toEqual(
    ["DeprecationWarning", "MaxListenersExceededWarning"].flatMap((name) => [
      `first: ${name}`,
      `second: ${name}`,
    ]),
  );
});
