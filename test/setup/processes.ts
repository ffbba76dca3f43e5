import { readdirSync, readFileSync } from "node:fs";

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}

/** Returns all descendants of `parent`, or an empty array on systems without /proc. */
export function descendants(parent: number): number[] {
  try {
    const children = readdirSync(`/proc/${parent}/task`).flatMap((thread) =>
      readFileSync(`/proc/${parent}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [...descendants(child), child]);
  } catch {
    return [];
  }
}
