import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createAccount } from "../../src/electron/set-up.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { ScratchHome } from "../native/scheme-home.ts";
import { ElectronStandIn } from "../setup/electron/stand-in.ts";
import { needs } from "../setup/system-parts.ts";

const scheme = "com.example.game";

it(
  "registers a packaged game's URL scheme for the current user and signs a player in through it",
  needs("Linux", "gio"),
  async () => {
    const home = new ScratchHome();
    onTestFinished(() => home[Symbol.dispose]());
    process.env["XDG_CURRENT_DESKTOP"] = "GNOME";
    const world = { applications: [{ redirectUris: [`${scheme}:/authorize/callback`] }] };
    const emulator = await startEmulator({ world });
    onTestFinished(() => emulator.close());
    const { application } = emulator;
    const openExternal = emulator.player("Ada", { application }).browser();
    const standIn = new ElectronStandIn({ userData: home.path, isPackaged: true, openExternal });
    const options = { scopes: "identify", customSchemeParam: scheme, preload: false } as const;
    const account = createAccount(standIn, { ...emulator.clientOptions(), ...options }, ["game"]);
    onTestFinished(async () => {
      standIn.app.quit();
      await expect.poll(() => standIn.quits).toBe(1);
    });
    standIn.start();
    await expect.poll(() => account.state.status).toBe("signed-out");
    expect(await account.signIn()).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    expect(home.entries()).toContain(join("data/slashpass", scheme, "redirect-opener"));
  },
);
