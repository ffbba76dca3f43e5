import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { throwing } from "../../setup/throwing.ts";

const line = () => "what happened";
const write = (enabled: boolean) => Object.assign(vi.fn(), { enabled });

beforeEach(loadModulesAnew);
afterEach(() => void vi.unstubAllGlobals());

/** With the given value as the global `process`, logs a message twice and returns how many times the message was formatted. */
async function logTwice(process: unknown): Promise<number> {
  vi.stubGlobal("process", process);
  const { debug } = await import("../../../src/core/debug.ts");
  const made = vi.fn(line);
  debug(made);
  debug(made);
  return made.mock.calls.length;
}

it("loads node:util once and prints lines if NODE_DEBUG includes slashpass", async () => {
  const print = write(true);
  const getBuiltinModule = vi.fn(() => ({ debuglog: () => print }));
  expect(await logTwice({ getBuiltinModule })).toBe(2);
  expect(print.mock.calls).toEqual([
    ["%s", "what happened"],
    ["%s", "what happened"],
  ]);
  expect(getBuiltinModule.mock.calls).toEqual([["node:util"]]);
});

it.each<[string, unknown]>([
  [
    "if NODE_DEBUG does not include slashpass",
    { getBuiltinModule: () => ({ debuglog: () => write(false) }) },
  ],
  ["without Node.js", undefined],
  ["in an older Node.js", {}],
  ["if node:util is missing", { getBuiltinModule: () => undefined }],
  [
    "if access to node:util is denied",
    {
      getBuiltinModule: throwing(new Error("not allowed")),
    },
  ],
])("prints no line %s", async (_, process) => {
  expect(await logTwice(process)).toBe(0);
});

it("does not read the environment in Deno, because that would prompt the user", async () => {
  vi.stubGlobal("Deno", {});
  const getBuiltinModule = vi.fn();
  expect(await logTwice({ getBuiltinModule })).toBe(0);
  expect(getBuiltinModule).not.toHaveBeenCalled();
});
