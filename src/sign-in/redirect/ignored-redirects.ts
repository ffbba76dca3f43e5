import { type Log, LoggingSeverity } from "../../log/logger.ts";
import type { IgnoredReason, Problem } from "./receiver.ts";

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

const problems: Partial<Readonly<Record<IgnoredReason, Problem>>> = {
  missing_state: {
    message: "The redirect has no state, so it belongs to no sign-in (RFC 6749 §4.1.2).",
    hint: "Let the authorization server send back the state of the request.",
  },
  wrong_state: {
    message: "The state of the redirect does not match the sign-in that is waiting here.",
    hint: "It comes from an older tab. If it happens each time, check that the server sends the state back unchanged.",
  },
  repeated_parameter: {
    message:
      "The redirect has a parameter twice, which the authorization server may not send (RFC 6749 §3.1).",
    hint: "Check the query of this page's address.",
  },
};

/** What a developer is told of a redirect that was ignored and that the player sees a page for. */
export function problemOf(reason: IgnoredReason): Problem | undefined {
  return problems[reason];
}
