import { expect, it } from "vitest";
import { runProgram } from "../setup/child-process.ts";

const program = new URL("fixtures/many-authorizations.js", import.meta.url).pathname;

interface Report {
  readonly endings: Record<string, number>;
  readonly grown: number;
  readonly resourcesBefore: readonly string[];
  readonly resourcesAfter: readonly string[];
}

it("#20 #77 #78 leaks nothing in 1,000 authorizations that return, time out or are aborted", async () => {
  // Disables the JIT compilers, whose generated code would grow the heap.
  const flags = ["--expose-gc", "--no-opt", "--no-maglev", "--no-sparkplug"];
  const { stdout, stderr } = await runProgram(process.execPath, [...flags, program, "999"]);
  const { endings, grown, resourcesBefore, resourcesAfter } = JSON.parse(stdout) as Report;
  expect(endings).toEqual({ aborted: 333, timeout: 333, returned: 333 });
  expect(resourcesAfter).toEqual(resourcesBefore);
  // One leaked object per authorization would exceed this.
  expect(grown).toBeLessThan(333 * 100);
  expect(stderr).toBe("");
});
