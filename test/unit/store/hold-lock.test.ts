import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cases } from "../../setup/cases.ts";
import { deadSocket } from "../../setup/lock-sockets.ts";
import { needs } from "../../setup/system-parts.ts";
import { LockClaim } from "../../../src/store/lock-claim.ts";
import { holdLock } from "../../../src/store/hold-lock.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const folder = ownRuntimeFolder();

const done = () => Promise.resolve("done");

it("Two names do not wait for each other", async () => {
  const inner = holdLock("one", () => holdLock("two", () => Promise.resolve("both")));
  expect(await inner).toBe("both");
});

it("Nothing is left behind by those who took, waited, failed or gave up", async () => {
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

it("Up to a hundred callers work one after the other", async () => {
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

it("A folder that cannot be used is named", async () => {
  const file = join(folder(), "slashpass");
  writeFileSync(file, "");
  const failed = holdLock("name", () => Promise.resolve());
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow(file);
});

it("A system that refuses the place although nobody is there is taken at its word in the end", async () => {
  const refused = vi.spyOn(LockClaim.prototype, "takeTo").mockResolvedValue(false);
  onTestFinished(() => refused.mockRestore());
  const failed = holdLock("name", done);
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow("the system refuses it");
  expect(readdirSync(join(folder(), "slashpass"))).toEqual([]);
});

it("A signal that throws leaves nothing behind that could end the process when the holder hangs up", async () => {
  await holdLock("name", async () => {
    const signal = new AbortController().signal;
    signal.addEventListener = () => {
      throw new Error("on purpose");
    };
    await expect(holdLock("name", done, signal)).rejects.toMatchObject({ code: "lock_failed" });
  });
  await expect.poll(() => readdirSync(join(folder(), "slashpass"))).toEqual([]);
});

describe("What killed processes left", needs("a POSIX system"), () => {
  const hour = 3_600;
  const longAgo = Date.now() / 1_000 - hour;

  it("is removed by the next process, whatever lock it takes: claims, locks, and folders without a socket", async () => {
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

  it("is left alone while it is young, is somebody's, or is not a lock", async () => {
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
