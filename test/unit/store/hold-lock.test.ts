import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { cases } from "../../setup/cases.ts";
import { deadSocket, listenAt } from "../../setup/lock-sockets.ts";
import { needs } from "../../setup/system-parts.ts";
import { clearLeftovers, holdLock, LockClaim } from "../../../src/store/hold-lock.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { once } from "node:events";
import { connect } from "node:net";
import { asPlatform } from "../../setup/as-platform.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const folder = ownRuntimeFolder();

const done = () => Promise.resolve("done");

it("holds locks with different names independently", async () => {
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

it("reports an unusable directory", async () => {
  const file = join(folder(), "slashpass");
  writeFileSync(file, "");
  const failed = holdLock("name", () => Promise.resolve());
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow(file);
});

it("rejects with `lock_failed` if the system repeatedly refuses a free lock", async () => {
  const refused = vi.spyOn(LockClaim.prototype, "takeTo").mockResolvedValue(false);
  onTestFinished(() => refused.mockRestore());
  const failed = holdLock("name", done);
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow("the system does not allow it");
  expect(readdirSync(join(folder(), "slashpass"))).toEqual([]);
});

describe("leftovers of killed processes", needs("a POSIX system"), () => {
  const hour = 3_600;
  const longAgo = Date.now() / 1_000 - hour;

  it("are removed by the next process (claims, locks and directories without a socket)", async () => {
    const root = join(folder(), "slashpass");
    mkdirSync(root, { mode: 0o700 });
    const leftovers = [join(root, "a".repeat(12)), join(root, "b".repeat(16)), join(root, "c".repeat(12))];
    await deadSocket(leftovers[0] as string, "0123456789ab");
    await deadSocket(leftovers[1] as string, "0123456789ab");
    mkdirSync(leftovers[2] as string);
    for (const lockPath of leftovers) utimesSync(lockPath, longAgo, longAgo);
    await holdLock("name", done);
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("lock claims", () => {
  let root: string;
  let lockPath: string;
  beforeEach(() => {
    root = temporaryFolder();
    lockPath = join(root, "lock");
  });

  describe("LockClaim", needs("a POSIX system"), () => {
    it("forgets closed connections", async () => {
      const claim = await LockClaim.prepare(root);
      const [token] = readdirSync(root) as [string];
      const waiting = connect(join(root, token, token));
      await once(waiting, "connect");
      waiting.destroy();
      await once(waiting, "close");
      await claim.release();
      expect(readdirSync(root)).toEqual([]);
    });

    it.each([
      ["ENOENT", () => join(root, "missing", "lock")],
      ["ENOTDIR", () => (writeFileSync(join(root, "file"), ""), join(root, "file"))],
    ])("fails if the system refuses with %s but can still be released", async (code, at) => {
      const claim = await LockClaim.prepare(root);
      await expect(claim.takeTo(at())).rejects.toMatchObject({ code });
      await claim.release();
      expect(readdirSync(root).filter((name) => name !== "file")).toEqual([]);
    });

    it("does not become the lock after another process has removed its socket", async () => {
      const claim = await LockClaim.prepare(root);
      const [token] = readdirSync(root) as [string];
      rmSync(join(root, token, token));
      await expect(claim.takeTo(lockPath)).rejects.toMatchObject({ code: "ENOENT" });
      await claim.release();
      expect(readdirSync(root)).toEqual([]);
    });
  });

  describe("LockClaim with sockets outside its directory", needs("a POSIX system"), () => {
    afterEach(() => {
      vi.doUnmock("../../../src/store/lock-holder.ts");
    });

    /** Returns claims whose sockets are outside their directory, like Windows pipes. */
    async function claimsWithPipesIn(pipes: string): Promise<typeof LockClaim> {
      vi.doMock(import("../../../src/store/lock-holder.ts"), async (original) => ({
        ...(await original()),
        endpoint: (_folder: string, token: string) => join(pipes, token),
        atSocketPath: (path, use) => use(path),
      }));
      loadModulesAnew();
      return (await import("../../../src/store/hold-lock.ts")).LockClaim;
    }

    it("creates a placeholder file on Windows so that its directory is not empty", async () => {
      asPlatform("win32");
      const pipes = temporaryFolder();
      const Claims = await claimsWithPipesIn(pipes);
      const [first, second] = [await Claims.prepare(root), await Claims.prepare(root)];
      expect(readdirSync(pipes)).toHaveLength(2);
      expect([await first.takeTo(lockPath), await second.takeTo(lockPath)]).toEqual([true, false]);
      expect(readdirSync(pipes)).toContain(readdirSync(lockPath)[0]);
      await first.release();
      await second.release();
      expect([readdirSync(root), readdirSync(pipes)]).toEqual([[], []]);
    });

    it("leaves nothing behind if it cannot listen", async () => {
      const Claims = await claimsWithPipesIn(join(root, "missing"));
      mkdirSync(join(root, "locks"));
      await expect(Claims.prepare(join(root, "locks"))).rejects.toHaveProperty("code");
      expect(readdirSync(join(root, "locks"))).toEqual([]);
    });
  });
});

const longAgo = Date.now() / 1_000 - 3_600;
const token = "0123456789ab";
const claim = "a".repeat(12);
const lock = "b".repeat(16);

function makeOld(...path: string[]): void {
  utimesSync(join(...path), longAgo, longAgo);
}

describe("clearLeftovers", needs("a POSIX system"), () => {
  it.each(["discord-1", "a".repeat(13), "A".repeat(12), `${lock}.stamp`])(
    "keeps entries whose names are not lock names: %s",
    async (name) => {
      const root = temporaryFolder();
      mkdirSync(join(root, name));
      makeOld(root, name);
      await clearLeftovers(root);
      expect(readdirSync(root)).toEqual([name]);
    },
  );

  it("keeps new entries because their creators may not be listening yet", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, claim));
    await clearLeftovers(root);
    expect(readdirSync(root)).toEqual([claim]);
  });

  it("keeps a lock that is in use, regardless of its age", async () => {
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

  it("removes leftovers only once per process", async () => {
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
