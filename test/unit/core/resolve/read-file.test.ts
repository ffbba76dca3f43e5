import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  fileLimits,
  readBytes,
  readBytesSync,
  readProblem,
  readText,
  readTextSync,
  UnusableFile,
} from "../../../../src/core/resolve/read-file.ts";
import { runProgram } from "../../../setup/child-process.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const problemOf = (read: () => Promise<unknown>) => read().then(() => "none", readProblem);

/** Returns the distinct problems that the four functions report. All four should agree. */
async function problemsOf(path: string, most = fileLimits.data) {
  const reads = [
    async () => readBytes(path, most),
    async () => readBytesSync(path, most),
    async () => readText(path, most),
    async () => readTextSync(path, most),
  ];
  return new Set(await Promise.all(reads.map(problemOf)));
}

describe("text", () => {
  const written = (bytes: string | Uint8Array) => {
    const path = join(temporaryFolder(), "text");
    writeFileSync(path, bytes);
    return path;
  };

  it.each([
    ["plain text", "a=ü\n", "a=ü\n"],
    ["an empty file", "", ""],
    ["one character", "a", "a"],
    ["text without its byte order mark", "\uFEFFa=ü\n", "a=ü\n"],
    ["CRLF line breaks unchanged", "a\r\nb\r\n", "a\r\nb\r\n"],
  ])("reads %s", async (_, content, text) => {
    const path = written(content);
    expect(await readText(path)).toBe(text);
    expect(readTextSync(path)).toBe(text);
  });

  const utf16 = "it is UTF-16, but must be UTF-8";
  it.each([
    ["UTF-16 LE", Buffer.from("\uFEFFa", "utf16le"), utf16],
    ["UTF-16 BE", Buffer.from("\uFEFFa", "utf16le").swap16(), utf16],
    ["UTF-16 LE without a mark", Buffer.from("a", "utf16le"), utf16],
    ["UTF-16 BE without a mark", Buffer.from("a", "utf16le").swap16(), utf16],
    ["Latin-1", Buffer.from("für", "latin1"), "it is not valid UTF-8"],
  ])("rejects %s and names the encoding", async (_, bytes, problem) => {
    const path = written(bytes);
    await expect(readText(path)).rejects.toMatchObject({ message: problem, hint: "Save it as UTF-8." });
    expect(() => readTextSync(path)).toThrow(UnusableFile);
    expect(await readBytes(path, fileLimits.data)).toEqual(bytes);
  });
});

describe("a file that is not regular", () => {
  it("is rejected immediately if it is a pipe", needs("a POSIX system"), async () => {
    const folder = temporaryFolder();
    await runProgram("mkfifo", [join(folder, "pipe")]);
    symlinkSync("pipe", join(folder, "link"));
    for (const name of ["pipe", "link"])
      expect(await problemsOf(join(folder, name))).toEqual(new Set(["it is a pipe, not a regular file"]));
  });

  it("is rejected immediately if it is an endless device", needs("a POSIX system"), async () => {
    expect(await problemsOf("/dev/zero")).toEqual(new Set(["it is a device, not a regular file"]));
  });

  it("is rejected immediately if it is a socket", needs("a POSIX system"), async () => {
    const path = join(temporaryFolder(), "socket");
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(await problemsOf(path)).toEqual(new Set(["it is a socket, not a regular file"]));
  });

  it("is reported with the system's error code if it is a directory or missing", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "inner"));
    expect(await problemsOf(join(folder, "inner"))).toEqual(new Set(["EISDIR"]));
    expect(await problemsOf(join(folder, "none"))).toEqual(new Set(["ENOENT"]));
  });
});

it("rejects a file larger than the limit without reading it", async () => {
  const path = join(temporaryFolder(), "large");
  writeFileSync(path, "");
  truncateSync(path, 5 * 2 ** 30);
  expect(await problemsOf(path)).toEqual(new Set(["it is larger than 64 MiB"]));
  expect(await problemsOf(path, fileLimits.settings)).toEqual(new Set(["it is larger than 1 MiB"]));
});

it("reports an error without a code as unknown", () => {
  expect(readProblem(new Error("no"))).toBe("unknown");
});
