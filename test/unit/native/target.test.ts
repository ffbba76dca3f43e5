import { afterEach, describe, expect, test, vi } from "vitest";
import { currentTarget, supportedTargets } from "../../../src/native/addon-paths.ts";

afterEach(() => vi.unstubAllGlobals());

test("has a binary for the system that runs the tests", () => {
  expect(supportedTargets).toContain(currentTarget());
});

const mapped = (file: string) =>
  `7f1c0000-7f1c1000 r-xp 00001000 fe:00 26 /lib/${file}\n7f1d0000-7f1d1000 rw-p 00 00:00 0\n`;

test.each([
  ["win32", mapped("ntdll.dll"), "win32-x64"],
  ["darwin", mapped("libSystem.dylib"), "darwin-x64"],
  ["linux", mapped("x86_64-linux-gnu/libc.so.6"), "linux-x64"],
  ["linux", mapped("x86_64-linux-gnu/libc-2.28.so"), "linux-x64"],
  ["linux", mapped("ld-musl-x86_64.so.1"), "linuxmusl-x64"],
  ["linux", mapped("ld-musl-x86_64.so.1.d/libc.so.6"), "linux-x64"],
  ["linux", mapped("ld-musl-x86_64.so.1") + mapped("x86_64-linux-gnu/libc.so.6"), "linux-x64"],
] as const)("maps %s with %j to %s", (platform, maps, target) => {
  vi.stubGlobal("process", { ...process, platform, arch: "x64" });
  expect(currentTarget(() => maps)).toBe(target);
});

const noProc = (): string => {
  throw new Error("ENOENT");
};

describe.each([
  ["without /proc", noProc],
  ["with a loader that is a link to the library", () => mapped("libc.so")],
  ["with a library that was replaced meanwhile", () => mapped("ld-musl-x86_64.so.1 (deleted)")],
])("%s", (_case, maps) => {
  test.each([
    [{ glibcVersionRuntime: "2.36" }, "linux-x64"],
    [{}, "linuxmusl-x64"],
  ] as const)("maps a report with %j to %s", (header, target) => {
    vi.stubGlobal("process", {
      ...process,
      platform: "linux",
      arch: "x64",
      report: { getReport: () => ({ header }) },
    });
    expect(currentTarget(maps)).toBe(target);
  });
});
