import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const built = new URL("../../../build/Release/slashpass.node", import.meta.url);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slashpass-load-"));
});
afterEach(() => {
  vi.doUnmock("../../../src/native/addon-paths.ts");
  rmSync(folder, { recursive: true });
});

/** Loads the module anew, with `places` as the addon's possible locations. */
async function freshLoader(places: readonly string[]) {
  loadModulesAnew();
  vi.doMock(import("../../../src/native/addon-paths.ts"), async (original) => ({
    ...(await original()),
    addonPaths: () => [...places],
    isCheckout: () => false,
  }));
  return import("../../../src/native/load.ts");
}

test("throws one error with every file and its reason", async () => {
  const broken = join(folder, "broken.node");
  writeFileSync(broken, "not a library");
  const { loadAddon } = await freshLoader([join(folder, "none.node"), broken]);
  expect(loadAddon).toThrow(
    expect.objectContaining({
      type: 4,
      code: "addon_unavailable",
      message: expect.stringMatching(/none\.node: not there; .*broken\.node: \S/) as unknown,
    }),
  );
});

test("loads the first usable addon once", async () => {
  const broken = join(folder, "broken.node");
  writeFileSync(broken, "not a library");
  const good = join(folder, "good.node");
  copyFileSync(built, good);
  const { loadAddon } = await freshLoader([broken, good]);
  expect(loadAddon()).toHaveProperty("createRedactor");
  expect(loadAddon()).toBe(loadAddon());
});

test("uses only a given path, until an addon is loaded", async () => {
  const good = join(folder, "good.node");
  const { loadAddon, setAddonPath } = await freshLoader(["/nowhere/else.node"]);
  setAddonPath(good);
  setAddonPath(undefined);
  expect(loadAddon).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`(${good}: not there)`) as unknown,
      hint: expect.stringContaining("addonPath") as unknown,
    }),
  );
  copyFileSync(built, good);
  const addon = loadAddon();
  setAddonPath(join(folder, "another.node"));
  expect(loadAddon()).toBe(addon);
});

test("returns the file and the reason for its choice", async () => {
  const good = join(folder, "good.node");
  copyFileSync(built, good);
  const found = await freshLoader([good]);
  expect(found.addonOrigin()).toEqual({
    file: good,
    reason: expect.stringMatching(/^beside the program/) as unknown,
  });
  const given = await freshLoader([]);
  given.setAddonPath(good);
  expect(given.addonOrigin()).toEqual({ file: good, reason: "given as addonPath" });
});
