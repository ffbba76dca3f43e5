import { expect, it } from "vitest";
import { keychainTokenStore } from "../../../src/store/keychain-token-store.ts";
import { missingTools, SecretService } from "./secret-service.ts";

it.skipIf(missingTools.length > 0)(
  `A Secret Service without a collection is no keychain${missingTools.map((tool) => ` (no ${tool})`).join("")}`,
  async () => {
    const system = await SecretService.start();
    process.env["DBUS_SESSION_BUS_ADDRESS"] = system.environment["DBUS_SESSION_BUS_ADDRESS"];
    const store = keychainTokenStore();
    await expect(store.get("a")).rejects.toMatchObject({ code: "keychain_absent" });
    await expect(store.delete("a")).rejects.toMatchObject({ code: "keychain_absent" });
    await expect(store.set("a", "record")).rejects.toMatchObject({ code: "keychain_absent" });
    await system.stop();
  },
);
