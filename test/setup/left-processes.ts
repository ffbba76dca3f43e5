import { readdirSync, readFileSync } from "node:fs";
import { descendants } from "./processes.ts";

/** A process that nobody waits for any more. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** How often the processes are looked at before they count as left, and how many milliseconds apart. */
export interface Patience {
  readonly readings: number;
  readonly apartMs: number;
}

/** Two seconds. */
export const usualPatience: Patience = { readings: 20, apartMs: 100 };

/**
 * The processes that were told of `folder`, by an argument or their environment, and do not come from this process any more: what
 * started them has ended. Those that are about to end get some time. None where the system has no /proc.
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

/** Empty for a process that has ended, or is another user's. */
function read(pid: number, file: "cmdline" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
