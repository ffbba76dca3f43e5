import { readdirSync, readFileSync } from "node:fs";
import { expect, it, afterEach, beforeEach, describe } from "vitest";
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

describe("hideExperimentalWarnings", () => {
  const listeners = process.listeners("warning");
  let printed: string[] = [];

  function listenWith(printers: readonly ((warning: Error) => void)[]): void {
    process.removeAllListeners("warning");
    for (const print of printers) process.on("warning", print);
  }

  beforeEach(() => {
    printed = [];
    listenWith(
      ["first", "second"].map(
        (name) =>
          ({ message }) =>
            void printed.push(`${name}: ${message}`),
      ),
    );
  });
  afterEach(() => listenWith(listeners));

  /** Emits a process warning synchronously, unlike Node. */
  function warn(name: string, message: string): void {
    process.emit("warning", Object.assign(new Error(message), { name }));
  }

  it("hides experimental warnings", () => {
    warn("ExperimentalWarning", "Type stripping is an experiment.");
    expect(printed).toHaveLength(2);
    hideExperimentalWarnings();
    warn("ExperimentalWarning", "Type stripping is an experiment.");
    expect(printed).toHaveLength(2);
  });

  it.each(["Warning", "DeprecationWarning", "MaxListenersExceededWarning"])(
    "passes a %s to every listener once",
    (name) => {
      hideExperimentalWarnings();
      warn(name, "Look here.");
      expect(printed).toEqual(["first: Look here.", "second: Look here."]);
    },
  );
});
