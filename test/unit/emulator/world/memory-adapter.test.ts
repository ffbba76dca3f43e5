import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryStorage } from "../../../../src/emulator/world/memory-adapter.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe("a record of the authorization server", () => {
  it("is found by its id and what it is known by, until its time is over", async () => {
    const sessions = new MemoryStorage().adapter("Session");
    const payload = { uid: "u", userCode: "c" };
    await sessions.upsert("id", payload, 60);
    const everyWay = () =>
      Promise.all([sessions.find("id"), sessions.findByUid("u"), sessions.findByUserCode("c")]);
    expect(await everyWay()).toEqual([payload, payload, payload]);
    vi.advanceTimersByTime(60_000);
    expect(await everyWay()).toEqual([undefined, undefined, undefined]);
  });

  it("without a time stays", async () => {
    const sessions = new MemoryStorage().adapter("Session");
    await sessions.upsert("id", {});
    vi.advanceTimersByTime(1e12);
    expect(await sessions.find("id")).toEqual({});
    expect(await sessions.find("unknown")).toBeUndefined();
    expect(await sessions.findByUid("unknown")).toBeUndefined();
  });

  it("is marked once it is used, and gone once it is destroyed", async () => {
    const codes = new MemoryStorage().adapter("AuthorizationCode");
    await codes.upsert("id", {});
    await codes.consume("id");
    await codes.consume("unknown");
    expect(await codes.find("id")).toEqual({ consumed: 1_000_000_000 });
    await codes.destroy("id");
    expect(await codes.find("id")).toBeUndefined();
  });

  it("goes with its grant", async () => {
    const tokens = new MemoryStorage().adapter("AccessToken");
    await tokens.upsert("one", { grantId: "g" });
    await tokens.upsert("other", { grantId: "h" });
    await tokens.revokeByGrantId("g");
    expect([await tokens.find("one"), await tokens.find("other")]).toEqual([undefined, { grantId: "h" }]);
  });
});

describe("revocation", () => {
  const granted = { accountId: "player", clientId: "game" };

  it("forgets what a player granted one application, and its tokens, and nothing else", async () => {
    const storage = new MemoryStorage();
    const [grants, tokens] = [storage.adapter("Grant"), storage.adapter("AccessToken")];
    await grants.upsert("gone", granted);
    await grants.upsert("other-player", { ...granted, accountId: "else" });
    await grants.upsert("other-game", { ...granted, clientId: "else" });
    await tokens.upsert("gone-token", { grantId: "gone" });
    await tokens.upsert("kept-token", { grantId: "other-game" });
    await tokens.upsert("without-grant", {});
    storage.revoke("player", "game");
    const left = ["gone", "other-player", "other-game"].map(
      async (id) => (await grants.find(id)) !== undefined,
    );
    expect(await Promise.all(left)).toEqual([false, true, true]);
    const alive = ["gone-token", "kept-token", "without-grant"].map(
      async (id) => (await tokens.find(id)) !== undefined,
    );
    expect(await Promise.all(alive)).toEqual([false, true, true]);
  });

  it("before anything was granted does nothing", async () => {
    const storage = new MemoryStorage();
    await storage.adapter("Session").upsert("id", {});
    storage.revoke("player", "game");
    expect(await storage.adapter("Session").find("id")).toEqual({});
  });
});
