import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearDead, holderGone, removeHolder } from "../../../src/store/lock-holder.ts";
import { throwIfAborted } from "../../../src/store/hold-lock.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { beforeNextConnection, deadSocket, listenAt } from "../../setup/lock-sockets.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const token = "0123456789ab";
let place: string;
beforeEach(() => {
  place = join(temporaryFolder(), "lock");
});

/** A lock whose folder has in it what `make` makes. */
function leave(make: () => void): Promise<void> {
  mkdirSync(place);
  make();
  return Promise.resolve();
}

/** A socket that no system connects to, and that is not known to be dead: a link that leads to itself. */
function leaveEndlessLink(): Promise<void> {
  return leave(() => symlinkSync(token, join(place, token)));
}

describe("A lock that somebody waits for", needs("a POSIX system"), () => {
  it("was nobody's when there is none", async () => {
    expect(await holderGone(place, undefined)).toBe(false);
  });

  it("was nobody's when it has no socket, and is removed", async () => {
    mkdirSync(place);
    expect(await holderGone(place, undefined)).toBe(false);
    expect(existsSync(place)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["is dead", () => deadSocket(place, token)],
    ["left a plain file", () => leave(() => writeFileSync(join(place, token), ""))],
    ["left a link to nothing", () => leave(() => symlinkSync("missing", join(place, token)))],
  ])("is removed when its holder %s", async (_, make) => {
    await make();
    expect(await holderGone(place, undefined)).toBe(true);
    expect(existsSync(place)).toBe(false);
  });

  it("is left to its holder until that hangs up", async () => {
    const holder = await listenAt(place, token);
    const steps: string[] = [];
    const gone = holderGone(place, undefined).then((found) => steps.push(`gone: ${found}`));
    const [waiting] = (await once(holder, "connection")) as [Socket];
    await new Promise(setImmediate);
    steps.push("hangs up");
    waiting.destroy();
    await gone;
    expect(steps).toEqual(["hangs up", "gone: true"]);
    expect(readdirSync(place)).toEqual([token]);
  });

  it("is waited for no longer once the caller gives up, and stays its holder's", async () => {
    const holder = await listenAt(place, token);
    const abort = new AbortController();
    const gone = holderGone(place, abort.signal);
    const [waiting] = (await once(holder, "connection")) as [Socket];
    abort.abort();
    expect(await gone).toBe(true);
    await once(waiting.resume(), "close");
    expect(readdirSync(place)).toEqual([token]);
  });

  it("is not waited for by a caller who gave up before", async () => {
    await listenAt(place, token);
    expect(await holderGone(place, AbortSignal.abort())).toBe(true);
    expect(readdirSync(place)).toEqual([token]);
  });

  it("may be free when its holder lets go at the moment of the connection", async () => {
    const holder = await listenAt(place, token);
    beforeNextConnection(() => process.nextTick(() => holder.close()));
    expect(await holderGone(place, undefined)).toBe(true);
    expect(readdirSync(place)).toEqual([]);
  });

  it("is left to its holder when more wait for it than the system lets wait", needs("Linux"), async () => {
    await listenAt(place, token, 1);
    const refused: unknown[] = [];
    const others: Socket[] = [];
    beforeNextConnection(() => {
      for (let other = 0; other < 4; other++)
        others.push(connect(join(place, token)).on("error", (error) => refused.push(error)));
    });
    expect(await holderGone(place, undefined)).toBe(true);
    for (const other of others) other.destroy();
    expect(refused).toContainEqual(expect.objectContaining({ code: "EAGAIN" }));
    expect(readdirSync(place)).toEqual([token]);
  });

  it("that the system refuses otherwise is told, and is not removed", async () => {
    await leaveEndlessLink();
    const failed = holderGone(place, undefined);
    await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
    await expect(failed).rejects.toThrow(`${place} (ELOOP)`);
    expect(readdirSync(place)).toEqual([token]);
  });

  it("that is no folder is an error, and is not removed", async () => {
    writeFileSync(place, "");
    await expect(holderGone(place, undefined)).rejects.toMatchObject({ code: "ENOTDIR" });
    expect(existsSync(place)).toBe(true);
  });
});

describe("Clearing the dead", needs("a POSIX system"), () => {
  it.each<[string, () => Promise<unknown>]>([
    ["a dead holder", () => deadSocket(place, token)],
    ["nobody", () => leave(() => {})],
  ])("removes the lock of %s", async (_, make) => {
    await make();
    await clearDead(place);
    expect(existsSync(place)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["who lives", () => listenAt(place, token)],
    ["of whom the system tells nothing", leaveEndlessLink],
  ])("leaves the lock of a holder %s", async (_, make) => {
    await make();
    await clearDead(place);
    expect(readdirSync(place)).toEqual([token]);
  });
});

describe("Removing a holder", needs("a POSIX system"), () => {
  it("never removes the one who came after it", async () => {
    await listenAt(place, token);
    await removeHolder(place, "ba9876543210");
    expect(readdirSync(place)).toEqual([token]);
  });

  it("that is gone already is no failure", async () => {
    await removeHolder(place, token);
    expect(readdirSync(dirname(place))).toEqual([]);
  });
});

describe("A place that is being removed by another process", needs("a POSIX system"), () => {
  afterEach(() => {
    vi.doUnmock("node:fs/promises");
  });

  it.each<[NodeJS.Platform, string, boolean]>([
    ["linux", "ENOENT", true],
    ["linux", "EPERM", false],
    ["linux", "EBUSY", false],
    ["win32", "ENOENT", true],
    ["win32", "EPERM", true],
    ["win32", "EACCES", true],
    ["win32", "EBUSY", true],
    ["win32", "EIO", false],
  ])("on %s, where the system says %s, counts as free: %s", async (platform, code, isFree) => {
    asPlatform(platform);
    const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
    vi.doMock("node:fs/promises", () => ({ readdir: refuse, rmdir: refuse, rm: refuse }));
    loadModulesAnew();
    const holder = await import("../../../src/store/lock-holder.ts");
    const gone = holder.holderGone(place, undefined).catch((error: NodeJS.ErrnoException) => error.code);
    expect(await gone).toBe(isFree ? false : code);
  });
});

it("Who gave up is told so, and nobody else", () => {
  expect(() => throwIfAborted(AbortSignal.abort())).toThrow(expect.objectContaining({ code: "aborted" }));
  expect(() => throwIfAborted(new AbortController().signal)).not.toThrow();
  expect(() => throwIfAborted(undefined)).not.toThrow();
});
