import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LockClaim } from "../../../src/store/lock-claim.ts";
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

describe("A claim", needs("a POSIX system"), () => {
  it("becomes the lock, with its socket in it, and leaves nothing when it is released", async () => {
    const claim = await LockClaim.prepare(root);
    const [token] = readdirSync(root);
    expect(token).toMatch(/^[0-9a-f]{12}$/);
    expect(await claim.takeTo(place)).toBe(true);
    expect([readdirSync(root), readdirSync(place)]).toEqual([["lock"], [token]]);
    await claim.release();
    expect(readdirSync(root)).toEqual([]);
  });

  it("does not become a lock that another holds, until that is released", async () => {
    const [first, second] = [await LockClaim.prepare(root), await LockClaim.prepare(root)];
    expect([await first.takeTo(place), await second.takeTo(place)]).toEqual([true, false]);
    await first.release();
    expect(await second.takeTo(place)).toBe(true);
    await second.release();
  });

  it("hangs up on those who wait when it is released, and only then", async () => {
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

  it("forgets who no longer waits", async () => {
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
  ])("that the system refuses with %s fails, and is released all the same", async (code, at) => {
    const claim = await LockClaim.prepare(root);
    await expect(claim.takeTo(at())).rejects.toMatchObject({ code });
    await claim.release();
    expect(readdirSync(root).filter((name) => name !== "file")).toEqual([]);
  });

  it("that was cleared as dead while its process stood still does not become the lock", async () => {
    const claim = await LockClaim.prepare(root);
    const [token] = readdirSync(root) as [string];
    rmSync(join(root, token, token));
    await expect(claim.takeTo(place)).rejects.toMatchObject({ code: "ENOENT" });
    await claim.release();
    expect(readdirSync(root)).toEqual([]);
  });

  it("in a folder that is missing is not made", async () => {
    await expect(LockClaim.prepare(join(root, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("A claim on another path of the socket", needs("a POSIX system"), () => {
  afterEach(() => {
    vi.doUnmock("../../../src/store/lock-holder.ts");
  });

  /** Claims whose sockets are outside of their folder, as the pipes of Windows are. */
  async function claimsWithPipesIn(pipes: string): Promise<typeof LockClaim> {
    vi.doMock(import("../../../src/store/lock-holder.ts"), async (original) => ({
      ...(await original()),
      endpoint: (_folder: string, token: string) => join(pipes, token),
      atSocketPath: (path, use) => use(path),
    }));
    loadModulesAnew();
    return (await import("../../../src/store/lock-claim.ts")).LockClaim;
  }

  it("has, on Windows, a file that stands for its pipe, so that its folder is not empty", async () => {
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

  it("that cannot listen leaves nothing behind", async () => {
    const Claims = await claimsWithPipesIn(join(root, "missing"));
    mkdirSync(join(root, "locks"));
    await expect(Claims.prepare(join(root, "locks"))).rejects.toHaveProperty("code");
    expect(readdirSync(join(root, "locks"))).toEqual([]);
  });
});
