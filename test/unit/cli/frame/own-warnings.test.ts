import { afterEach, beforeEach, expect, it } from "vitest";
import { hideExperimentalWarnings } from "../../../../src/cli/frame/own-warnings.ts";

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

/** Emits a process warning synchronously; Node emits them asynchronously. */
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
