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

/** Where paths are short, as those of sockets have to be. */
const systemFolder = process.platform === "win32" ? tmpdir() : realpathSync("/tmp");
const memory = "/dev/shm";
const enoughBytes = 1_000_000_000;
const ofBrowsers = /^\.?org\.chromium\.|^playwright/;

/** What of `process` is used. */
export interface Program {
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: { write(text: string): unknown };
  exitCode?: typeof process.exitCode;
  once(event: "exit", listener: () => void): unknown;
}

/**
 * Gives this process, and those that it starts from now on, a folder of its own for temporary files. Its end fails when
 * tests have left something there, or a process that was told of it: such a process is ended.
 *
 * @param inMemory - Whether the folder is kept in memory, which is faster, where the system can do that.
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

/** What tests have left in the folder. */
export function leftIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !ofBrowsers.test(name));
}

/** A new folder in memory, in which programs may run, as tests let them. */
export function folderInMemory(parent = memory, enough = enoughBytes): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < enough) return undefined;
    const folder = newFolder(parent);
    if (runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // There is no such memory, or it is not for us.
  }
  return undefined;
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "sp-"));
  // As the system's own: some tests start programs of another user.
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
