import { expect, it } from "vitest";
import type { PlayerStore, Taken } from "../../src/server/player-store.ts";
import { maxSessions } from "../../src/server/player-store.ts";

const hour = 3_600_000;
const long = { dueMs: hour, remainingMs: 2 * hour };
const due = { dueMs: 0, remainingMs: hour };
let accounts = 0;
const newAccount = (): string => `1234567890123456789:${++accounts}`;

function fenceOf(taken: Taken): number {
  expect(taken.state).toBe("leased");
  return (taken as Taken & { state: "leased" }).fence;
}

function versionOf(taken: Taken): number {
  return (taken as Taken & { state: "fresh" }).version;
}

/**
 * Defines the tests that every player store must pass, using two instances of a fleet.
 *
 * @param instances - returns two stores that share their data.
 */
export function itKeepsPlayers(instances: () => readonly [PlayerStore, PlayerStore]): void {
  /** Stores an expired record that the first instance renews. */
  async function leased() {
    const [one, other] = instances();
    const account = newAccount();
    await one.put(account, "old", due);
    return { one, other, account, fence: fenceOf(await one.take(account)) };
  }

  it("returns no record for a player who never signed in", async () => {
    expect(await instances()[0].take(newAccount())).toEqual({ state: "none" });
  });

  it("returns the record that the other instance stored", async () => {
    const [one, other] = instances();
    const account = newAccount();
    expect(await one.put(account, "record", long)).toEqual({ isReplicated: true });
    const taken = await other.take(account);
    expect(taken).toMatchObject({ state: "fresh", record: "record" });
    const { remainingMs } = taken as { remainingMs: number };
    expect(remainingMs).toBeGreaterThan(hour);
    expect(remainingMs).toBeLessThanOrEqual(2 * hour);
  });

  it("stores a record whose token never expires", async () => {
    const [one] = instances();
    const account = newAccount();
    await one.put(account, "record", { dueMs: undefined, remainingMs: undefined });
    expect(await one.take(account)).toMatchObject({ state: "fresh", remainingMs: undefined });
  });

  it("lets only one instance at a time renew an expired record", async () => {
    const { one, other, account, fence } = await leased();
    expect(await other.take(account)).toMatchObject({ state: "busy", record: "old" });
    expect(await one.write(account, fence, "new", long)).toEqual({ isStored: true, isReplicated: true });
    expect(await other.take(account)).toMatchObject({ state: "fresh", record: "new", version: fence });
  });

  it("accepts the same write twice, because a driver may repeat it", async () => {
    const { one, account, fence } = await leased();
    await one.write(account, fence, "new", long);
    expect(await one.write(account, fence, "new", long)).toMatchObject({ isStored: true });
  });

  it("lets the other instance renew after the first releases its lease", async () => {
    const { one, other, account, fence } = await leased();
    await one.release(account, fence);
    const next = fenceOf(await other.take(account));
    expect(next).toBeGreaterThan(fence);
    // A late release does not end another lease.
    await one.release(account, fence);
    expect((await one.take(account)).state).toBe("busy");
  });

  it("rejects a delayed write if a later one has succeeded", async () => {
    const { one, other, account, fence: early } = await leased();
    await one.release(account, early);
    const late = fenceOf(await other.take(account));
    await other.write(account, late, "new", long);
    const refused = await one.write(account, early, "older", long);
    expect(refused).toEqual({ isStored: false });
    expect(await one.take(account)).toMatchObject({ record: "new", version: late });
  });

  it("accepts a delayed write if no later one has succeeded, because it contains the newest token", async () => {
    const { one, other, account, fence: early } = await leased();
    await one.release(account, early);
    const late = fenceOf(await other.take(account));
    expect(await one.write(account, early, "new", due)).toMatchObject({ isStored: true });
    // The later lease is still held.
    expect((await one.take(account)).state).toBe("busy");
    expect(await other.write(account, late, "newest", long)).toMatchObject({ isStored: true });
  });

  it("lets only one instance renew a token that was rejected before its expiry", async () => {
    const [one, other] = instances();
    const account = newAccount();
    await one.put(account, "old", long);
    const version = versionOf(await one.take(account));
    const fence = fenceOf(await one.take(account, version));
    expect((await other.take(account, version)).state).toBe("busy");
    await one.write(account, fence, "new", long);
    expect(await other.take(account, version)).toMatchObject({ state: "fresh", record: "new" });
  });

  it("deletes a player and rejects writes under earlier leases", async () => {
    const { one, other, account, fence } = await leased();
    expect(await other.delete(account)).toBe(true);
    expect(await one.write(account, fence, "new", long)).toEqual({ isStored: false });
    await one.release(account, fence);
    expect(await one.take(account)).toEqual({ state: "ended" });
    expect(await other.delete(account)).toBe(false);
  });

  it("lets a deleted player sign in again and rejects writes under earlier leases", async () => {
    const { one, other, account, fence } = await leased();
    await other.delete(account);
    await other.put(account, "again", long);
    expect(await one.write(account, fence, "late", long)).toEqual({ isStored: false });
    expect(await one.take(account)).toMatchObject({ record: "again" });
  });

  it("deletes a record only if it has the specified version", async () => {
    const [one, other] = instances();
    const account = newAccount();
    await one.put(account, "old", due);
    await one.openSession(account, "s");
    const version = versionOf(await one.take(account));
    const newer = versionOf(await one.take(account)) + 1;
    await other.put(account, "again", long);
    expect(await one.delete(account, version)).toBe(false);
    expect(await one.take(account)).toMatchObject({ state: "fresh", record: "again" });
    expect(await one.useSession(account, "s", 1)).toMatchObject({ outcome: "rotated" });
    expect(await one.delete(newAccount(), newer)).toBe(false);
    expect(await one.delete(account, versionOf(await other.take(account)))).toBe(true);
    expect(await other.take(account)).toEqual({ state: "ended" });
    expect(await one.useSession(account, "s", 2)).toEqual({ outcome: "unknown" });
  });

  it("stores a renewed record even if the old one was lost", async () => {
    const [one, other] = instances();
    const account = newAccount();
    expect(await one.write(account, 7, "renewed", long)).toMatchObject({ isStored: true });
    expect(await other.take(account)).toMatchObject({ state: "fresh", record: "renewed" });
  });

  it("rotates a session's secret with each use on any instance", async () => {
    const [one, other] = instances();
    const account = newAccount();
    await one.openSession(account, "s");
    expect(await other.useSession(account, "s", 1)).toEqual({ outcome: "rotated", index: 2 });
    expect(await one.useSession(account, "s", 2)).toEqual({ outcome: "rotated", index: 3 });
  });

  it("repeats the response to a used secret until the next secret is used, because the response may have been lost", async () => {
    const [one, other] = instances();
    const account = newAccount();
    await one.openSession(account, "s");
    await one.useSession(account, "s", 1);
    expect(await other.useSession(account, "s", 1)).toEqual({ outcome: "repeated", index: 2 });
    expect(await one.useSession(account, "s", 2)).toEqual({ outcome: "rotated", index: 3 });
  });

  it("ends a session if a secret is reused after its successor", async () => {
    const [one, other] = instances();
    const account = newAccount();
    await one.openSession(account, "s");
    await one.openSession(account, "t");
    await one.useSession(account, "s", 1);
    await one.useSession(account, "s", 2);
    expect(await other.useSession(account, "s", 1)).toEqual({ outcome: "reused" });
    expect(await one.useSession(account, "s", 3)).toEqual({ outcome: "unknown" });
    expect(await one.useSession(account, "t", 1)).toMatchObject({ outcome: "rotated" });
  });

  it("accepts a secret newer than the stored one, because a failover may lose a write", async () => {
    const [one] = instances();
    const account = newAccount();
    await one.openSession(account, "s");
    expect(await one.useSession(account, "s", 5)).toEqual({ outcome: "rotated", index: 6 });
  });

  it("limits a player's sessions and ends the least recently used one", async () => {
    const [one] = instances();
    const account = newAccount();
    for (let number = 0; number < maxSessions; number++) await one.openSession(account, `s${number}`);
    await one.useSession(account, "s0", 1);
    await one.openSession(account, "new");
    const uses = await Promise.all(["s0", "new"].map((name) => one.useSession(account, name, 9)));
    expect(uses.map(({ outcome }) => outcome)).toEqual(["rotated", "rotated"]);
    const known = Array.from({ length: maxSessions }, (_, number) =>
      one.useSession(account, `s${number}`, 9),
    );
    const unknown = (await Promise.all(known)).filter(({ outcome }) => outcome === "unknown");
    expect(unknown).toHaveLength(1);
  });

  it("deletes a player's sessions together with the player", async () => {
    const [one, other] = instances();
    const account = newAccount();
    await one.put(account, "record", long);
    await one.openSession(account, "s");
    await other.delete(account);
    expect(await one.useSession(account, "s", 1)).toEqual({ outcome: "unknown" });
    expect(await one.useSession(newAccount(), "s", 1)).toEqual({ outcome: "unknown" });
  });

  it("shares its counters between all instances", async () => {
    const [one, other] = instances();
    const name = newAccount();
    const counts = [await one.count(name), await other.count(name), await one.count(`${name}x`)];
    expect(counts).toEqual([1, 2, 1]);
  });

  it("verifies the other instance's signatures", () => {
    const [one, other] = instances();
    const signature = one.sign("text");
    const known = [["text", signature] as const, ["other", signature] as const, ["text", "short"] as const];
    expect(known.map(([text, given]) => other.verify(text, given))).toEqual([true, false, false]);
  });
}
