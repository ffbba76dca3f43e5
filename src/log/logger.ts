import { isClientError, validationError } from "../core/errors.ts";
import { callable, readerOf } from "../core/check/readers.ts";
import { lstatSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import type { NativeLogFile } from "../native/binding.ts";
import { loadAddon } from "../native/load.ts";
import { debug } from "../core/debug.ts";
import { safeCallback } from "../core/check/callback.ts";
import type { Redactor } from "./redactor.ts";

/** A log line's severity (Discord Social SDK, `LoggingSeverity`). `None` as the minimum disables logging. @stable */
export const LoggingSeverity = {
  /** Detailed steps, for debugging. */
  Verbose: 1,
  /** Expected events. */
  Info: 2,
  /** Problems that do not prevent operation. */
  Warning: 3,
  /** Failures. */
  Error: 4,
  /** Disables logging. Valid only as a minimum severity, not as the severity of a line. */
  None: 5,
} as const;
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity];

const readSeverity = readerOf<LoggingSeverity>(
  "from 1 to 5",
  (value) => Object.values(LoggingSeverity).includes(value as LoggingSeverity),
  { code: "invalid_severity", hint: "Pass a member of LoggingSeverity." },
);

/** How long to wait for the disk when the process exits. */
const exitTimeoutMs = 2000;

const files = new Set<WeakRef<NativeLogFile>>();

/** Paths that this thread has already opened. */
const opened = new Set<string>();

/**
 * Renames the previous run's log, because players may send it in after a restart. Does not move this run's log, because another
 * client may be writing to it. A log that cannot be moved is overwritten.
 */
function keepLast(path: string): void {
  if (opened.has(path)) return;
  opened.add(path);
  try {
    if (lstatSync(path).isFile()) renameSync(path, `${path}.1`);
  } catch {
    // The log does not exist, or another process has it open.
  }
}

/**
 * Opens an empty `discord.log` in `folder` and keeps the previous log as `discord.log.1`. On failure, throws an Error that states
 * the reason. Queued lines are also written on `process.exit` or an uncaught exception.
 */
export function openLogFile(folder: string): NativeLogFile {
  const addon = loadAddon();
  const path = resolve(folder, "discord.log");
  keepLast(path);
  const file = addon.openLogFile(path);
  flushAtExit(file);
  return file;
}

function checkLogDir(folder: unknown): asserts folder is string {
  if (typeof folder === "string" && folder !== "" && !folder.includes("\0")) return;
  throw validationError(
    "invalid_log_dir",
    "The log directory is not a path: it must be a non-empty string without NUL characters.",
    'Pass the path of an existing directory; "." is the current directory.',
  );
}

/** `process.exit` skips finalizers and the addon's cleanup hooks. */
function flushAtExit(file: NativeLogFile): void {
  for (const known of files) if (!known.deref()) files.delete(known);
  files.add(new WeakRef(file));
  process.off("exit", flushAll).on("exit", flushAll);
}

function flushAll(): void {
  const end = performance.now() + exitTimeoutMs;
  for (const file of files) file.deref()?.flush(Math.max(0, Math.ceil(end - performance.now())));
}

export type Log = (severity: LoggingSeverity, component: string, text: string) => void;

/** Called for each log line. `message` starts with the component in brackets. */
export type LogCallback = (message: string, severity: LoggingSeverity) => void;

interface Sink {
  readonly minSeverity: LoggingSeverity;
  readonly take: LogCallback;
}

/**
 * Sends each redacted line to the callbacks, to the log file and, if `NODE_DEBUG=slashpass` is set, to standard error. If all of
 * these are disabled, lines are not redacted.
 *
 * A native thread writes the file from a queue of 32,768 lines. If the queue is full, the oldest lines of the lowest severity are
 * dropped, and the file states how many. Queued lines are written on a normal exit, `process.exit` or an exception; a fatal
 * signal loses the lines from about the last 10 milliseconds.
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
   * @returns `false` if the addon, which redacts the lines, is unavailable.
   * @throws ClientError `invalid_argument` or `invalid_severity`.
   */
  addCallback(callback: LogCallback, minSeverity: LoggingSeverity): boolean {
    callable()(callback, "callback");
    readSeverity(minSeverity, "minSeverity");
    if (!this.#canFilter()) return false;
    const take = safeCallback("AddLogCallback", callback, () => this.#callbackFailed());
    this.#callbacks.push({ minSeverity, take });
    this.#findLowest();
    return true;
  }

  /** Logging is disabled if the redactor is unavailable. */
  #canFilter(): boolean {
    try {
      this.#redactor();
      return true;
    } catch (error) {
      if (!isClientError(error) || error.code !== "addon_unavailable") throw error;
      this.#report(`logging is disabled: ${error.message} ${error.hint ?? ""}`.trim());
      return false;
    }
  }

  /**
   * Writes to `discord.log` in `folder` from now on; `None` stops writing. If the file cannot be opened, the reason goes to the
   * log callbacks or, if there are none, to a process warning.
   *
   * @returns Whether the file is open; `true` for `None`.
   * @throws ClientError `invalid_severity` or `invalid_log_dir`.
   */
  setDir(folder: string, minSeverity: LoggingSeverity): boolean {
    readSeverity(minSeverity, "minSeverity");
    if (minSeverity !== LoggingSeverity.None) checkLogDir(folder);
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
    // The HTTP client already reports requests to `debug`.
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

  /** Resolves when all lines have been written to the log file. */
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

  #callbackFailed(): void {
    if (LoggingSeverity.Warning < this.#fileMinSeverity) return;
    this.#file?.write(LoggingSeverity.Warning, "[callback] the AddLogCallback callback failed");
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
