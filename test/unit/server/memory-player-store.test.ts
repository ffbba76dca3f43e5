import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { leaseMs, lostAnswerMs, sessionLifetimeMs } from "../../../src/server/player-store.ts";
import { itKeepsPlayers } from "../../setup/player-store-contract.ts";

describe("a memory store", () => {
  const store = memoryPlayerStore();
  itKeepsPlayers(() => [store, store]);
});

describe("a memory store as time passes", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("releases a lease when it ends", async () => {
    const store = memoryPlayerStore();
    await store.put("a", "old", { dueMs: 0, remainingMs: 0 });
    await store.take("a");
    vi.advanceTimersByTime(leaseMs - 1);
    expect((await store.take("a")).state).toBe("busy");
    vi.advanceTimersByTime(1);
    expect((await store.take("a")).state).toBe("leased");
  });

  it("stops repeating the response to a used secret after a while", async () => {
    const store = memoryPlayerStore();
    await store.openSession("a", "s");
    await store.useSession("a", "s", 1);
    vi.advanceTimersByTime(lostAnswerMs + 1);
    expect(await store.useSession("a", "s", 1)).toEqual({ outcome: "reused" });
  });

  it("does not revive expired leases and sessions if the system clock is set back by a day", async () => {
    const store = memoryPlayerStore();
    await store.put("a", "tokens", { dueMs: 1000, remainingMs: 60_000 });
    await store.openSession("a", "s");
    expect(await store.take("a")).toMatchObject({ state: "fresh" });
    vi.advanceTimersByTime(60_000);
    expect(await store.take("a")).toMatchObject({ state: "leased", remainingMs: 0 });
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(await store.take("a")).toMatchObject({ state: "busy", remainingMs: 0 });
    vi.advanceTimersByTime(86_400_000 + sessionLifetimeMs + 1);
    vi.setSystemTime(Date.now() - sessionLifetimeMs);
    expect(await store.useSession("a", "s", 1)).toEqual({ outcome: "unknown" });
  });

  it("resets a count after a minute", async () => {
    const store = memoryPlayerStore();
    await store.count("a");
    vi.advanceTimersByTime(60_000);
    expect(await store.count("a")).toBe(1);
  });
});
