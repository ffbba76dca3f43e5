import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  addonPlaces,
  isCheckout,
  reasonFor,
  surroundings,
  currentTarget,
} from "../../../src/native/places.ts";

const published = join("prebuilds", currentTarget(), "slashpass.node");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slashpass-places-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

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

describe("The surroundings", () => {
  it("of this checkout are its own folder and Node", () => {
    const root = fileURLToPath(new URL("../../..", import.meta.url));
    const found = surroundings();
    expect(found).toEqual({
      ownFile: join(root, "src/core/resolve/ownership.ts"),
      packageFolder: join(root, "."),
      program: process.execPath,
      refused: [],
    });
    expect(isCheckout(found)).toBe(true);
  });

  it("of a file of the package are the package", () => {
    const installed = install("node_modules/slashpass");
    const { packageFolder } = surroundings(join(installed, "dist/chunks/shared.js"));
    expect(packageFolder).toBe(installed);
  });

  it("of a bundle are the package that is installed over it, if one is", () => {
    const bundle = join(folder, "out/game.js");
    expect(surroundings(bundle).packageFolder).toBe(undefined);
    const installed = install("node_modules/slashpass");
    expect(surroundings(bundle).packageFolder).toBe(installed);
  });

  it("of a bundle are not its own package", () => {
    const installed = install("node_modules/slashpass");
    put("game/package.json", '{"name":"game"}');
    expect(surroundings(join(folder, "game/out/game.js")).packageFolder).toBe(installed);
  });

  it("are found where a manifest cannot be read", () => {
    put("game/package.json", "{");
    expect(surroundings(join(folder, "game/out/game.js")).packageFolder).toBe(undefined);
  });

  it("of code that is in no file are the program alone", () => {
    expect(addonPlaces({ ownFile: undefined, packageFolder: undefined, program: process.execPath })).toEqual([
      join(dirname(process.execPath), published),
      join(dirname(process.execPath), "slashpass.node"),
    ]);
  });
});

describe("The addon is looked for", () => {
  it("in a checkout first where it was built, however old what is published beside it", () => {
    const packageFolder = dirname(put("CMakeLists.txt"));
    const where = { ownFile: join(folder, "dist/index.js"), packageFolder, program: "/usr/bin/node" };
    expect(isCheckout(where)).toBe(true);
    expect(addonPlaces(where).slice(0, 2)).toEqual([
      join(folder, "build/Release/slashpass.node"),
      join(folder, published),
    ]);
  });

  it("beside the bundle and the program, and only then in a package that is installed", () => {
    const where = {
      ownFile: "/game/out/game.js",
      packageFolder: "/game/node_modules/slashpass",
      program: "/game/run",
    };
    expect(isCheckout(where)).toBe(false);
    expect(addonPlaces(where)).toEqual([
      join("/game/out", published),
      "/game/out/slashpass.node",
      join("/game", published),
      "/game/slashpass.node",
      join("/game/node_modules/slashpass", published),
    ]);
  });

  it("in the package that this code is a part of before all else", () => {
    const packageFolder = "/game/node_modules/slashpass";
    const where = { ownFile: `${packageFolder}/dist/chunks/shared.js`, packageFolder, program: "/game/run" };
    expect(addonPlaces(where)[0]).toBe(join(packageFolder, published));
  });

  it("once in each place, where the program is its own bundle", () => {
    const where = { ownFile: "/game/game", packageFolder: undefined, program: "/game/game" };
    expect(addonPlaces(where)).toEqual([join("/game", published), "/game/slashpass.node"]);
  });
});

it.each([
  [
    "/game/node_modules/slashpass/prebuilds/linux-x64/slashpass.node",
    `the binary of the package for ${currentTarget()}`,
  ],
  ["/game/node_modules/slashpass/build/Release/slashpass.node", "the build of this checkout"],
  ["/game/out/slashpass.node", "beside the bundle"],
  ["/game/run/prebuilds/linux-x64/slashpass.node", "beside the program game"],
])("%s is taken as %s", (file, reason) => {
  const where = {
    ownFile: "/game/out/game.js",
    packageFolder: "/game/node_modules/slashpass",
    program: "/game/run/game",
  };
  expect(reasonFor(file, where)).toBe(reason);
});

it("Without a package and a bundle there is the program", () => {
  const where = { ownFile: undefined, packageFolder: undefined, program: "/game/game" };
  expect(reasonFor("/game/slashpass.node", where)).toBe("beside the program game");
});
