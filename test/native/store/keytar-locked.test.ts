import { expect, it } from "vitest";
import { keychainTokenStore } from "../../../src/store/keychain-token-store.ts";
import { keytarParts, needs } from "../../setup/system-parts.ts";
import { loadRealKeytar } from "./real-keytar.ts";
import { SecretService } from "./secret-service.ts";

it(
  "The real keytar on a locked keychain says so",
  { ...needs(...keytarParts), timeout: 120_000 },
  async () => {
    const { keytar, remove } = await loadRealKeytar();
    const system = await SecretService.start();
    process.env["DBUS_SESSION_BUS_ADDRESS"] = system.environment["DBUS_SESSION_BUS_ADDRESS"];
    await system.unlock("right");
    await system.unlock("wrong");
    const store = keychainTokenStore({ keytar });
    const locked = { type: 4, code: "keychain_locked", retryable: true };
    await expect(store.probe()).rejects.toMatchObject(locked);
    await expect(store.set("discord.com/1", "record")).rejects.toMatchObject(locked);
    await expect(store.get("discord.com/1")).rejects.toMatchObject(locked);
    await system.stop();
    remove();
  },
);
