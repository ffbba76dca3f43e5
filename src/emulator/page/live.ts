import { readForeignJson } from "../../core/request/response.ts";
import type { ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { Exchange, Exchanges } from "../outbound/exchanges.ts";
import type { ActivityWindow } from "../activity/window.ts";
import type { PlayState, ShownExchange, ShownMessage } from "./model/view.ts";
import type { RecordedMessage } from "../activity/report.ts";

/** The subjects of a page's news. */
interface Watched {
  readonly clock: Clock;
  readonly exchanges: Exchanges;
  /** The current state. */
  readonly state: () => PlayState;
  readonly describe: (exchange: Exchange) => ShownExchange;
  /** The player's windows of an Activity. */
  readonly windows: () => readonly ActivityWindow[];
}

/**
 * Milliseconds between checks for changes. Without them everything that changes the world would have to report it: every call
 * of a test, every part of the emulator, the clock.
 */
const everyMs = 200;

/** Sends the state and all changes to one page, as server-sent events. */
export class Live {
  readonly #response: ServerResponse;
  readonly #watched: Watched;
  #told = "";
  #toldNumber = 0;
  /** The last message of each window that was sent to the page. */
  readonly #toldMessages = new WeakMap<ActivityWindow, number>();

  constructor(response: ServerResponse, watched: Watched) {
    this.#response = response;
    this.#watched = watched;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    this.look();
    this.#lookLater();
  }

  /** Sends the changes since the last check. */
  look(): void {
    const { state, exchanges, describe } = this.#watched;
    const now = JSON.stringify(state());
    if (now !== this.#told) this.#tell("state", now);
    this.#told = now;
    const news = exchanges.all.filter(({ number }) => number > this.#toldNumber);
    if (news.length > 0) this.#tell("exchanges", JSON.stringify(news.map(describe)));
    this.#toldNumber = news.at(-1)?.number ?? this.#toldNumber;
    for (const window of this.#watched.windows()) this.#tellMessages(window);
  }

  #tellMessages(window: ActivityWindow): void {
    const messages = describeMessages(window, this.#toldMessages.get(window) ?? 0);
    if (messages.length > 0) this.#tell("messages", JSON.stringify(messages));
    this.#toldMessages.set(window, messages.at(-1)?.number ?? this.#toldMessages.get(window) ?? 0);
  }

  #lookLater(): void {
    this.#watched.clock.after(everyMs, () => {
      if (this.#response.destroyed) return;
      try {
        this.look();
        this.#lookLater();
      } catch {
        // The page reconnects. An error must not end the emulator's process.
        this.#response.destroy();
      }
    });
  }

  #tell(event: string, data: string): void {
    this.#response.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}

/** The messages of an Activity and the emulator, as the page shows them. */
export function describeMessages(
  { ticket, messages }: ActivityWindow,
  after: number,
): readonly ShownMessage[] {
  return messages.filter(({ number }) => number > after).map((message) => describeMessage(ticket, message));
}

function describeMessage(window: string, message: RecordedMessage): ShownMessage {
  const { number, from, at, title, body, size } = message;
  const isWhole = size === body.length;
  // A message that is not JSON is recorded without a body.
  const payload = isWhole ? (readForeignJson(body) as Payload | undefined) : undefined;
  const kind = kindOf(message, payload);
  return {
    window,
    number,
    from,
    kind,
    title: title.replace(/ ERROR$/, ""),
    outcome: /^(?:error|close [^1])/.test(kind) ? "refused" : "done",
    at: new Date(at).toISOString(),
    body: isWhole ? pretty(payload) : `${body}\n… ${size} characters in all`,
  };
}

interface Payload {
  readonly cmd?: unknown;
  readonly code?: unknown;
  readonly data?: { readonly code?: unknown } | null;
}

function kindOf({ from, title }: RecordedMessage, payload: Payload | undefined): string {
  if (title === "CLOSE") return withCode("close", payload?.code);
  if (title === "HANDSHAKE") return "handshake";
  if (from === "activity") return "command";
  if (title.endsWith(" ERROR")) return withCode("error", payload?.data?.code);
  return payload?.cmd === "DISPATCH" ? "event" : "answer";
}

function withCode(kind: string, code: unknown): string {
  return typeof code === "number" ? `${kind} ${code}` : kind;
}

function pretty(payload: Payload | undefined): string {
  return payload ? JSON.stringify(payload, null, 2) : "";
}
