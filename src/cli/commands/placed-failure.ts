import { readFileSync } from "node:fs";
import { type Failure, misunderstood } from "../frame/failure.ts";
import { readSource } from "./source.ts";

/**
 * The same failure with the line and column of the syntax error in JSON or JavaScript, which Node does not always say.
 *
 * @returns undefined for a file that can be read, and failed in another way.
 */
export function placedFailure(failure: unknown, path: string): Failure | undefined {
  const problem = path.endsWith(".json") ? problemInJson(failure, path) : problemInModule(path);
  if (!problem) return undefined;
  const { line, column, reason } = problem;
  return misunderstood(
    `${path}:${line}:${column}: ${reason}.`,
    "Correct the file at that line.",
    "file_unreadable",
  );
}

interface Problem {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

function problemInModule(path: string): Problem | undefined {
  try {
    readSource(path);
    return undefined;
  } catch (error) {
    const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
    return loc && { line: loc.line, column: loc.column + 1, reason: message.replace(/ \(\d+:\d+\)$/, "") };
  }
}

/** Node says how many characters were read. */
function problemInJson(failure: unknown, path: string): Problem | undefined {
  const { message } = failure as Failure;
  const [, reason, position] = /cannot be loaded: (.+) in JSON at position (\d+)/s.exec(message) ?? [];
  if (reason === undefined) return undefined;
  const lines = readFileSync(path, "utf8").slice(0, Number(position)).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, reason };
}
