import { expect, it } from "vitest";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import { keychainParts, needs } from "../../setup/system-parts.ts";
import { SecretService } from "./secret-service.ts";

it(
  "treats a Secret Service that has no collection as a missing keychain",
  needs(...keychainParts),
  async () => {
    const system = await SecretService.startForThisProcess();
    const store = keychainTokenStore();
    await expect(store.get("a")).rejects.toMatchObject({ code: "keychain_absent" });
    await expect(store.delete("a")).rejects.toMatchObject({ code: "keychain_absent" });
    await expect(store.set("a", "record")).rejects.toMatchObject({ code: "keychain_absent" });
    await system.stop();
  },
);
