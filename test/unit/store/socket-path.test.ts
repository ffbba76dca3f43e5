import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { atSocketPath, endpoint } from "../../../src/store/lock-holder.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

/** Creates a file whose path has exactly this many bytes. */
function fileAt(bytes: number): string {
  const start = join(temporaryFolder(), "é");
  const full = join(start + "d".repeat(bytes - Buffer.byteLength(join(start, "token"))), "token");
  mkdirSync(dirname(full));
  writeFileSync(full, "the socket");
  expect(Buffer.byteLength(full)).toBe(bytes);
  return full;
}

/** Returns the path that is used for `path`, and the content found there. */
async function used(path: string): Promise<{ at: string; found: string }> {
  return atSocketPath(path, async (at) => ({ at, found: await readFile(at, "utf8") }));
}

describe("socket path", needs("a POSIX system"), () => {
  it("is the file, or a pipe of the same name on Windows", () => {
    expect(endpoint("/folder", "token")).toBe("/folder/token");
    asPlatform("win32");
    expect(endpoint("C:\\folder", "token")).toBe("\\\\.\\pipe\\slashpass-token");
  });

  it("is unchanged if it fits into a socket address", async () => {
    const path = fileAt(103);
    expect(await used(path)).toEqual({ at: path, found: "the socket" });
  });

  it.each([104, 108, 200])("is shortened if it has %i bytes", async (bytes) => {
    const { at, found } = await used(fileAt(bytes));
    expect(found).toBe("the socket");
    expect(Buffer.byteLength(at)).toBeLessThanOrEqual(103);
    expect(existsSync(dirname(dirname(at)))).toBe(false);
  });

  it("is never shortened on Windows, where pipes have no such limit", async () => {
    asPlatform("win32");
    const path = "\\\\.\\pipe\\".padEnd(200, "p");
    expect(await atSocketPath(path, (at) => Promise.resolve(at))).toBe(path);
  });

  it("leaves no shortened path after a failure", async () => {
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
