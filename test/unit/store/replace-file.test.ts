import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import * as real from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { replaceFile } from "../../../src/store/file-records.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const bytes = Buffer.from("new");
const unfinished = "00000000-0000-4000-8000-000000000000.new";

describe("replaceFile", () => {
  it.each([
    ["is missing", () => {}],
    ["is there", (path: string) => writeFileSync(path, "old and longer")],
  ])("leaves only the new bytes if the file %s", async (_, make) => {
    const path = join(temporaryFolder(), "tokens");
    make(path);
    await replaceFile(path, bytes);
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(["tokens"]);
  });

  it("restricts a file that others could read", needs("a POSIX system"), async () => {
    const path = join(temporaryFolder(), "tokens");
    writeFileSync(path, "old", { mode: 0o644 });
    await replaceFile(path, bytes);
    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  });

  it("removes the unfinished file of a killed process, but no similar names", async () => {
    const path = join(temporaryFolder(), "tokens");
    const others = ["other." + unfinished, "tokens.backup", "tokens.new", unfinished];
    for (const name of [...others, "tokens." + unfinished]) writeFileSync(join(dirname(path), name), "x");
    await replaceFile(path, bytes);
    expect(readdirSync(dirname(path)).sort()).toEqual([...others, "tokens"].sort());
  });

  it("ignores an unfinished file that cannot be removed", async () => {
    const path = join(temporaryFolder(), "tokens");
    mkdirSync(`${path}.${unfinished}`);
    await replaceFile(path, bytes);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("rejects if the directory is missing", async () => {
    const path = join(temporaryFolder(), "missing", "tokens");
    await expect(replaceFile(path, bytes)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("leaves the target unchanged and no unfinished file on failure", async () => {
    const path = join(temporaryFolder(), "tokens");
    mkdirSync(join(path, "inside"), { recursive: true });
    await expect(replaceFile(path, bytes)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EISDIR|ENOTEMPTY|EEXIST|EPERM)$/) as string,
    });
    expect(readdirSync(dirname(path))).toEqual(["tokens"]);
    expect(readdirSync(path)).toEqual(["inside"]);
  });
});

describe("directory of a replaced file", needs("a POSIX system"), () => {
  afterEach(() => {
    vi.doUnmock("node:fs/promises");
  });

  /** Returns the paths that are opened during a replacement. */
  async function opened(folder: string): Promise<string[]> {
    const paths: string[] = [];
    const open: typeof real.open = async (path, ...rest) => {
      paths.push(String(path));
      return real.open(path, ...rest);
    };
    vi.doMock("node:fs/promises", () => ({ ...real, open }));
    loadModulesAnew();
    const { replaceFile: watched } = await import("../../../src/store/file-records.ts");
    await watched(join(folder, "tokens"), bytes);
    return paths;
  }

  it("is synced last, so the name survives a crash", async () => {
    const folder = temporaryFolder();
    expect(await opened(folder)).toEqual([expect.stringMatching(/tokens\.[^/]+\.new$/), folder]);
  });

  it("is not synced on Windows, which cannot open directories", async () => {
    asPlatform("win32");
    const folder = temporaryFolder();
    expect(await opened(folder)).toEqual([expect.stringMatching(/tokens\.[^/]+\.new$/)]);
    expect(readFileSync(join(folder, "tokens"))).toEqual(bytes);
  });
});
