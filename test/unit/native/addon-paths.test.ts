import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  addonPaths,
  currentTarget,
  isCheckout,
  locateCode,
  reasonFor,
  supportedTargets,
} from "../../../src/native/addon-paths.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { throwing } from "../../setup/throwing.ts";

const published = join("prebuilds", currentTarget(), "slashpass.node");
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function put(path: string, content = ""): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function install(path: string): string {
  const manifest = { name: "slashpass", exports: { "./package.json": "./package.json" } };
  return dirname(put(join(path, "package.json"), JSON.stringify(manifest)));
}

describe("locateCode", () => {
  it("returns this checkout's directory and the Node executable", () => {
    const root = fileURLToPath(new URL("../../..", import.meta.url));
    const found = locateCode();
    expect(found).toEqual({
      ownFile: join(root, "src/core/resolve/ownership.ts"),
      packageFolder: join(root, "."),
      program: process.execPath,
      refused: [],
    });
    expect(isCheckout(found)).toBe(true);
  });

  it("returns the package that contains the given file", () => {
    const installed = install("node_modules/slashpass");
    const { packageFolder } = locateCode(join(installed, "dist/chunks/shared.js"));
    expect(packageFolder).toBe(installed);
  });

  it("returns the installed package, if any, for a bundle", () => {
    const bundle = join(folder, "out/game.js");
    expect(locateCode(bundle).packageFolder).toBe(undefined);
    const installed = install("node_modules/slashpass");
    expect(locateCode(bundle).packageFolder).toBe(installed);
  });

  it("does not return the package to which a bundle belongs", () => {
    const installed = install("node_modules/slashpass");
    put("game/package.json", '{"name":"game"}');
    expect(locateCode(join(folder, "game/out/game.js")).packageFolder).toBe(installed);
  });

  it("ignores an invalid manifest", () => {
    put("game/package.json", "{");
    expect(locateCode(join(folder, "game/out/game.js")).packageFolder).toBe(undefined);
  });

  it("limits addonPaths to the program's directory if the code is not in a file", () => {
    expect(addonPaths({ ownFile: undefined, packageFolder: undefined, program: process.execPath })).toEqual([
      join(dirname(process.execPath), published),
      join(dirname(process.execPath), "slashpass.node"),
    ]);
  });
});

describe("addonPaths", () => {
  it("starts with the build output in a checkout", () => {
    const packageFolder = dirname(put("CMakeLists.txt"));
    const where = { ownFile: join(folder, "dist/index.js"), packageFolder, program: "/usr/bin/node" };
    expect(isCheckout(where)).toBe(true);
    expect(addonPaths(where).slice(0, 2)).toEqual([
      join(folder, "build/Release/slashpass.node"),
      join(folder, published),
    ]);
  });

  it("lists files next to the bundle, then next to the program, then in an installed package", () => {
    const where = {
      ownFile: "/game/out/game.js",
      packageFolder: "/game/node_modules/slashpass",
      program: "/game/run",
    };
    expect(isCheckout(where)).toBe(false);
    expect(addonPaths(where)).toEqual([
      join("/game/out", published),
      "/game/out/slashpass.node",
      join("/game", published),
      "/game/slashpass.node",
      join("/game/node_modules/slashpass", published),
    ]);
  });

  it("starts with the package that contains this code", () => {
    const packageFolder = "/game/node_modules/slashpass";
    const where = { ownFile: `${packageFolder}/dist/chunks/shared.js`, packageFolder, program: "/game/run" };
    expect(addonPaths(where)[0]).toBe(join(packageFolder, published));
  });

  it("contains no duplicates if the program is its own bundle", () => {
    const where = { ownFile: "/game/game", packageFolder: undefined, program: "/game/game" };
    expect(addonPaths(where)).toEqual([join("/game", published), "/game/slashpass.node"]);
  });
});

it.each([
  [
    "/game/node_modules/slashpass/prebuilds/linux-x64/slashpass.node",
    `the package's binary for ${currentTarget()}`,
  ],
  ["/game/node_modules/slashpass/build/Release/slashpass.node", "this checkout's build"],
  ["/game/out/slashpass.node", "next to the bundle"],
  ["/game/run/prebuilds/linux-x64/slashpass.node", "next to the program game"],
])("describes %s as %s", (file, reason) => {
  const where = {
    ownFile: "/game/out/game.js",
    packageFolder: "/game/node_modules/slashpass",
    program: "/game/run/game",
  };
  expect(reasonFor(file, where)).toBe(reason);
});

it("describes an addon next to the program if there is no package or bundle", () => {
  const where = { ownFile: undefined, packageFolder: undefined, program: "/game/game" };
  expect(reasonFor("/game/slashpass.node", where)).toBe("next to the program game");
});

describe("currentTarget", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is a supported target on the system that runs the tests", () => {
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
  ] as const)("maps the platform %s and the memory map %j to %s", (platform, maps, target) => {
    vi.stubGlobal("process", { ...process, platform, arch: "x64" });
    expect(currentTarget(() => maps)).toBe(target);
  });

  const noProc = throwing(new Error("ENOENT"));

  describe.each([
    ["without /proc", noProc],
    ["with a loader that links to the library", () => mapped("libc.so")],
    ["with a library that has since been replaced", () => mapped("ld-musl-x86_64.so.1 (deleted)")],
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
});
