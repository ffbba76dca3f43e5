import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withProcessLock } from "../../../src/store/process-lock.ts";
import { needs } from "../../setup/system-parts.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  vi.stubEnv("XDG_RUNTIME_DIR", folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Another process that takes the lock of `name` as the library does, and never lets go. */
async function holdElsewhere(name: string): Promise<ChildProcess> {
  const place = await withProcessLock(name, async () =>
    Promise.resolve(join(folder, "slashpass", readdirSync(join(folder, "slashpass"))[0] as string)),
  );
  const program = `
    require("node:fs").mkdirSync(${JSON.stringify(place)});
    require("node:net").createServer(() => {}).listen(${JSON.stringify(join(place, "token"))}, () => console.log("held"));`;
  const holder = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return holder;
}

async function kill(holder: ChildProcess): Promise<void> {
  holder.kill("SIGKILL");
  await once(holder, "exit");
}

describe("A lock that another process holds", needs("a POSIX system"), () => {
  it("is waited for", async () => {
    const holder = await holdElsewhere("one");
    const abort = new AbortController();
    const waiting = withProcessLock("one", () => Promise.resolve("mine"), abort.signal);
    await new Promise(setImmediate);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    await kill(holder);
  });

  it("goes to the one who waits when that process is killed", async () => {
    const holder = await holdElsewhere("two");
    const waiting = withProcessLock("two", () => Promise.resolve("mine"));
    await new Promise(setImmediate);
    await kill(holder);
    expect(await waiting).toBe("mine");
  });

  it("can be taken when that process was killed earlier", async () => {
    await kill(await holdElsewhere("three"));
    expect(readdirSync(join(folder, "slashpass"))).toHaveLength(1);
    const takers = Array.from({ length: 10 }, () => withProcessLock("three", () => Promise.resolve("mine")));
    expect(new Set(await Promise.all(takers))).toEqual(new Set(["mine"]));
    expect(readdirSync(join(folder, "slashpass"))).toEqual([]);
  });
});
