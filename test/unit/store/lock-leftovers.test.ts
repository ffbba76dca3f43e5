import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clearLeftovers } from "../../../src/store/hold-lock.ts";
import { deadSocket, listenAt } from "../../setup/lock-sockets.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const longAgo = Date.now() / 1_000 - 3_600;
const token = "0123456789ab";
const claim = "a".repeat(12);
const lock = "b".repeat(16);

function makeOld(...path: string[]): void {
  utimesSync(join(...path), longAgo, longAgo);
}

describe("clearLeftovers", needs("a POSIX system"), () => {
  it.each([
    ["a claim", claim],
    ["a lock", lock],
  ])("removes %s of a dead process", async (_, name) => {
    const root = temporaryFolder();
    await deadSocket(join(root, name), token);
    makeOld(root, name);
    await clearLeftovers(root);
    expect(readdirSync(root)).toEqual([]);
  });

  it("removes a lock without a socket", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, lock));
    makeOld(root, lock);
    await clearLeftovers(root);
    expect(readdirSync(root)).toEqual([]);
  });

  it.each(["discord-1", "a".repeat(13), "A".repeat(12), `${lock}.stamp`])(
    "keeps names that are not locks: %s",
    async (name) => {
      const root = temporaryFolder();
      mkdirSync(join(root, name));
      makeOld(root, name);
      await clearLeftovers(root);
      expect(readdirSync(root)).toEqual([name]);
    },
  );

  it("keeps new entries, whose creator may not listen yet", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, claim));
    await clearLeftovers(root);
    expect(readdirSync(root)).toEqual([claim]);
  });

  it("keeps a lock in use at any age", async () => {
    const root = temporaryFolder();
    await listenAt(join(root, lock), token);
    makeOld(root, lock);
    await clearLeftovers(root);
    expect(readdirSync(join(root, lock))).toEqual([token]);
  });

  it("continues after an entry that cannot be removed", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, claim), "a file");
    makeOld(root, claim);
    mkdirSync(join(root, lock));
    makeOld(root, lock);
    await clearLeftovers(root);
    expect(readdirSync(root)).toEqual([claim]);
  });

  it("runs once per process", async () => {
    const root = temporaryFolder();
    await clearLeftovers(root);
    mkdirSync(join(root, lock));
    makeOld(root, lock);
    await clearLeftovers(root);
    expect(readdirSync(root)).toEqual([lock]);
  });
});

it("ignores a missing directory", async () => {
  await expect(clearLeftovers(join(temporaryFolder(), "missing"))).resolves.toBeUndefined();
});
