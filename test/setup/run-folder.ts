import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leftProcesses, type Patience, usualPatience } from "./left-processes.ts";
import { kill } from "./processes.ts";

/** Short enough for socket paths, which have a length limit. */
const systemFolder = process.platform === "win32" ? tmpdir() : realpathSync("/tmp");
const memory = "/dev/shm";
const enoughBytes = 1_000_000_000;
const ofBrowsers = /^\.?org\.chromium\.|^playwright/;

export interface Program {
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: { write(text: string): unknown };
  exitCode?: typeof process.exitCode;
  once(event: "exit", listener: () => void): unknown;
}

/**
 * Sets a separate temporary directory for this process and its future child processes. At exit, the run fails if tests left files
 * there, or processes that refer to the directory. Such processes are killed.
 *
 * @param inMemory - whether to keep the directory in memory, which is faster, if the system supports it.
 */
export function useRunFolder(
  inMemory: boolean,
  program: Program = process,
  patience: Patience = usualPatience,
): void {
  const folder = (inMemory ? folderInMemory() : undefined) ?? newFolder(systemFolder);
  program.env["TMPDIR"] = folder;
  program.once("exit", () => {
    const processes = leftProcesses(folder, patience);
    for (const { pid } of processes) kill(pid);
    const left = leftIn(folder);
    rmSync(folder, { recursive: true, force: true });
    const fail = (what: string) => {
      program.stderr.write(`\nERROR: tests have left ${what}\n`);
      program.exitCode = 1;
    };
    if (left.length > 0) fail(`temporary files: ${left.join(", ")}. Use test/setup/temporary-folder.ts.`);
    if (processes.length > 0) {
      const names = processes.map(({ pid, command }) => `${pid} (${command})`);
      fail(
        `processes: ${names.join(", ")}. Start programs with test/setup/child-process.ts, which ends them.`,
      );
    }
  });
}

export function leftIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !ofBrowsers.test(name));
}

/** Creates a directory in memory that allows programs to run. */
export function folderInMemory(parent = memory, enough = enoughBytes): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < enough) return undefined;
    const folder = newFolder(parent);
    if (runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // No shared memory, or no access to it.
  }
  return undefined;
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "sp-"));
  // World-writable like the system's, because some tests run programs as another user.
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
