import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { ElectronStandIn } from "../../setup/electron/stand-in.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { until } from "../../setup/until.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const options = { applicationId: "1234567890123456789", scopes: "identify", preload: false } as const;

let standIn: ElectronStandIn;
vi.mock("electron", () => ({
  get default() {
    return standIn;
  },
}));

beforeEach(() => {
  loadModulesAnew();
  standIn = new ElectronStandIn({ userData: temporaryFolder() });
});

it("sets up slashpass only once per process", async () => {
  const { setUpSlashpass } = await import("../../../src/electron/index.ts");
  expect(() => setUpSlashpass({ ...options, scopes: "" })).toThrow();
  const account = setUpSlashpass(options);
  expect(() => setUpSlashpass(options)).toThrow(expect.objectContaining({ code: "duplicate" }));
  standIn.start();
  await until(() => account.state.status === "signed-out");
});

it("stores tokens in Electron's user data or in the given directory", async () => {
  const { safeStorageTokenStore } = await import("../../../src/electron/index.ts");
  const directory = join(standIn.settings.userData, "other");
  mkdirSync(directory);
  standIn.start();
  await safeStorageTokenStore().set("ada", "a-secret");
  expect(await safeStorageTokenStore({ directory }).get("ada")).toBeUndefined();
  expect(await safeStorageTokenStore({ directory: standIn.settings.userData }).get("ada")).toBe("a-secret");
  expect(() => safeStorageTokenStore({ directory: 1 } as never)).toThrow(
    expect.objectContaining({ code: "invalid_argument" }),
  );
});
