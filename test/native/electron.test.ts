import { createPackageWithOptions } from "@electron/asar";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openArchives } from "../setup/electron-archives.ts";
import { useScratchHome } from "./scheme-home.ts";
import { loadModulesAnew } from "../setup/load-modules-anew.ts";

const applicationId = "1234567890123456789";
const built = new URL("../../build/Release/", import.meta.url).pathname;
const home = useScratchHome();

/** Packs the package into an application's archive, except for `unpack`, and returns the functions as loaded by a new process. */
async function packed(unpack: string) {
  const application = join(home().path, "application");
  const binaries = join("node_modules/slashpass/prebuilds/here");
  mkdirSync(join(application, binaries), { recursive: true });
  for (const name of ["slashpass.node", "redirect-opener"])
    cpSync(join(built, name), join(application, binaries, name));
  const archive = join(home().path, "app.asar");
  await createPackageWithOptions(application, archive, { unpack });
  onTestFinished(openArchives());
  loadModulesAnew();
  const { setAddonPath } = await import("../../src/native/load.ts");
  setAddonPath(join(archive, binaries, "slashpass.node"));
  return import("../../src/sign-in/redirect/custom-scheme-registration.ts");
}

describe("an Electron app", () => {
  it.each([
    ["only .node files are unpacked", "*.node"],
    ["all binaries of the package are unpacked", "{*.node,redirect-opener}"],
    ["no files are unpacked", "nothing"],
  ])("installs a working opener if %s", async (_, unpack) => {
    const { registerRedirectScheme, redirectSchemeStatus } = await packed(unpack);
    registerRedirectScheme({ applicationId });
    expect(redirectSchemeStatus({ applicationId })).toMatchObject({ isOurs: true, isStale: false });
    const opener = home().opener(`discord-${applicationId}`);
    expect(readFileSync(opener).equals(readFileSync(join(built, "redirect-opener")))).toBe(true);
  });
});
