import { type LogFile, openLogFile } from "./log-file.ts";
import type { Redactor } from "./redactor.ts";
import { checkSeverity, LoggingSeverity, nameOf } from "./severity.ts";

export { LoggingSeverity } from "./severity.ts";

/** Takes one line. */
export type Log = (severity: LoggingSeverity, component: string, text: string) => void;

/** Called for each log line; `message` names the component and says what happened. */
export type LogCallback = (message: string, severity: LoggingSeverity) => void;

interface Sink {
  readonly minSeverity: LoggingSeverity;
  readonly take: (message: string, severity: LoggingSeverity) => void;
}

/** Sends each line, redacted first, to the callbacks and to the log file. Without any of them a line costs nothing. */
export class Logger {
  readonly #redactor: () => Redactor;
  readonly #callbacks: Sink[] = [];
  #file: LogFile | undefined;
  #fileSink: Sink | undefined;

  constructor(redactor: () => Redactor) {
    this.#redactor = redactor;
  }

  /** @throws ClientError `addon_unavailable` or `invalid_severity`. */
  addCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    this.#redactor();
    this.#callbacks.push({ minSeverity: checkSeverity(minSeverity), take: callback });
  }

  /**
   * Writes to `discord.log` in `folder` (the current one when empty) instead of where it wrote before; `None` ends it.
   *
   * @returns whether the file is open now; true when it was to be ended.
   * @throws ClientError `addon_unavailable` or `invalid_severity`.
   */
  setDir(folder: string, minSeverity: LoggingSeverity): boolean {
    checkSeverity(minSeverity);
    this.#closeFile();
    if (minSeverity === LoggingSeverity.None) return true;
    this.#redactor();
    const file = openLogFile(folder);
    if (!file) return false;
    this.#file = file;
    this.#fileSink = {
      minSeverity,
      take: (message, severity) => file.write(`${new Date().toISOString()} ${nameOf(severity)} ${message}`),
    };
    return true;
  }

  log(severity: LoggingSeverity, component: string, text: string): void {
    const sinks = [...this.#callbacks, this.#fileSink].filter((sink) => sink && severity >= sink.minSeverity);
    if (sinks.length === 0) return;
    const message = this.#redactor().redact(`[${component}] ${text.replaceAll("\n", "\\n")}`);
    for (const sink of sinks) {
      try {
        sink?.take(message, severity);
      } catch {
        // The game's callback or a full disk must not break what is being logged.
      }
    }
  }

  close(): Promise<void> {
    this.#callbacks.length = 0;
    this.#closeFile();
    return Promise.resolve();
  }

  #closeFile(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#fileSink = undefined;
  }
}
