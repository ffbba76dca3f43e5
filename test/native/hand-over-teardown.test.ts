import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cases } from "../setup/cases.ts";
import { runProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { useScratchHome } from "./scheme-home.ts";

const scheme = "slashpass-teardown";

const home = useScratchHome();

const workers = cases(20, 4);

function end(manner: string) {
  const script = "test/native/hand-over-teardown.mjs";
  return runProgram(process.execPath, ["--expose-gc", script, manner, scheme, String(workers)]);
}

describe("a process that opened the hand-over", needs("Linux", "whole programs"), () => {
  it.each([
    ["exits by itself after closing the hand-over twice and removes the socket", "close", 0],
    ["exits with process.exit", "exit", 0],
    ["exits after an uncaught exception", "throw", 1],
    ["continues after the close functions are garbage-collected", "forgotten", 0],
    ["survives the termination of up to twenty workers under load and removes the socket", "terminate", 0],
  ])("%s", async (_title, manner, code) => {
    const { status, signal, stderr } = await end(manner);
    expect({ status, signal, stderr: code === 0 ? stderr : "" }).toEqual({
      status: code,
      signal: null,
      stderr: "",
    });
    if (["close", "terminate"].includes(manner))
      expect(existsSync(join(home().path, "run/slashpass", scheme))).toBe(false);
  });
});
