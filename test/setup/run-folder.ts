import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { descendants, kill } from "./processes.ts";

/** Short enough for socket paths, whose length is limited. */
const systemFolder = process.platform === "win32" ? tmpdir() : realpathSync("/tmp");
const memory = "/dev/shm";
const enoughBytes = 1_000_000_000;
const ofBrowsers = /^\.?org\.chromium\.|^playwright/;

/**
 * Sets a separate temporary directory for this process and its future child processes. At exit, kills processes that still refer
 * to the directory. The run fails if there were any, or if tests left files behind.
 *
 * @param inMemory - whether to keep the directory in memory, which is faster, if the system supports it.
 */
export function useRunFolder(inMemory: boolean): void {
  const folder = (inMemory ? folderInMemory() : undefined) ?? newFolder(systemFolder);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => {
    const processes = leftoverProcesses(folder);
    for (const { pid } of processes) kill(pid);
    const leftovers = readdirSync(folder).filter((name) => !ofBrowsers.test(name));
    rmSync(folder, { recursive: true, force: true });
    const fail = (what: string) => {
      process.stderr.write(`\nERROR: tests left behind ${what}\n`);
      process.exitCode = 1;
    };
    if (leftovers.length > 0)
      fail(`temporary files: ${leftovers.join(", ")}. Use test/setup/temporary-folder.ts.`);
    if (processes.length > 0) {
      const names = processes.map(({ pid, command }) => `${pid} (${command})`);
      fail(
        `processes: ${names.join(", ")}. Start programs with test/setup/child-process.ts, which terminates them.`,
      );
    }
  });
}

/** Creates an in-memory directory in which programs may be executed. */
function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enoughBytes) return undefined;
    const folder = newFolder(memory);
    if (runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // There is no shared memory, or no access to it.
  }
  return undefined;
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "sp-"));
  // The directory is world-writable, like the system's temporary directory, because some tests run programs as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/**
 * Finds processes that have `folder` in an argument or in their environment and are no longer descendants of this process. Waits
 * up to 2 seconds for processes to exit. Returns an empty array on systems without /proc.
 */
function leftoverProcesses(folder: string): { readonly pid: number; readonly command: string }[] {
  let leftovers = readLeftovers(folder);
  for (let reading = 1; leftovers.length > 0 && reading < 20; reading++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    leftovers = readLeftovers(folder);
  }
  return leftovers;
}

function readLeftovers(folder: string): { readonly pid: number; readonly command: string }[] {
  const ours = new Set([process.pid, ...descendants(process.pid)]);
  return readProcessIds()
    .filter((pid) => !ours.has(pid) && (read(pid, "cmdline") + read(pid, "environ")).includes(folder))
    .map((pid) => ({ pid, command: read(pid, "cmdline").replaceAll("\0", " ").trim() }));
}

function readProcessIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Returns an empty string if the process has exited or belongs to another user. */
function read(pid: number, file: "cmdline" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
