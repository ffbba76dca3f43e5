import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LockClaim } from "../../../src/store/hold-lock.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

let root: string;
let place: string;
beforeEach(() => {
  root = temporaryFolder();
  place = join(root, "lock");
});

describe("LockClaim", needs("a POSIX system"), () => {
  it("becomes the lock with its socket, and leaves nothing when released", async () => {
    const claim = await LockClaim.prepare(root);
    const [token] = readdirSync(root);
    expect(token).toMatch(/^[0-9a-f]{12}$/);
    expect(await claim.takeTo(place)).toBe(true);
    expect([readdirSync(root), readdirSync(place)]).toEqual([["lock"], [token]]);
    await claim.release();
    expect(readdirSync(root)).toEqual([]);
  });

  it("cannot take a lock until another claim releases it", async () => {
    const [first, second] = [await LockClaim.prepare(root), await LockClaim.prepare(root)];
    expect([await first.takeTo(place), await second.takeTo(place)]).toEqual([true, false]);
    await first.release();
    expect(await second.takeTo(place)).toBe(true);
    await second.release();
  });

  it("closes the connections of waiting claims when released, not earlier", async () => {
    const claim = await LockClaim.prepare(root);
    await claim.takeTo(place);
    const waiting = connect(join(place, String(readdirSync(place)[0])));
    await once(waiting, "connect");
    await new Promise(setImmediate);
    expect(waiting.closed).toBe(false);
    const hungUp = once(waiting.resume(), "close");
    await claim.release();
    await hungUp;
    expect(existsSync(place)).toBe(false);
  });

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
  ])("fails if the system refuses with %s, and can still be released", async (code, at) => {
    const claim = await LockClaim.prepare(root);
    await expect(claim.takeTo(at())).rejects.toMatchObject({ code });
    await claim.release();
    expect(readdirSync(root).filter((name) => name !== "file")).toEqual([]);
  });

  it("does not become the lock after it was removed as dead", async () => {
    const claim = await LockClaim.prepare(root);
    const [token] = readdirSync(root) as [string];
    rmSync(join(root, token, token));
    await expect(claim.takeTo(place)).rejects.toMatchObject({ code: "ENOENT" });
    await claim.release();
    expect(readdirSync(root)).toEqual([]);
  });

  it("cannot be prepared in a missing directory", async () => {
    await expect(LockClaim.prepare(join(root, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("LockClaim with sockets outside its directory", needs("a POSIX system"), () => {
  afterEach(() => {
    vi.doUnmock("../../../src/store/lock-holder.ts");
  });

  /** Claims whose sockets are outside their directory, like Windows pipes. */
  async function claimsWithPipesIn(pipes: string): Promise<typeof LockClaim> {
    vi.doMock(import("../../../src/store/lock-holder.ts"), async (original) => ({
      ...(await original()),
      endpoint: (_folder: string, token: string) => join(pipes, token),
      atSocketPath: (path, use) => use(path),
    }));
    loadModulesAnew();
    return (await import("../../../src/store/hold-lock.ts")).LockClaim;
  }

  it("contains a placeholder file on Windows, so its directory is not empty", async () => {
    asPlatform("win32");
    const pipes = temporaryFolder();
    const Claims = await claimsWithPipesIn(pipes);
    const [first, second] = [await Claims.prepare(root), await Claims.prepare(root)];
    expect(readdirSync(pipes)).toHaveLength(2);
    expect([await first.takeTo(place), await second.takeTo(place)]).toEqual([true, false]);
    expect(readdirSync(pipes)).toContain(readdirSync(place)[0]);
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
