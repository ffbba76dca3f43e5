import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cases } from "../../setup/cases.ts";
import { deadSocket } from "../../setup/lock-sockets.ts";
import { needs } from "../../setup/system-parts.ts";
import { LockClaim } from "../../../src/store/hold-lock.ts";
import { holdLock } from "../../../src/store/hold-lock.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const folder = ownRuntimeFolder();

const done = () => Promise.resolve("done");

it("holds different names independently", async () => {
  const inner = holdLock("one", () => holdLock("two", () => Promise.resolve("both")));
  expect(await inner).toBe("both");
});

it("leaves no files after locking, waiting, failing and aborting", async () => {
  const name = randomUUID();
  const abort = new AbortController();
  await holdLock(name, async () => {
    const waiting = [
      holdLock(name, () => Promise.resolve()),
      holdLock(name, () => Promise.reject(new Error("on purpose"))),
      holdLock(name, () => Promise.resolve(), abort.signal),
    ];
    abort.abort();
    await expect(waiting[2]).rejects.toMatchObject({ code: "aborted" });
    void Promise.allSettled(waiting);
  });
  await holdLock(name, () => Promise.resolve());
  await expect.poll(() => readdirSync(join(folder(), "slashpass"))).toEqual([]);
});

it("serializes up to a hundred callers", async () => {
  const name = randomUUID();
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise(setImmediate);
    inside--;
  };
  await Promise.all(Array.from({ length: cases(100) }, () => holdLock(name, work)));
  expect([most, inside]).toEqual([1, 0]);
});

it("names an unusable directory", async () => {
  const file = join(folder(), "slashpass");
  writeFileSync(file, "");
  const failed = holdLock("name", () => Promise.resolve());
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow(file);
});

it("rejects with `lock_failed` if the system keeps refusing a free place", async () => {
  const refused = vi.spyOn(LockClaim.prototype, "takeTo").mockResolvedValue(false);
  onTestFinished(() => refused.mockRestore());
  const failed = holdLock("name", done);
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow("the system refuses it");
  expect(readdirSync(join(folder(), "slashpass"))).toEqual([]);
});

it("leaves nothing behind if the signal throws", async () => {
  await holdLock("name", async () => {
    const signal = new AbortController().signal;
    signal.addEventListener = () => {
      throw new Error("on purpose");
    };
    await expect(holdLock("name", done, signal)).rejects.toMatchObject({ code: "lock_failed" });
  });
  await expect.poll(() => readdirSync(join(folder(), "slashpass"))).toEqual([]);
});

describe("leftovers of killed processes", needs("a POSIX system"), () => {
  const hour = 3_600;
  const longAgo = Date.now() / 1_000 - hour;

  it("are removed by the next process: claims, locks, and directories without a socket", async () => {
    const root = join(folder(), "slashpass");
    mkdirSync(root, { mode: 0o700 });
    const left = [join(root, "a".repeat(12)), join(root, "b".repeat(16)), join(root, "c".repeat(12))];
    await deadSocket(left[0] as string, "0123456789ab");
    await deadSocket(left[1] as string, "0123456789ab");
    mkdirSync(left[2] as string);
    for (const place of left) utimesSync(place, longAgo, longAgo);
    await holdLock("name", done);
    expect(readdirSync(root)).toEqual([]);
  });

  it("are kept if they are new, in use, or not a lock", async () => {
    const root = join(folder(), "slashpass");
    const young = "a".repeat(12);
    mkdirSync(join(root, young), { recursive: true, mode: 0o700 });
    mkdirSync(join(root, "discord-1"));
    utimesSync(join(root, "discord-1"), longAgo, longAgo);
    writeFileSync(join(root, "0123456789abcdef.stamp"), "");
    await holdLock("held", async () => {
      const held = readdirSync(root).filter((name) => name.length === 16);
      utimesSync(join(root, held[0] as string), longAgo, longAgo);
      loadModulesAnew();
      const another = await import("../../../src/store/hold-lock.ts");
      await another.holdLock("other", done);
      expect(readdirSync(root).sort()).toEqual(
        ["0123456789abcdef.stamp", young, "discord-1", ...held].sort(),
      );
    });
  });
});
