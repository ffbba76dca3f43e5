import { readdirSync, readFileSync } from "node:fs";
import { descendants } from "./processes.ts";

/** A process that outlived its parent. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** The number of checks before a process counts as left over, and the milliseconds between checks. */
export interface Patience {
  readonly readings: number;
  readonly apartMs: number;
}

/** Two seconds. */
export const usualPatience: Patience = { readings: 20, apartMs: 100 };

/**
 * Finds processes that have `folder` in an argument or their environment and are no longer descendants of this process. Exiting
 * processes get some time. Returns an empty array on systems without /proc.
 */
export function leftProcesses(folder: string, { readings, apartMs }: Patience): LeftProcess[] {
  let left = readLeft(folder);
  for (let reading = 1; left.length > 0 && reading < readings; reading++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, apartMs);
    left = readLeft(folder);
  }
  return left;
}

function readLeft(folder: string): LeftProcess[] {
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
