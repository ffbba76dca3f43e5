import * as real from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fileRecords, replaceFile } from "../../../src/store/file-records.ts";
import { runProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { sharedFolder, temporaryFolder } from "../../setup/temporary-folder.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const key = randomBytes(32);
const folder = sharedFolder();
const path = join(folder, "tokens");

it("hides accounts and records in the file", async () => {
  await fileRecords(path, key).set("discord.com/1", "the-record");
  const bytes = readFileSync(path).toString("latin1");
  expect(bytes).not.toContain("the-record");
  expect(bytes).not.toContain("discord.com");
});

it("shares records between two stores on one file and loses none during parallel writes", async () => {
  const stores = [fileRecords(path, key), fileRecords(path, key)] as const;
  await Promise.all(
    stores.flatMap((store, direct) => [0, 1, 2].map((two) => store.set(`${direct}/${two}`, "x"))),
  );
  const found = await Promise.all(["0/0", "0/2", "1/0", "1/2"].map((account) => stores[0].get(account)));
  expect(found).toEqual(["x", "x", "x", "x"]);
});

it("rejects a pipe at the file's path immediately", needs("a POSIX system"), async () => {
  const pipe = join(temporaryFolder(), "pipe");
  await runProgram("mkfifo", [pipe]);
  await expect(fileRecords(pipe, key).get("a")).rejects.toMatchObject({
    code: "store_failed",
    message: `The token file ${pipe} could not be read or written (it is a pipe, not a regular file).`,
  });
});

it.each(["before the file exists", "once the file exists"])(
  "shares one lock between different paths to the file, %s",
  async (when) => {
    const [realFolder, link] = [join(folder, "place"), join(folder, "link")];
    mkdirSync(realFolder);
    symlinkSync(realFolder, link);
    const [direct, linked] = [realFolder, link].map((at) => fileRecords(join(at, "tokens"), key));
    if (when === "once the file exists") await direct?.set("a", "x");
    const steps: string[] = [];
    let waiting: Promise<unknown> | undefined;
    await direct?.exclusively("a", async () => {
      waiting = linked?.exclusively("a", () => Promise.resolve(steps.push("second")));
      for (const record of ["x", "y", "z"]) {
        await direct.set("a", record);
      }
      steps.push("first");
    });
    await waiting;
    expect(steps).toEqual(["first", "second"]);
    rmSync(link);
    rmSync(realFolder, { recursive: true });
  },
);

it("rejects another key and keeps the existing records", async () => {
  const stranger = fileRecords(path, randomBytes(32));
  const unreadable = { type: 4, code: "store_unreadable" };
  await expect(stranger.probe()).rejects.toMatchObject(unreadable);
  await expect(stranger.get("0/0")).rejects.toMatchObject(unreadable);
  await expect(stranger.set("0/0", "y")).rejects.toMatchObject(unreadable);
  expect(await fileRecords(path, key).get("0/0")).toBe("x");
});

it("detects any changed byte", async () => {
  const bytes = readFileSync(path);
  const copy = join(folder, "copy");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    writeFileSync(copy, changed);
    await expect(fileRecords(copy, key).get("0/0")).rejects.toMatchObject({
      code: "store_unreadable",
    });
  }
});

it.each([0, 1, 12, 24, 39])("detects a file truncated to %i bytes", async (length) => {
  const cut = join(folder, "cut");
  writeFileSync(cut, readFileSync(path).subarray(0, length));
  await expect(fileRecords(cut, key).get("0/0")).rejects.toMatchObject({
    code: "store_unreadable",
  });
});

it("leaves a newer version's file unchanged", async () => {
  const newer = join(folder, "newer");
  writeFileSync(newer, "slashpass-2\nsealed");
  const rejection = { code: "store_failed", message: expect.stringContaining("newer version") };
  await expect(fileRecords(newer, key).get("0/0")).rejects.toMatchObject(rejection);
  await expect(fileRecords(newer, key).set("0/0", "y")).rejects.toMatchObject(rejection);
  expect(readFileSync(newer, "utf8")).toBe("slashpass-2\nsealed");
});

it("reports a missing directory", async () => {
  const store = fileRecords(join(folder, "missing", "tokens"), key);
  await expect(store.set("a", "the-record")).rejects.toMatchObject({ type: 4, code: "store_failed" });
  await expect(store.set("a", "the-record")).rejects.toThrow(/missing.*ENOENT/);
});

it("reports an unreadable file instead of treating it as empty", async () => {
  const store = fileRecords(folder, key);
  await expect(store.get("a")).rejects.toMatchObject({ type: 4, code: "store_failed" });
  await expect(store.get("a")).rejects.toThrow(`${folder} could not be read or written (EISDIR)`);
});

const bytes = Buffer.from("new");
const unfinished = "00000000-0000-4000-8000-000000000000.new";

describe("replaceFile", () => {
  let target: string;
  beforeEach(() => void (target = join(temporaryFolder(), "tokens")));

  it.each([
    ["is missing", () => {}],
    ["exists", (at: string) => writeFileSync(at, "old and longer")],
  ])("leaves only the new bytes if the file %s", async (_, make) => {
    make(target);
    await replaceFile(target, bytes);
    expect(readFileSync(target)).toEqual(bytes);
    expect(readdirSync(dirname(target))).toEqual(["tokens"]);
  });

  it("restricts a file that others could read", needs("a POSIX system"), async () => {
    writeFileSync(target, "old", { mode: 0o644 });
    await replaceFile(target, bytes);
    expect((statSync(target).mode & 0o777).toString(8)).toBe("600");
  });

  it("removes a killed process's unfinished file but no files with similar names", async () => {
    const others = ["other." + unfinished, "tokens.backup", "tokens.new", unfinished];
    for (const name of [...others, "tokens." + unfinished]) writeFileSync(join(dirname(target), name), "x");
    await replaceFile(target, bytes);
    expect(readdirSync(dirname(target)).sort()).toEqual([...others, "tokens"].sort());
  });

  it("ignores an unfinished file that cannot be removed", async () => {
    mkdirSync(`${target}.${unfinished}`);
    await replaceFile(target, bytes);
    expect(readFileSync(target)).toEqual(bytes);
  });

  it("rejects if the directory is missing", async () => {
    await expect(replaceFile(join(temporaryFolder(), "missing", "tokens"), bytes)).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it("on failure, leaves the target unchanged and removes the unfinished file", async () => {
    mkdirSync(join(target, "inside"), { recursive: true });
    await expect(replaceFile(target, bytes)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EISDIR|ENOTEMPTY|EEXIST|EPERM)$/) as string,
    });
    expect(readdirSync(dirname(target))).toEqual(["tokens"]);
    expect(readdirSync(target)).toEqual(["inside"]);
  });
});

describe("directory of a replaced file", needs("a POSIX system"), () => {
  afterEach(() => {
    vi.doUnmock("node:fs/promises");
  });

  /** Returns the paths that are opened during a replacement. */
  async function opened(directory: string): Promise<string[]> {
    const paths: string[] = [];
    const open: typeof real.open = async (at, ...rest) => {
      paths.push(String(at));
      return real.open(at, ...rest);
    };
    vi.doMock("node:fs/promises", () => ({ ...real, open }));
    loadModulesAnew();
    const { replaceFile: watched } = await import("../../../src/store/file-records.ts");
    await watched(join(directory, "tokens"), bytes);
    return paths;
  }

  it("is synced last so that the name survives a crash", async () => {
    const directory = temporaryFolder();
    expect(await opened(directory)).toEqual([expect.stringMatching(/tokens\.[^/]+\.new$/), directory]);
  });

  it("is not synced on Windows because directories cannot be opened there", async () => {
    asPlatform("win32");
    const directory = temporaryFolder();
    expect(await opened(directory)).toEqual([expect.stringMatching(/tokens\.[^/]+\.new$/)]);
    expect(readFileSync(join(directory, "tokens"))).toEqual(bytes);
  });
});
