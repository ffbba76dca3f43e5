import { readForeignJson } from "../../core/request/response.ts";
import type { ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { Exchange, Exchanges } from "../outbound/exchanges.ts";
import type { ActivityWindow } from "../activity/window.ts";
import type { PlayState, ExchangeView, MessageView } from "./model/view.ts";
import type { RecordedMessage } from "../activity/report.ts";

interface Watched {
  readonly clock: Clock;
  readonly exchanges: Exchanges;
  readonly state: () => PlayState;
  readonly describe: (exchange: Exchange) => ExchangeView;
  readonly windows: () => readonly ActivityWindow[];
}

/** The polling interval. Polling is necessary because any part of the emulator may change the state. */
const everyMs = 200;

export class Live {
  readonly #response: ServerResponse;
  readonly #watched: Watched;
  readonly #sent = new WeakSet<object>();
  #sentState = "";

  constructor(response: ServerResponse, watched: Watched) {
    this.#response = response;
    this.#watched = watched;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    this.sendChanges();
    this.#sendLater();
  }

  sendChanges(): void {
    const { state, exchanges, describe, windows } = this.#watched;
    const now = JSON.stringify(state());
    if (now !== this.#sentState) this.#send("state", now);
    this.#sentState = now;
    this.#sendNew("exchanges", exchanges.all, describe);
    for (const { ticket, messages } of windows())
      this.#sendNew("messages", messages, (message) => describeMessage(ticket, message));
  }

  #sendNew<Item extends object>(
    event: string,
    items: readonly Item[],
    describe: (item: Item) => object,
  ): void {
    const news = items.filter((item) => !this.#sent.has(item));
    if (news.length > 0) this.#send(event, JSON.stringify(news.map(describe)));
    for (const item of news) this.#sent.add(item);
  }

  #sendLater(): void {
    this.#watched.clock.after(everyMs, () => {
      if (this.#response.destroyed) return;
      try {
        this.sendChanges();
        this.#sendLater();
      } catch {
        // The page will reconnect; an error must not crash the emulator.
        this.#response.destroy();
      }
    });
  }

  #send(event: string, data: string): void {
    this.#response.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}

export function describeMessage(window: string, message: RecordedMessage): MessageView {
  const { number, from, at, title, body, size } = message;
  const isWhole = size === body.length;
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
    body: isWhole ? pretty(payload) : `${body}\n… ${size} characters in total`,
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
