import { randomUUID } from "node:crypto";
import { Entry } from "@napi-rs/keyring";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenStoreContract } from "../../../src/store/contract.ts";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import { keychainParts, needs } from "../../setup/system-parts.ts";
import { SecretService } from "./secret-service.ts";

describe("a real keychain", needs(...keychainParts), () => {
  let system: SecretService;
  let service: string;

  beforeAll(async () => {
    system = await SecretService.startForThisProcess();
    await system.unlock("right");
    service = `slashpass-test-${randomUUID()}`;
  });
  afterAll(() => system.stop());

  it.each(tokenStoreContract)("$title", (rule) => rule.check(keychainTokenStore({ service })));

  it("stores a record that the system's own tool can find", async () => {
    await keychainTokenStore({ service }).set("discord.com/1", "the-record");
    const found = await system.search(service);
    expect(found).toContain("secret = the-record");
    expect(found).toContain("attribute.username = discord.com/1");
  });

  it("shares its items with @napi-rs/keyring", async () => {
    const store = keychainTokenStore({ service });
    const entry = (account: string) => new Entry(service, account, { linux: { store: "secret-service" } });
    entry("earlier").setPassword("kept earlier");
    expect(await store.get("earlier")).toBe("kept earlier");
    await store.set("earlier", "kept now");
    await store.set("new", "ours");
    expect([entry("earlier").getPassword(), entry("new").getPassword()]).toEqual(["kept now", "ours"]);
    expect([await store.delete("earlier"), await store.delete("new")]).toEqual([true, true]);
    expect([entry("earlier").getPassword(), entry("new").getPassword()]).toEqual([null, null]);
  });

  it("tolerates other programs' items with the same name", async () => {
    const duplicated = `${service}-duplicates`;
    const store = keychainTokenStore({ service: duplicated });
    const record = '{"v":1,"a":"an-access-token"}';
    await store.set("a", record);
    const attributes = ["service", duplicated, "username", "a", "application"];
    await system.store("copy of the record", record, [...attributes, "copy"]);
    await system.store("foreign", "another secret", [...attributes, "x"]);
    expect(await store.get("a")).toBe(record);
    await store.set("a", `${record} `);
    expect(await keychainTokenStore({ service: duplicated }).get("a")).toBe(`${record} `);
    const remaining: number[] = [];
    expect(await store.delete("a", (count) => remaining.push(count))).toBe(true);
    expect(remaining).toEqual([1]);
    const found = await system.search(duplicated);
    expect(found.match(/^secret = .*$/gm)).toEqual(["secret = another secret"]);
  });

  it("never sends an unencrypted record over the bus", async () => {
    const recording = await system.record();
    const store = keychainTokenStore({ service });
    await store.set("recorded", "the-recorded-record");
    expect(await store.get("recorded")).toBe("the-recorded-record");
    const messages = await recording();
    expect(messages).toContain("recorded");
    expect(messages).not.toContain("the-recorded-record");
    await store.delete("recorded");
  });

  it("leaves nothing behind after a long record is deleted", async () => {
    const store = keychainTokenStore({ service: `${service}-long` });
    await store.set("a", "x".repeat(10_000));
    await store.set("a", "y".repeat(20_000));
    expect(await system.search(`${service}-long`)).toContain("attribute.username = a#b12");
    await store.delete("a");
    expect(await system.search(`${service}-long`)).toBe("");
  });

  it("does not block the event loop while its service does not respond", async () => {
    const thaw = await system.freeze();
    let answered = false;
    const record = keychainTokenStore({ service })
      .get("discord.com/1")
      .finally(() => (answered = true));
    for (let turn = 0; turn < 100; turn++) {
      await new Promise(setImmediate);
    }
    expect(answered).toBe(false);
    thaw();
    expect(await record).toBe("the-record");
  });

  it("reports that it is locked after its service is killed and works again once unlocked", async () => {
    const store = keychainTokenStore({ service });
    await store.set("discord.com/1", "kept");
    await system.kill();
    for (const operation of [
      () => store.get("discord.com/1"),
      () => store.set("discord.com/1", "new"),
      () => store.delete("discord.com/1"),
      () => store.probe(),
    ]) {
      await expect(operation()).rejects.toMatchObject({ type: 4, code: "keychain_locked", retryable: true });
    }
    await system.unlock("right");
    expect(await store.get("discord.com/1")).toBe("kept");
  });
});
