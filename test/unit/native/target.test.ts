import { afterEach, expect, test, vi } from "vitest";
import { currentTarget, supportedTargets } from "../../../src/native/target.ts";

afterEach(() => vi.unstubAllGlobals());

test("the system that runs the tests is one that the package has a binary for", () => {
  expect(supportedTargets).toContain(currentTarget());
});

test.each([
  ["win32", {}, "win32-x64"],
  ["darwin", {}, "darwin-x64"],
  ["linux", { glibcVersionRuntime: "2.36" }, "linux-x64"],
  ["linux", {}, "linuxmusl-x64"],
] as const)("%s with %j is %s", (platform, header, target) => {
  vi.stubGlobal("process", { ...process, platform, arch: "x64", report: { getReport: () => ({ header }) } });
  expect(currentTarget()).toBe(target);
});
