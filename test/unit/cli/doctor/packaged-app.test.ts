import { createPackageWithOptions } from "@electron/asar";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkPackagedApp } from "../../../../src/cli/doctor/packaged-app.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

/** Packs an app as electron-builder and Forge do. */
async function pack(unpack: string, resources = "resources"): Promise<string> {
  const source = temporaryFolder();
  const prebuilds = join(source, "node_modules/slashpass/prebuilds");
  for (const target of ["linux-x64", "linux-arm64"]) {
    mkdirSync(join(prebuilds, target), { recursive: true });
    writeFileSync(join(prebuilds, target, "slashpass.node"), "");
  }
  const app = temporaryFolder();
  await createPackageWithOptions(source, join(app, resources, "app.asar"), { unpack });
  return app;
}

it.each(["resources", "Contents/Resources"])("finds the unpacked addon in %s", async (resources) => {
  const app = await pack("**/{*.node,redirect-opener*}", resources);
  expect(checkPackagedApp(app, true)).toEqual({
    check: "packaged-app",
    verdict: "ok",
    found: `The addon is outside ${join(app, resources, "app.asar")} (linux-arm64, linux-x64).`,
  });
});

it("reports an addon inside the archive, as a failure if the game has a scheme", async () => {
  const app = await pack("nothing");
  expect(checkPackagedApp(app, false)).toMatchObject({ verdict: "warning", code: "addon_unavailable" });
  expect(checkPackagedApp(app, true)).toMatchObject({
    verdict: "failure",
    advice: expect.stringContaining('Set asarUnpack to ["**/*.node"]') as string,
  });
});

it("rejects a directory without a packaged app", () => {
  const folder = temporaryFolder();
  expect(() => checkPackagedApp(folder, false)).toThrow(`${folder} contains no packaged Electron app`);
});
