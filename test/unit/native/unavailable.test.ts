import { afterEach, expect, test, vi } from "vitest";
import { currentTarget, supportedTargets } from "../../../src/native/addon-paths.ts";
import { addonUnavailable, type Looked } from "../../../src/native/load.ts";

afterEach(() => vi.unstubAllGlobals());

const failures = [
  { path: "/game/slashpass.node", reason: "not there" },
  { path: "/usr/bin/slashpass.node", reason: "file too short" },
];

test("names the system, and each file with its reason", () => {
  expect(addonUnavailable(failures, "everywhere")).toMatchObject({
    type: 4,
    code: "addon_unavailable",
    message:
      `The native addon of slashpass for ${currentTarget()} could not be loaded ` +
      "(/game/slashpass.node: not there; /usr/bin/slashpass.node: file too short).",
  });
});

test.each<[Looked, string]>([
  ["everywhere", `copy the folder node_modules/slashpass/prebuilds/${currentTarget()}`],
  ["addonPath", "Pass the path of slashpass.node as addonPath"],
  ["checkout", "npm run build:native"],
])("hints after a search in %s: %s…", (looked, advice) => {
  const { hint } = addonUnavailable(failures, looked);
  expect(hint).toContain(advice);
  expect(hint?.includes("npm run")).toBe(looked === "checkout");
});

test("lists the supported systems on a system without a binary", () => {
  vi.stubGlobal("process", { ...process, platform: "freebsd", arch: "x64" });
  const { hint } = addonUnavailable(failures, "everywhere");
  for (const target of supportedTargets) expect(hint).toContain(target);
  expect(hint).not.toContain("copy");
});

test("hints at the missing permission if Node forbids addons", () => {
  const denied = { path: "/game/slashpass.node", reason: "denied", code: "ERR_DLOPEN_DISABLED" };
  expect(addonUnavailable([denied], "everywhere").hint).toContain("--allow-addons");
});
