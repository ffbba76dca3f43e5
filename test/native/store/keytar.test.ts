import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenStoreContract } from "../../../src/store/contract.ts";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import { bundle } from "../../setup/bundle.ts";
import { outputOf } from "../../setup/child-process.ts";
import { keytarParts, needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { loadRealKeytar, type RealKeytar } from "./real-keytar.ts";
import { SecretService } from "./secret-service.ts";

const lockedProgram = fileURLToPath(new URL("keytar-locked.mjs", import.meta.url));

describe("the real keytar", needs(...keytarParts), () => {
  let system: SecretService;
  let real: RealKeytar;

  beforeAll(async () => {
    real = await loadRealKeytar();
    system = await SecretService.startForThisProcess();
    await system.unlock("right");
  }, 120_000);
  afterAll(() => system.stop());

  it.each(tokenStoreContract)("$title", (rule) => rule.check(keychainTokenStore({ keytar: real.keytar })));

  it("stores a record that the system's own tool can find", async () => {
    const store = keychainTokenStore({ service: "slashpass-keytar", keytar: real.keytar });
    await store.set("discord.com/1", "the-record");
    expect(await system.search("slashpass-keytar")).toContain("secret = the-record");
  });

  // Runs in a separate process, because keytar keeps using the first bus that it connected to.
  it("reports a locked keychain", async () => {
    const store = await bundle("store/own-stores.ts", temporaryFolder());
    const locked = await SecretService.start();
    await locked.unlock("right");
    await locked.unlock("wrong");
    const printed = await outputOf(process.execPath, [lockedProgram, real.path, store], {
      env: locked.environment,
    });
    await locked.stop();
    const failures = printed.trim().split("\n");
    expect(failures.map((line) => JSON.parse(line) as unknown)).toEqual(
      Array(3).fill(expect.objectContaining({ type: 4, code: "keychain_locked", retryable: true })),
    );
  });

  it("reports that the service has exited and does not reconnect to it", async () => {
    const store = keychainTokenStore({ service: "slashpass-keytar", keytar: real.keytar });
    await system.kill();
    await expect(store.get("discord.com/1")).rejects.toMatchObject({ type: 4, code: "keychain_absent" });
  });
});
