import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { currentTarget, supportedTargets } from "../../../src/native/addon-paths.ts";
import { addonUnavailable, type SearchScope, readAddonPath } from "../../../src/native/load.ts";

const built = new URL("../../../build/Release/slashpass.node", import.meta.url);
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => vi.doUnmock("../../../src/native/addon-paths.ts"));

/** Reloads the module with `candidates` as the addon's possible locations. */
async function freshLoader(candidates: readonly string[]) {
  loadModulesAnew();
  vi.doMock(import("../../../src/native/addon-paths.ts"), async (original) => ({
    ...(await original()),
    addonPaths: () => [...candidates],
    isCheckout: () => false,
  }));
  return import("../../../src/native/load.ts");
}

test("throws one error that lists why each file could not be loaded", async () => {
  const broken = join(folder, "broken.node");
  writeFileSync(broken, "not a library");
  const { loadAddon } = await freshLoader([join(folder, "none.node"), broken]);
  expect(loadAddon).toThrow(
    expect.objectContaining({
      type: 4,
      code: "addon_unavailable",
      message: expect.stringMatching(
        new RegExp(`for ${currentTarget()} could not .*none\\.node: not there; .*broken\\.node: \\S`),
      ) as unknown,
    }),
  );
});

test("loads the first usable addon only once", async () => {
  const broken = join(folder, "broken.node");
  writeFileSync(broken, "not a library");
  const good = join(folder, "good.node");
  copyFileSync(built, good);
  const { loadAddon } = await freshLoader([broken, good]);
  expect(loadAddon()).toHaveProperty("createRedactor");
  expect(loadAddon()).toBe(loadAddon());
});

test("looks only at the configured path and ignores later paths once an addon is loaded", async () => {
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

test("returns the file and the reason for choosing it", async () => {
  const good = join(folder, "good.node");
  copyFileSync(built, good);
  const found = await freshLoader([good]);
  expect(found.addonOrigin()).toEqual({
    file: good,
    reason: expect.stringMatching(/^next to the program/) as unknown,
  });
  const given = await freshLoader([]);
  given.setAddonPath(good);
  expect(given.addonOrigin()).toEqual({ file: good, reason: "passed as addonPath" });
});

describe("addonUnavailable", () => {
  afterEach(() => vi.unstubAllGlobals());

  const failures = [
    { path: "/game/slashpass.node", reason: "not there" },
    { path: "/usr/bin/slashpass.node", reason: "file too short" },
  ];

  test.each<[SearchScope, string]>([
    ["everywhere", `copy the folder node_modules/slashpass/prebuilds/${currentTarget()}`],
    ["addonPath", "Pass the path of slashpass.node as addonPath"],
    ["checkout", "npm run build:native"],
  ])("adds a hint for the search scope %s: %s…", (looked, advice) => {
    const { hint } = addonUnavailable(failures, looked);
    expect(hint).toContain(advice);
    expect(hint?.includes("npm run")).toBe(looked === "checkout");
  });

  test("lists the supported systems if there is no binary for this one", () => {
    vi.stubGlobal("process", { ...process, platform: "freebsd", arch: "x64" });
    const { hint } = addonUnavailable(failures, "everywhere");
    for (const target of supportedTargets) expect(hint).toContain(target);
    expect(hint).not.toContain("copy");
  });

  test("mentions the missing permission if Node forbids addons", () => {
    const denied = { path: "/game/slashpass.node", reason: "denied", code: "ERR_DLOPEN_DISABLED" };
    expect(addonUnavailable([denied], "everywhere").hint).toContain("--allow-addons");
  });
});

describe("readAddonPath", () => {
  // The system would search its own directories for a bare name, and a relative path depends on the working directory.
  test.each([
    "slashpass.node",
    "./slashpass.node",
    "file:///opt/slashpass.node",
    "/opt/\0",
    "",
    7,
    new URL("file:///"),
  ])("rejects %j", (value) => {
    expect(() => readAddonPath(value, "options.addonPath")).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_addon_path" }),
    );
  });
});
