import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Surroundings } from "./host.ts";

/**
 * Shows a text in the pager of `PAGER`, a line for the shell, else in less, set as git sets it. An empty one and `cat` are none.
 *
 * @returns false where there is none, or it could not be started: nothing was shown.
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
    // It may be left before it has read the whole.
    pager.stdin?.on("error", () => undefined).end(text);
    return (await codeOf(pager)) !== notFound;
  } finally {
    giveBack();
    signal.removeEventListener("abort", end);
  }
}

/** A shell's exit code for a program that is not there. */
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

/** Ctrl-C goes to both. A program that ended by it would leave the pager without its terminal. */
function leaveInterruptsToPager(): () => void {
  const own = process.listeners("SIGINT");
  process.on("SIGINT", nothing);
  for (const listener of own) process.off("SIGINT", listener);
  return () => {
    for (const listener of own) process.on("SIGINT", listener);
    process.off("SIGINT", nothing);
  };
}
