import type { ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { Exchange, Exchanges } from "../outbound/exchanges.ts";
import type { ActivityFrame } from "../activity/frame.ts";
import type { PlayState, ShownExchange } from "./model/view.ts";
import { describeMessages } from "./shown-message.ts";

/** The events for a page. */
interface Watched {
  readonly clock: Clock;
  readonly exchanges: Exchanges;
  /** How it is right now. */
  readonly state: () => PlayState;
  readonly describe: (exchange: Exchange) => ShownExchange;
  /** The player's windows of an Activity. */
  readonly frames: () => readonly ActivityFrame[];
}

/**
 * How often the world is checked for changes. Otherwise everything that changes the world would have to report it: every
 * call of a test, every part of the emulator, the clock.
 */
const everyMs = 200;

/** Sends one page the state and all changes, as server-sent events, until it is closed. */
export class Live {
  readonly #response: ServerResponse;
  readonly #watched: Watched;
  #told = "";
  #toldNumber = 0;
  /** The last message of each window that was sent to the page. */
  readonly #toldMessages = new WeakMap<ActivityFrame, number>();

  constructor(response: ServerResponse, watched: Watched) {
    this.#response = response;
    this.#watched = watched;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    this.look();
    this.#lookLater();
  }

  /** Tells what has changed since it last looked. */
  look(): void {
    const { state, exchanges, describe } = this.#watched;
    const now = JSON.stringify(state());
    if (now !== this.#told) this.#tell("state", now);
    this.#told = now;
    const news = exchanges.all.filter(({ number }) => number > this.#toldNumber);
    if (news.length > 0) this.#tell("exchanges", JSON.stringify(news.map(describe)));
    this.#toldNumber = news.at(-1)?.number ?? this.#toldNumber;
    for (const frame of this.#watched.frames()) this.#tellMessages(frame);
  }

  #tellMessages(frame: ActivityFrame): void {
    const messages = describeMessages(frame, this.#toldMessages.get(frame) ?? 0);
    if (messages.length > 0) this.#tell("messages", JSON.stringify(messages));
    this.#toldMessages.set(frame, messages.at(-1)?.number ?? this.#toldMessages.get(frame) ?? 0);
  }

  #lookLater(): void {
    this.#watched.clock.after(everyMs, () => {
      if (this.#response.destroyed) return;
      try {
        this.look();
        this.#lookLater();
      } catch {
        // The page asks again; an error must not end the emulator's process.
        this.#response.destroy();
      }
    });
  }

  #tell(event: string, data: string): void {
    this.#response.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}
