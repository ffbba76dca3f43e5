import { isClientError, validationError } from "../core/errors.ts";
import { kindOf, callable } from "../core/check/readers.ts";
import { lstatSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import type { NativeLogFile } from "../native/binding.ts";
import { loadAddon } from "../native/load.ts";
import { debug } from "../core/debug.ts";
import { telling } from "../core/check/callback.ts";
import type { Redactor } from "./redactor.ts";

/** How much a log line matters (Discord Social SDK, `LoggingSeverity`). As a minimum, `None` switches a log off. */
export const LoggingSeverity = {
  /** Each step: for a search after a mistake. */
  Verbose: 1,
  /** Events that a log of a healthy game has. */
  Info: 2,
  /** Something that works, and should be looked at. */
  Warning: 3,
  /** Something that has failed. */
  Error: 4,
  /** As a minimum: nothing is logged. No line has it. */
  None: 5,
} as const;
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity];

/** @throws ClientError `invalid_severity` (ValidationError). */
export function checkSeverity(value: LoggingSeverity): LoggingSeverity {
  if (Object.values(LoggingSeverity).includes(value)) return value;
  throw validationError(
    "invalid_severity",
    `minSeverity is ${kindOf(value)}, but must be one of 1 to 5.`,
    "Pass a member of LoggingSeverity.",
  );
}

/** How long a disk that does not answer may keep the game from ending. */
const exitPatienceMs = 2000;

/** The files that this thread has opened and that may still be open. */
const files = new Set<WeakRef<NativeLogFile>>();

/** The log files that this thread has opened since its start. */
const opened = new Set<string>();

/**
 * Keeps the log of the last start, which players send after they have started the game again. A log of this start is not moved:
 * another client may write to it. A log that cannot be moved is overwritten.
 */
function keepLast(path: string): void {
  if (opened.has(path)) return;
  opened.add(path);
  try {
    if (lstatSync(path).isFile()) renameSync(path, `${path}.1`);
  } catch {
    // None is there, or another process has it open.
  }
}

/**
 * Opens `discord.log` in `folder`, emptied, after the last log was kept as `discord.log.1`; throws an Error with the reason if
 * that fails. Written lines arrive even if the program ends by `process.exit` or an uncaught exception.
 */
export function openLogFile(folder: string): NativeLogFile {
  const addon = loadAddon();
  const path = resolve(folder, "discord.log");
  keepLast(path);
  const file = addon.openLogFile(path);
  flushAtExit(file);
  return file;
}

/** @throws ClientError (ValidationError) `invalid_log_dir`. */
export function checkLogDir(folder: unknown): asserts folder is string {
  if (typeof folder === "string" && folder !== "" && !folder.includes("\0")) return;
  throw validationError(
    "invalid_log_dir",
    "The folder for the log is not a path: it must be a string that is not empty and holds no NUL character.",
    'Pass the path of a folder that exists; "." is the current one.',
  );
}

/** At `process.exit` neither the finalizers nor the clean-up hooks of the addon run. */
function flushAtExit(file: NativeLogFile): void {
  for (const known of files) if (!known.deref()) files.delete(known);
  files.add(new WeakRef(file));
  process.off("exit", flushAll).on("exit", flushAll);
}

function flushAll(): void {
  const end = performance.now() + exitPatienceMs;
  for (const file of files) file.deref()?.flush(Math.max(0, Math.ceil(end - performance.now())));
}

/** Takes one line. */
export type Log = (severity: LoggingSeverity, component: string, text: string) => void;

/** Called for each log line; `message` names the component and says what happened. */
export type LogCallback = (message: string, severity: LoggingSeverity) => void;

interface Sink {
  readonly minSeverity: LoggingSeverity;
  readonly take: LogCallback;
}

/**
 * Sends each line, redacted first, to the callbacks and to the log file, and with `NODE_DEBUG=slashpass` to standard error.
 * Without any of them a line costs nothing. The file is written by a native thread from a queue of 32,768 lines; when that is
 * full the oldest lines of the lowest severity are dropped, and the file reports their number. Queued lines are written when the
 * program ends by itself, by `process.exit` or by an exception; a signal that ends it at once loses the lines of about the last
 * 10 milliseconds.
 */
export class Logger {
  readonly #redactor: () => Pick<Redactor, "redact">;
  readonly #callbacks: Sink[] = [];
  #file: NativeLogFile | undefined;
  #fileMinSeverity: LoggingSeverity = LoggingSeverity.None;
  #lowest: LoggingSeverity = LoggingSeverity.None;

  constructor(redactor: () => Pick<Redactor, "redact">) {
    this.#redactor = redactor;
  }

  /**
   * @returns whether lines are told: false without the addon, which filters them.
   * @throws ClientError `invalid_argument` or `invalid_severity`.
   */
  addCallback(callback: LogCallback, minSeverity: LoggingSeverity): boolean {
    callable()(callback, "callback");
    checkSeverity(minSeverity);
    if (!this.#canFilter()) return false;
    const take = telling("AddLogCallback", callback, () => this.#callbackFailed());
    this.#callbacks.push({ minSeverity, take });
    this.#findLowest();
    return true;
  }

  /** Without a filter nothing is logged; the game goes on. */
  #canFilter(): boolean {
    try {
      this.#redactor();
      return true;
    } catch (error) {
      if (!isClientError(error) || error.code !== "addon_unavailable") throw error;
      this.#report(`nothing is logged: ${error.message} ${error.hint ?? ""}`.trim());
      return false;
    }
  }

  /**
   * Writes to `discord.log` in `folder` instead of where it wrote before; `None` ends it. Why the file cannot be
   * opened goes to the log callbacks, or is a warning of the process where there are none.
   *
   * @returns whether the file is open now; true when it was to be ended.
   * @throws ClientError `invalid_severity` or `invalid_log_dir`.
   */
  setDir(folder: string, minSeverity: LoggingSeverity): boolean {
    checkSeverity(minSeverity);
    if (minSeverity !== LoggingSeverity.None) checkLogDir(folder);
    // The new file may be the old one: that must be closed first.
    const old = this.#takeFile();
    old?.closeNow();
    this.#reportOf(old);
    if (minSeverity === LoggingSeverity.None) return true;
    if (!this.#canFilter()) return false;
    try {
      this.#file = openLogFile(folder);
    } catch (error) {
      this.#report((error as Error).message);
    }
    this.#fileMinSeverity = minSeverity;
    this.#findLowest();
    return this.#file !== undefined;
  }

  log(severity: LoggingSeverity, component: string, text: string): void {
    // Each request tells of itself already.
    if (component !== "http") debug(() => `[${component}] ${this.#redacted(text)}`);
    if (severity < this.#lowest || severity === LoggingSeverity.None) return;
    const message = this.#redactor().redact(`[${component}] ${text}`);
    const problem = severity >= this.#fileMinSeverity ? this.#file?.write(severity, message) : undefined;
    this.#call(message, severity);
    if (problem) this.#report(problem);
  }

  #redacted(text: string): string {
    try {
      return this.#redactor().redact(text);
    } catch {
      return "(withheld: the native addon that filters secrets is not available)";
    }
  }

  /** Resolves when the log file holds every line. */
  async close(): Promise<void> {
    const file = this.#takeFile();
    await file?.close();
    this.#reportOf(file);
    this.#callbacks.length = 0;
    this.#findLowest();
  }

  #call(message: string, severity: LoggingSeverity): void {
    for (const sink of this.#callbacks) if (severity >= sink.minSeverity) sink.take(message, severity);
  }

  /** An error of the game's callback goes to the file alone: another callback could fail as well. */
  #callbackFailed(): void {
    if (LoggingSeverity.Warning < this.#fileMinSeverity) return;
    this.#file?.write(LoggingSeverity.Warning, "[callback] the callback of AddLogCallback failed");
  }

  #reportOf(file: NativeLogFile | undefined): void {
    const problem = file?.takeProblem();
    if (problem) this.#report(problem);
  }

  #report(problem: string): void {
    if (this.#callbacks.length === 0) process.emitWarning(problem, { code: "slashpass_log" });
    this.#call(`[log] ${problem}`, LoggingSeverity.Error);
  }

  #takeFile(): NativeLogFile | undefined {
    const file = this.#file;
    this.#file = undefined;
    this.#findLowest();
    return file;
  }

  #findLowest(): void {
    const lowest = this.#callbacks.map((sink) => sink.minSeverity);
    if (this.#file) lowest.push(this.#fileMinSeverity);
    this.#lowest = lowest.reduce((one, other) => (one < other ? one : other), LoggingSeverity.None);
  }
}
