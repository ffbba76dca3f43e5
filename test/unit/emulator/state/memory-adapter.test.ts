import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { MemoryStorage, DevicePolls } from "../../../../src/emulator/state/memory-adapter.ts";

let clock: Clock;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000_000 });
  clock = new Clock();
});
afterEach(() => void vi.useRealTimers());

describe("an authorization server record", () => {
  it("is found by its id and other keys until it expires", async () => {
    const sessions = new MemoryStorage(clock).adapter("Session");
    const payload = { uid: "u", userCode: "c" };
    await sessions.upsert("id", payload, 60);
    const findAll = () =>
      Promise.all([sessions.find("id"), sessions.findByUid("u"), sessions.findByUserCode("c")]);
    expect(await findAll()).toEqual([payload, payload, payload]);
    clock.advance(60_000);
    expect(await findAll()).toEqual([undefined, undefined, undefined]);
  });

  it("is kept indefinitely if it has no expiry", async () => {
    const sessions = new MemoryStorage(clock).adapter("Session");
    await sessions.upsert("id", {});
    clock.advance(1e12);
    expect(await sessions.find("id")).toEqual({});
    expect(await sessions.find("unknown")).toBeUndefined();
    expect(await sessions.findByUid("unknown")).toBeUndefined();
  });

  it("is marked when used and removed when destroyed", async () => {
    const codes = new MemoryStorage(clock).adapter("AuthorizationCode");
    await codes.upsert("id", {});
    await codes.consume("id");
    await codes.consume("unknown");
    expect(await codes.find("id")).toEqual({ consumed: 1_000_000_000 });
    await codes.destroy("id");
    expect(await codes.find("id")).toBeUndefined();
  });

  it("is saved only if it is among the newest 200 of its kind, to limit the file size", async () => {
    const storage = new MemoryStorage(clock);
    for (let number = 0; number < 1_000; number += 1) {
      await storage.adapter("AccessToken").upsert(`token ${number}`, { accountId: "1" });
      await storage.adapter("Grant").upsert(`grant ${number}`, { accountId: "1" });
    }
    const saved = storage.save();
    expect(saved).toHaveLength(400);
    expect(saved.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["token 800", "token 999", "grant 999"]),
    );
    expect(await storage.adapter("AccessToken").find("token 0")).toBeDefined();
  });

  it("is removed with its grant", async () => {
    const tokens = new MemoryStorage(clock).adapter("AccessToken");
    await tokens.upsert("one", { grantId: "g" });
    await tokens.upsert("other", { grantId: "h" });
    await tokens.revokeByGrantId("g");
    expect([await tokens.find("one"), await tokens.find("other")]).toEqual([undefined, { grantId: "h" }]);
  });
});

describe("records whose times the authorization server compares with the machine's clock", () => {
  const seconds = 1_000_000_000;

  it("are returned with shifted times after the emulator's clock is advanced", async () => {
    const tokens = new MemoryStorage(clock).adapter("AccessToken");
    await tokens.upsert("id", { iat: seconds, exp: seconds + 60, accountId: "player" }, 60);
    clock.advance(40_000);
    const found = { iat: seconds - 40, exp: seconds + 20, accountId: "player" };
    expect(await tokens.find("id")).toEqual(found);
    await tokens.upsert("id", { ...found, exp: undefined });
    expect(await tokens.find("id")).toEqual({ ...found, exp: undefined });
  });

  it("are returned after expiry if they contain their expiry time", async () => {
    const codes = new MemoryStorage(clock).adapter("DeviceCode");
    await codes.upsert("id", { exp: seconds + 60 }, 60);
    clock.advance(90_000);
    expect(await codes.find("id")).toEqual({ exp: seconds - 30 });
  });

  it("expire sooner if the machine's clock is ahead", async () => {
    const tokens = new MemoryStorage(clock).adapter("AccessToken");
    await tokens.upsert("id", {}, 60);
    expect(await clock.skewed(61_000, () => tokens.find("id"))).toBeUndefined();
    expect(await tokens.find("id")).toEqual({});
  });
});

describe("grants", () => {
  const granted = { accountId: "player", clientId: "game" };

  it("are revoked, together with their tokens, for only one player and application", async () => {
    const storage = new MemoryStorage(clock);
    const [grants, tokens] = [storage.adapter("Grant"), storage.adapter("AccessToken")];
    await grants.upsert("gone", granted);
    await grants.upsert("other-player", { ...granted, accountId: "else" });
    await grants.upsert("other-game", { ...granted, clientId: "else" });
    await tokens.upsert("gone-token", { grantId: "gone" });
    await tokens.upsert("kept-token", { grantId: "other-game" });
    await tokens.upsert("without-grant", {});
    const isGranted = () => [storage.hasGrant("player", "game"), storage.hasGrant("player", "other")];
    expect(isGranted()).toEqual([true, false]);
    storage.revoke("player", "game");
    expect(isGranted()).toEqual([false, false]);
    const find = (ids: readonly string[], of: typeof grants) => Promise.all(ids.map((id) => of.find(id)));
    const [gone, kept] = [undefined, expect.anything()];
    expect(await find(["gone", "other-player", "other-game"], grants)).toEqual([gone, kept, kept]);
    expect(await find(["gone-token", "kept-token", "without-grant"], tokens)).toEqual([gone, kept, kept]);
  });

  it("keep their scopes until they expire", async () => {
    const storage = new MemoryStorage(clock);
    const grant = (id: string, scope: string, more: object = {}, seconds?: number) =>
      storage
        .adapter("Grant")
        .upsert(id, { accountId: "ada", clientId: "game", openid: { scope }, ...more }, seconds);
    await grant("g1", "identify guilds");
    await grant("g2", "email");
    await grant("g3", "voice", {}, 0);
    await grant("g4", "rpc", { accountId: "grace" });
    await storage.adapter("Grant").upsert("g5", { accountId: "ada", clientId: "game" });
    expect([...storage.grantedScopes("ada", "game")]).toEqual(["identify", "guilds", "email"]);
  });
});

describe("DevicePolls", () => {
  it("increases the interval by 5 seconds after an early poll", () => {
    let now = 0;
    const polls = new DevicePolls(5, () => now);
    expect(polls.isTooEarly("code")).toBe(false);
    now += 5_000;
    expect(polls.isTooEarly("code")).toBe(false);
    expect(polls.isTooEarly("another")).toBe(false);
    now += 1_000;
    expect(polls.isTooEarly("code")).toBe(true);
    now += 5_000;
    expect(polls.isTooEarly("code")).toBe(true);
    now += 15_000;
    expect(polls.isTooEarly("code")).toBe(false);
  });

  it("accepts every poll if the interval is shorter than the tolerance", () => {
    const polls = new DevicePolls(0.05, () => 0);
    expect([polls.isTooEarly("code"), polls.isTooEarly("code")]).toEqual([false, false]);
  });
});
