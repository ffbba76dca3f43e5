import { expect } from "vitest";
import type { ProgramRun } from "./run-in-process.ts";

/** Joins the program's output into one line, because line breaks depend on path lengths. */
export function oneLine(printed: string): string {
  return printed.replaceAll(/\s+/g, " ").trim();
}

/** Expects an exit code and a text on standard error, wherever its lines are wrapped. */
export async function expectEnd(run: Promise<ProgramRun>, code: number, text: string): Promise<ProgramRun> {
  const ended = await run;
  expect([ended.code, oneLine(ended.stderr)]).toEqual([code, expect.stringContaining(text)]);
  return ended;
}
