import { describe, expect, it } from "vitest";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import { needs } from "../../setup/system-parts.ts";

// libdbus looks up the address once per process, so each system state has its own test file.
describe("without a keychain", needs("Linux"), () => {
  it("rejects every operation and stores nothing elsewhere", async () => {
    delete process.env["DBUS_SESSION_BUS_ADDRESS"];
    process.env["XDG_RUNTIME_DIR"] = "/nonexistent";
    const store = keychainTokenStore();
    for (const operation of [
      () => store.probe(),
      () => store.get("a"),
      () => store.set("a", "secret-record"),
      () => store.delete("a"),
    ]) {
      await expect(operation()).rejects.toMatchObject({ type: 4, code: "keychain_absent", retryable: false });
    }
  });
});
