import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withProcessLock } from "../../../src/store/process-lock.ts";
import { endProgram, outputOf, startProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { bundle } from "../../setup/bundle.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  vi.stubEnv("XDG_RUNTIME_DIR", folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Starts a process that acquires the lock `name` as the library does and never releases it. */
async function holdElsewhere(name: string): Promise<ChildProcess> {
  const directory = await withProcessLock(name, async () =>
    Promise.resolve(join(folder, "slashpass", readdirSync(join(folder, "slashpass"))[0] as string)),
  );
  const code = `
    require("node:fs").mkdirSync(${JSON.stringify(directory)});
    require("node:net").createServer(() => {}).listen(${JSON.stringify(join(directory, "token"))}, () => console.log("held"));`;
  const holder = startProgram(process.execPath, ["--eval", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout ?? expect.unreachable(), "data");
  return holder;
}

class Racer {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(lock: string) {
    this.#process = startProgram(process.execPath, [program("lock-racer.mjs"), lock], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface(this.#process.stdout ?? expect.unreachable())[Symbol.asyncIterator]();
  }

  start(race: object): void {
    this.#process.stdin?.write(`${JSON.stringify(race)}\n`);
  }

  async output(): Promise<string | undefined> {
    return ((await this.#lines.next()) as IteratorResult<string, undefined>).value;
  }

  async end(): Promise<number> {
    const ended = once(this.#process, "exit");
    this.#process.stdin?.end();
    return (await ended)[0] as number;
  }
}

describe("a lock held by another process", needs("a POSIX system", "whole programs"), () => {
  it("is acquired by a waiting call when its holder is killed", async () => {
    const holder = await holdElsewhere("two");
    const waiting = withProcessLock("two", () => Promise.resolve("mine"));
    await new Promise(setImmediate);
    await endProgram(holder);
    expect(await waiting).toBe("mine");
  });

  it("is acquired immediately if its holder has already been killed", async () => {
    await endProgram(await holdElsewhere("three"));
    expect(readdirSync(join(folder, "slashpass"))).toHaveLength(1);
    const takers = Array.from({ length: 10 }, () => withProcessLock("three", () => Promise.resolve("mine")));
    expect(new Set(await Promise.all(takers))).toEqual(new Set(["mine"]));
    expect(readdirSync(join(folder, "slashpass"))).toEqual([]);
  });
});

describe("processes that compete for one lock", needs("a POSIX system", "whole programs"), () => {
  let lock: string;
  let racers: Racer[];
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), "lock-bundle-"));
    chmodSync(directory, 0o755);
    lock = await bundle("store/process-lock.ts", directory);
    racers = Array.from({ length: 3 }, () => new Racer(lock));
    for (const racer of racers) expect(await racer.output()).toBe("ready");
    return async () => {
      expect(await Promise.all(racers.map((racer) => racer.end()))).toEqual(racers.map(() => 0));
      rmSync(directory, { recursive: true });
    };
  });

  /** Makes the processes race, each in its directory, and returns their records in chronological order. */
  async function race(folders: readonly string[], times: number): Promise<string[]> {
    const notes = join(folder, "notes");
    for (const [index, racer] of racers.entries()) racer.start({ folder: folders[index], notes, times });
    expect(await Promise.all(racers.map((racer) => racer.output()))).toEqual(racers.map(() => "done"));
    return readFileSync(notes, "utf8").trimEnd().split("\n");
  }

  function expectOneAtATime(notes: readonly string[], entries: number): void {
    expect(notes).toHaveLength(2 * entries);
    for (let index = 0; index < notes.length; index += 2) {
      expect(notes[index]).toMatch(/ in$/);
      expect(notes[index + 1]).toBe(notes[index]?.replace(" in", " out"));
    }
  }

  function folderOf(bytes: number): string {
    const missing = bytes - Buffer.byteLength(folder) - 1;
    const parts = [missing > 120 ? "b".repeat(100) : "", "é".repeat(missing > 120 ? 0 : 2)].join("");
    const rest = missing - Buffer.byteLength(parts) - (missing > 120 ? 1 : 0);
    const path =
      missing > 120 ? join(folder, parts, "c".repeat(rest)) : join(folder, parts + "c".repeat(rest));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    expect(Buffer.byteLength(path)).toBe(bytes);
    return path;
  }

  it.each([40, 60, 69, 78, 79, 97, 98, 108, 200])(
    "hold it one at a time in a directory whose path is %i bytes long",
    async (bytes) => {
      const directory = folderOf(bytes);
      expectOneAtATime(await race([directory, directory, directory], 15), 45);
      expect(readdirSync(join(directory, "slashpass"))).toEqual([]);
    },
  );

  it("hold it one at a time through long and short paths to the same directory", async () => {
    const directory = folderOf(200);
    symlinkSync(directory, join(folder, "link"));
    expectOneAtATime(await race([directory, join(folder, "link"), directory], 15), 45);
  });

  it("fail if the lock's directory cannot be read", async () => {
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
    const output = await outputOf(process.execPath, [program("lock-unreadable.mjs"), lock], {
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    expect(output).toMatch(/^lock_failed .*EACCES/);
  });
});
