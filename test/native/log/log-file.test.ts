import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { Logger, LoggingSeverity } from "../../../src/log/logger.ts";
import { createRedactor } from "../../../src/log/redactor.ts";
import { outputOf } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

let folder: string;
let logger: Logger;

beforeEach(() => {
  folder = temporaryFolder();
  logger = new Logger(() => createRedactor());
});

test("keeps its log file when the working directory changes", async () => {
  const before = process.cwd();
  const report = vi.fn();
  process.chdir(folder);
  try {
    logger.addCallback(report, LoggingSeverity.Error);
    logger.setDir(".", LoggingSeverity.Verbose);
    process.chdir(before);
    logger.log(LoggingSeverity.Info, "a", "kept");
    await logger.close();
  } finally {
    process.chdir(before);
  }
  expect(report).not.toHaveBeenCalled();
  expect(readFileSync(join(folder, "discord.log"), "utf8")).toMatch(/kept\n$/);
});

test(
  "neither opens nor changes a path that is not a regular file, and reports the reason to callbacks",
  needs("Linux"),
  async () => {
    const report = vi.fn();
    logger.addCallback(report, LoggingSeverity.Error);
    const path = join(folder, "discord.log");
    const keptFolder = join(folder, "kept");
    writeFileSync(keptFolder, "kept");
    const mode = statSync("/dev/full").mode;
    const others = [
      async () => outputOf("mkfifo", [path]),
      async () => symlinkSync("/dev/full", path),
      async () => symlinkSync(keptFolder, path),
      async () => mkdirSync(path),
    ];
    for (const make of others) {
      await make();
      expect(logger.setDir(folder, LoggingSeverity.Verbose)).toBe(false);
      expect(report).toHaveBeenLastCalledWith(
        `[log] ${path} is not a regular file but a folder, a pipe, a device or a symbolic link.`,
        LoggingSeverity.Error,
      );
      rmSync(path, { recursive: true });
    }
    expect(statSync("/dev/full").mode).toBe(mode);
    expect(readFileSync(keptFolder, "utf8")).toBe("kept");
  },
);

test("does not pass the log file to child processes", needs("Linux"), async () => {
  expect(logger.setDir(folder, LoggingSeverity.Verbose)).toBe(true);
  const inherited = await outputOf("ls", ["-l", "/proc/self/fd"]);
  expect(inherited).not.toContain("discord.log");
});
