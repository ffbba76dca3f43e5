import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkLogDir, openLogFile } from "../../../src/log/logger.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slashpass-log-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("contains everything written once it is closed, and adds only one exit listener", async () => {
  const listeners = process.listenerCount("exit");
  const file = openLogFile(folder);
  const first = process.listenerCount("exit");
  openLogFile(folder).closeNow();
  expect(process.listenerCount("exit")).toBe(first);
  expect(first - listeners).toBeLessThanOrEqual(1);
  file.write(2, "a line");
  await file.close();
  expect(readFileSync(join(folder, "discord.log"), "utf8")).toMatch(/a line\n$/);
});

it("forgets a garbage-collected file when the next one is opened", () => {
  const gone = openLogFile(folder);
  const deref = vi.spyOn(WeakRef.prototype, "deref").mockReturnValue(undefined);
  const next = openLogFile(folder);
  const before = deref.mock.calls.length;
  const last = openLogFile(folder);
  const looked = deref.mock.calls.length - before;
  deref.mockRestore();
  // Only the file that was opened in between.
  expect(looked).toBe(1);
  for (const file of [gone, next, last]) file.closeNow();
});

it("keeps the log of the last start only, and rotates once per start", () => {
  const [log, last] = ["discord.log", "discord.log.1"].map((name) => join(folder, name)) as [string, string];
  writeFileSync(last, "two starts ago");
  writeFileSync(log, "the last start");
  for (let clients = 0; clients < 2; clients += 1) openLogFile(folder).closeNow();
  expect(readFileSync(last, "utf8")).toBe("the last start");
  expect(readFileSync(log, "utf8")).not.toContain("start");
});

it("renames only a regular file, and rejects a symbolic link", () => {
  const other = join(folder, "other");
  writeFileSync(other, "not a log");
  symlinkSync(other, join(folder, "discord.log"));
  expect(() => openLogFile(folder)).toThrow();
  expect(readFileSync(other, "utf8")).toBe("not a log");
  expect(readdirSync(folder).sort()).toEqual(["discord.log", "other"]);
});

it("throws an error that names a missing directory", () => {
  expect(() => openLogFile(join(folder, "missing"))).toThrow(/missing/);
});

it.each(["", "a\0b", undefined, 7])("rejects %j as a log directory", (dir) => {
  expect(() => checkLogDir(dir)).toThrow(expect.objectContaining({ type: 6, code: "invalid_log_dir" }));
});
