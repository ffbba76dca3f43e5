import type { Definition, Parameters, ValuesOf } from "./definition.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Host } from "./host.ts";
import type { Terminal } from "./terminal.ts";

/** What a command is given. */
export interface Call<O extends Parameters = Parameters, A extends Parameters = Parameters> {
  readonly options: ValuesOf<O>;
  readonly arguments: ValuesOf<A>;
  readonly terminal: Terminal;
  readonly env: Host["env"];
  readonly own?: Host["own"];
  /** The folder in which it was typed. */
  readonly cwd: string;
  /** Aborted by Ctrl-C; the command then ends, and says what state it leaves. */
  readonly signal: AbortSignal;
}

/** What a command has done. */
export interface Outcome {
  /** What `--json` prints; its schema lies in `schemas`. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Default: done. */
  readonly exitCode?: ExitCode;
  /** Work that continues after the result is printed, until it ends by itself or by `signal`; its code is the exit code. */
  readonly lasting?: () => Promise<number>;
}

export type Run<O extends Parameters, A extends Parameters> = (call: Call<O, A>) => Promise<Outcome>;

/** A command: what its help says, and where its work is. */
export interface Entry {
  readonly definition: Definition;
  readonly load: () => Promise<{ readonly run: (call: Call) => Promise<Outcome> }>;
}

/** Ties a definition to its work, whose parameters it has to fit. */
export function entry<O extends Parameters, A extends Parameters>(
  definition: Definition<O, A>,
  load: () => Promise<{ readonly run: Run<O, A> }>,
): Entry {
  // The values that reach `run` are read by the same definition.
  return { definition, load: load as unknown as Entry["load"] };
}
