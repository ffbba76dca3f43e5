import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { IgnoredReason } from "./receiver.ts";

/** What one flow ignored: the first of each kind is logged at once, the totals at the end. Floods fill no log. */
export class IgnoredRedirects implements Disposable {
  readonly #counts = new Map<IgnoredReason, number>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(reason: IgnoredReason): void {
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    if (count > 1) return;
    const text = `ignored a request that is not the awaited redirect: ${reason}`;
    this.#log(LoggingSeverity.Warning, "redirect", text);
  }

  [Symbol.dispose](): void {
    if (this.#counts.size === 0) return;
    const totals = [...this.#counts].map(([reason, count]) => `${reason} ${count}`).join(", ");
    this.#log(LoggingSeverity.Info, "redirect", `ignored in all: ${totals}`);
  }
}
