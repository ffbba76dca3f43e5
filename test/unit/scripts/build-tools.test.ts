import { describe, expect, it } from "vitest";
import { runProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { installAdvice, missingBuildTools } from "../../../scripts/build-tools.js";

const root = new URL("../../../", import.meta.url);

describe("the missing build tools", () => {
  const having =
    (...names: string[]) =>
    (name: string) =>
      names.includes(name);

  it.each([
    ["linux", [], ["cmake", "a C++ compiler", "make"]],
    ["linux", ["cmake", "make"], ["a C++ compiler"]],
    ["linux", ["cmake", "g++"], ["make"]],
    ["linux", ["g++", "make"], ["cmake"]],
    ["linux", ["cmake", "clang++", "ninja"], []],
    ["freebsd", ["cmake", "clang++", "make"], []],
  ] as const)("on %s with %j installed, are %j", (platform, available, missing) => {
    expect(missingBuildTools(platform, having(...available))).toEqual(missing);
  });

  it("include a toolset that only the system can find, on Windows and macOS", () => {
    expect(missingBuildTools("win32", having("cmake.exe"), () => true)).toEqual([]);
    expect(missingBuildTools("win32", having("cmake.exe"), () => false)).toEqual(["a C++ compiler"]);
    expect(missingBuildTools("darwin", having("g++", "make"), () => false)).toEqual([
      "cmake",
      "a C++ compiler",
    ]);
  });
});

it("prints only the missing tools and how to install them", needs("whole programs"), async () => {
  const { status, stdout, stderr } = await runProgram(process.execPath, ["scripts/build.js"], {
    cwd: root,
    env: { PATH: "/nonexistent" },
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: installAdvice(missingBuildTools(process.platform, () => false)),
  });
  for (const line of ["cmake", "C++ compiler", "apt-get install", "brew install", "winget install"])
    expect(stderr).toContain(line);
});
