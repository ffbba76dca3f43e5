import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorType } from "../../../src/errors.ts";
import { candidates, load } from "../../../src/native/load.ts";

const build = "build/Release/slashpass.node";
let folder: string;
let base: URL;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slashpass-load-"));
  base = pathToFileURL(`${folder}/`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content = "not a library"): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

test("an addon that cannot be loaded is one error that names every path, its reason and what to do", () => {
  put("build/broken.node");
  expect(() => load(["prebuilds/none.node", "build/broken.node"], base)).toThrow(
    expect.objectContaining({
      type: ErrorType.Disabled,
      code: "addon_unavailable",
      message: expect.stringMatching(/prebuilds\/none\.node: not there; build\/broken\.node: \S/),
      hint: expect.stringContaining("npm run build:native"),
    }),
  );
});

test("a checkout takes what it built, however old what is published beside it", () => {
  put("CMakeLists.txt");
  put(candidates(base).at(-1) ?? "");
  mkdirSync(dirname(join(folder, build)), { recursive: true });
  copyFileSync(new URL(`../../../${build}`, import.meta.url), join(folder, build));
  expect(candidates(base)[0]).toBe(build);
  expect(load(candidates(base), base)).toHaveProperty("createRedactor");
});

test("a published package takes what was published with it", () => {
  expect(candidates(base)).toEqual([expect.stringMatching(/^prebuilds\/.+\/slashpass\.node$/), build]);
});

test.each([
  ["win32", {}, "win32-"],
  ["darwin", {}, "darwin-"],
  ["linux", { glibcVersionRuntime: "2.36" }, "linux-"],
  ["linux", {}, "linuxmusl-"],
] as const)("on %s with %j the published binary is that of %s…", (platform, header, start) => {
  vi.stubGlobal("process", { ...process, platform, arch: "x64", report: { getReport: () => ({ header }) } });
  try {
    expect(candidates(base)).toEqual([`prebuilds/${start}x64/slashpass.node`, build]);
  } finally {
    vi.unstubAllGlobals();
  }
});
