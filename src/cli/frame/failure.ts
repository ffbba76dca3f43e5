import { terminalHint } from "./terminal.ts";

/** Why the program ends: a signal, which may have to be passed on. */
export class EndedBy extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`Ended by ${signal}.`);
    this.name = "AbortError";
    this.signal = signal;
  }
}

/** How the program ends. */
export const ExitCode = {
  Done: 0,
  /** It failed; the reason is on standard error. */
  Failed: 1,
  /** The command line or the settings were not understood, and nothing was started. */
  Misunderstood: 2,
  /** It was done, and what was looked at is not as it should be: differences, findings, failed checks. */
  Differs: 3,
  /** Ended by Ctrl-C or a signal. */
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export interface FailureInit {
  /** Stable word for programs, in the output of `--json`. */
  readonly code: string;
  /** What to do next. */
  readonly hint?: string;
  readonly exitCode?: ExitCode;
  /** More for programs: data without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A failure of the program itself; those of the library come as its own errors. */
export class Failure extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, hint, exitCode = ExitCode.Failed, details }: FailureInit) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** A command line or setting that cannot be understood. */
export function misunderstood(message: string, hint?: string, code = "misunderstood"): Failure {
  return new Failure(message, {
    code,
    exitCode: ExitCode.Misunderstood,
    ...(hint !== undefined && { hint }),
  });
}

/** The parts of a failure that people see and that go into JSON. */
export interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Any error, in the form that is shown. */
export function tell(error: unknown): ToldFailure {
  if (error === null || typeof error !== "object")
    return { code: "unexpected", message: `The program failed: ${String(error)}` };
  const { code, message, hint, details } = error as { [key in keyof ToldFailure]?: unknown };
  const word = typeof code === "string" ? code : "unexpected";
  const given = typeof hint === "string" ? hint : undefined;
  const told = error instanceof Failure ? given : terminalHint(word, given);
  return {
    code: word,
    message: typeof message === "string" && message !== "" ? message : "The program failed without a reason.",
    ...(told !== undefined && { hint: told }),
    ...(typeof details === "object" && details !== null && { details: { ...details } }),
  };
}

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof Failure ? error.exitCode : ExitCode.Failed;
}
