import { readdirSync, readFileSync } from "node:fs";

/** Ends a process at once; one that has ended meanwhile is fine. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The processes that `parent` started, and theirs; none where the system has no /proc. */
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
