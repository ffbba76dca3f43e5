import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Surroundings } from "./host.ts";

/**
 * Uses `PAGER`, a shell command line, or less with git's settings. An empty value or `cat` disables paging. Returns false if
 * nothing was shown.
 */
export async function showInPager(
  text: string,
  { env, signal }: Pick<Surroundings, "env" | "signal">,
): Promise<boolean> {
  const { PAGER: wanted } = env;
  if (wanted === "" || wanted === "cat" || env["TERM"] === "dumb") return false;
  const pager = spawn(wanted ?? "less", {
    shell: wanted !== undefined,
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: "FRX", ...env },
  });
  const end = (): void => void pager.kill();
  signal.addEventListener("abort", end, { once: true });
  const giveBack = leaveInterruptsToPager();
  try {
    // The pager may exit before it has read the whole text.
    pager.stdin?.on("error", () => undefined).end(text);
    return (await codeOf(pager)) !== notFound;
  } finally {
    giveBack();
    signal.removeEventListener("abort", end);
  }
}

const notFound = 127;

async function codeOf(pager: ChildProcess): Promise<number | null> {
  try {
    const [code] = (await once(pager, "close")) as [number | null];
    return code;
  } catch {
    return notFound;
  }
}

function nothing(): void {}

/** Ctrl-C reaches both processes. If this program exited, the pager would lose its terminal. */
function leaveInterruptsToPager(): () => void {
  const own = process.listeners("SIGINT");
  process.on("SIGINT", nothing);
  for (const listener of own) process.off("SIGINT", listener);
  return () => {
    for (const listener of own) process.on("SIGINT", listener);
    process.off("SIGINT", nothing);
  };
}
