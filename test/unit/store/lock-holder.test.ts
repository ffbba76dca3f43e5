import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  atSocketPath,
  clearDead,
  endpoint,
  hasHolderExited,
  removeHolder,
} from "../../../src/store/lock-holder.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { beforeNextConnection, deadSocket, listenAt } from "../../setup/lock-sockets.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { readFile } from "node:fs/promises";

const token = "0123456789ab";
let lockPath: string;
beforeEach(() => {
  lockPath = join(temporaryFolder(), "lock");
});

/** Creates a lock directory and calls `make` to fill it. */
function leave(make: () => void): Promise<void> {
  mkdirSync(lockPath);
  make();
  return Promise.resolve();
}

/** Creates a symbolic link that points to itself. Connecting to it fails, but that does not show that the holder has exited. */
function leaveEndlessLink(): Promise<void> {
  return leave(() => symlinkSync(token, join(lockPath, token)));
}

describe("hasHolderExited", needs("a POSIX system"), () => {
  it("returns false if there is no lock", async () => {
    expect(await hasHolderExited(lockPath, undefined)).toBe(false);
  });

  it("returns false and removes a lock without a socket", async () => {
    mkdirSync(lockPath);
    expect(await hasHolderExited(lockPath, undefined)).toBe(false);
    expect(existsSync(lockPath)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["has exited", () => deadSocket(lockPath, token)],
    ["left a plain file", () => leave(() => writeFileSync(join(lockPath, token), ""))],
    ["left a dangling link", () => leave(() => symlinkSync("missing", join(lockPath, token)))],
  ])("removes a lock if its holder %s", async (_, make) => {
    await make();
    expect(await hasHolderExited(lockPath, undefined)).toBe(true);
    expect(existsSync(lockPath)).toBe(false);
  });

  it("resolves when the holder closes the connection", async () => {
    const holder = await listenAt(lockPath, token);
    const steps: string[] = [];
    const exited = hasHolderExited(lockPath, undefined).then((found) => steps.push(`gone: ${found}`));
    const [waiting] = (await once(holder, "connection")) as [Socket];
    await new Promise(setImmediate);
    steps.push("hangs up");
    waiting.destroy();
    await exited;
    expect(steps).toEqual(["hangs up", "gone: true"]);
    expect(readdirSync(lockPath)).toEqual([token]);
  });

  it("resolves on abort and leaves the lock to its holder", async () => {
    const holder = await listenAt(lockPath, token);
    const abort = new AbortController();
    const exited = hasHolderExited(lockPath, abort.signal);
    const [waiting] = (await once(holder, "connection")) as [Socket];
    abort.abort();
    expect(await exited).toBe(true);
    await once(waiting.resume(), "close");
    expect(readdirSync(lockPath)).toEqual([token]);
  });

  it("resolves without waiting if the signal is already aborted", async () => {
    await listenAt(lockPath, token);
    expect(await hasHolderExited(lockPath, AbortSignal.abort())).toBe(true);
    expect(readdirSync(lockPath)).toEqual([token]);
  });

  it("returns true if the holder releases the lock while connecting", async () => {
    const holder = await listenAt(lockPath, token);
    beforeNextConnection(() => process.nextTick(() => holder.close()));
    expect(await hasHolderExited(lockPath, undefined)).toBe(true);
    expect(readdirSync(lockPath)).toEqual([]);
  });

  it(
    "leaves the lock to its holder if the system rejects the connection because too many are pending",
    needs("Linux"),
    async () => {
      await listenAt(lockPath, token, 1);
      const refused: unknown[] = [];
      const others: Socket[] = [];
      beforeNextConnection(() => {
        for (let other = 0; other < 4; other++)
          others.push(connect(join(lockPath, token)).on("error", (error) => refused.push(error)));
      });
      expect(await hasHolderExited(lockPath, undefined)).toBe(true);
      for (const other of others) other.destroy();
      expect(refused).toContainEqual(expect.objectContaining({ code: "EAGAIN" }));
      expect(readdirSync(lockPath)).toEqual([token]);
    },
  );

  it("rejects on other system errors and keeps the lock", async () => {
    await leaveEndlessLink();
    const failed = hasHolderExited(lockPath, undefined);
    await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
    await expect(failed).rejects.toThrow(`${lockPath} (ELOOP)`);
    expect(readdirSync(lockPath)).toEqual([token]);
  });

  it("keeps the lock and rejects if it is not a directory", async () => {
    writeFileSync(lockPath, "");
    await expect(hasHolderExited(lockPath, undefined)).rejects.toMatchObject({ code: "ENOTDIR" });
    expect(existsSync(lockPath)).toBe(true);
  });
});

describe("clearDead", needs("a POSIX system"), () => {
  it.each<[string, () => Promise<unknown>]>([
    ["an exited holder", () => deadSocket(lockPath, token)],
    ["nobody", () => leave(() => {})],
  ])("removes a lock that belongs to %s", async (_, make) => {
    await make();
    await clearDead(lockPath);
    expect(existsSync(lockPath)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["is running", () => listenAt(lockPath, token)],
    ["is in a state that the system does not report", leaveEndlessLink],
  ])("keeps the lock if its holder %s", async (_, make) => {
    await make();
    await clearDead(lockPath);
    expect(readdirSync(lockPath)).toEqual([token]);
  });
});

describe("removeHolder", needs("a POSIX system"), () => {
  it("does not remove the next holder's lock", async () => {
    await listenAt(lockPath, token);
    await removeHolder(lockPath, "ba9876543210");
    expect(readdirSync(lockPath)).toEqual([token]);
  });

  it("ignores a missing lock", async () => {
    await removeHolder(lockPath, token);
    expect(readdirSync(dirname(lockPath))).toEqual([]);
  });
});

describe("lock that another process is removing", needs("a POSIX system"), () => {
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
  ])("on %s with the error %s, counts as free: %s", async (platform, code, isFree) => {
    asPlatform(platform);
    const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
    vi.doMock("node:fs/promises", () => ({ readdir: refuse, rmdir: refuse, rm: refuse }));
    loadModulesAnew();
    const holder = await import("../../../src/store/lock-holder.ts");
    const exited = holder
      .hasHolderExited(lockPath, undefined)
      .catch((error: NodeJS.ErrnoException) => error.code);
    expect(await exited).toBe(isFree ? false : code);
  });
});

describe("a socket path", needs("a POSIX system"), () => {
  /** Creates a file whose path is exactly this many bytes long. */
  function fileAt(bytes: number): string {
    const start = join(temporaryFolder(), "é");
    const full = join(start + "d".repeat(bytes - Buffer.byteLength(join(start, "token"))), "token");
    mkdirSync(dirname(full));
    writeFileSync(full, "the socket");
    expect(Buffer.byteLength(full)).toBe(bytes);
    return full;
  }

  /** Returns the path that is actually used for `path` and the content found there. */
  async function used(path: string): Promise<{ at: string; found: string }> {
    return atSocketPath(path, async (at) => ({ at, found: await readFile(at, "utf8") }));
  }

  it("is the file's path or, on Windows, a pipe with the same name", () => {
    expect(endpoint("/folder", "token")).toBe("/folder/token");
    asPlatform("win32");
    expect(endpoint("C:\\folder", "token")).toBe("\\\\.\\pipe\\slashpass-token");
  });

  it("is unchanged if it fits in a socket address", async () => {
    const path = fileAt(103);
    expect(await used(path)).toEqual({ at: path, found: "the socket" });
  });

  it.each([104, 108, 200])("is shortened if it is %i bytes long", async (bytes) => {
    const { at, found } = await used(fileAt(bytes));
    expect(found).toBe("the socket");
    expect(Buffer.byteLength(at)).toBeLessThanOrEqual(103);
    expect(existsSync(dirname(dirname(at)))).toBe(false);
  });

  it("is never shortened on Windows because pipes have no such limit", async () => {
    asPlatform("win32");
    const path = "\\\\.\\pipe\\".padEnd(200, "p");
    expect(await atSocketPath(path, (at) => Promise.resolve(at))).toBe(path);
  });

  it("leaves no link for a shortened path after a failure", async () => {
    const folder = temporaryFolder();
    vi.stubEnv("TMPDIR", folder);
    const use = vi.fn(() => Promise.reject(new Error("on purpose")));
    await expect(atSocketPath("/long".padEnd(200, "p"), use)).rejects.toThrow("on purpose");
    vi.unstubAllEnvs();
    expect(use).toHaveBeenCalledWith(expect.stringContaining(folder));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["relative", () => "relative"],
    ["itself too long", () => join(temporaryFolder(), "t".repeat(50))],
  ])("is shortened through /tmp if the temporary directory is %s", async (_, folder) => {
    const path = fileAt(200);
    vi.stubEnv("TMPDIR", folder());
    const { at, found } = await used(path);
    vi.unstubAllEnvs();
    expect(at).toMatch(/^\/tmp\/slashpass-[^/]+\/to\//);
    expect(found).toBe("the socket");
  });
});
