import { startEmulator } from "slashpass/emulator";
import { expect, it } from "vitest";
import { shell } from "./electron.ts";

it("signs a player in and out", async () => {
  await using emulator = await startEmulator();
  shell.openExternal = emulator.player("Ada").browser();
  process.env["SLASHPASS_APPLICATION_ID"] = emulator.application.id;
  process.env["SLASHPASS_API_BASE"] = emulator.apiBase;
  process.env["SLASHPASS_WEB_BASE"] = emulator.webBase;
  const { account } = await import("../src/main/account.ts");

  expect(await account.signIn()).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
  expect(await account.signOut()).toMatchObject({ status: "signed-out" });
  await account.client.close();
});
