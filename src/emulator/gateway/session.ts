import { randomBytes } from "node:crypto";
import { GatewayOpcode } from "../../wire/gateway.ts";
import type { Identity } from "./identify.ts";

/** A message that was sent, or will be once the bot resumes. */
interface Kept {
  readonly sequence: number;
  readonly text: string;
}

/** Where messages of a session go while its bot is connected. */
interface Outlet {
  send(this: void, text: string): void;
  /** Ends the connection: the session goes on without it, or is over. */
  leave(this: void): void;
}

/** How much a session keeps for a bot that resumes; beyond that, the oldest is dropped. */
const most = { messages: 1_000, bytes: 4 * 1024 * 1024 };

/** What a bot hears from when it identifies until it stays away, over one connection or several. */
export class GatewaySession {
  readonly id: string = randomBytes(16).toString("hex");
  readonly identity: Identity;
  readonly #kept: Kept[] = [];
  #keptBytes = 0;
  #sequence = 0;
  #outlet: Outlet | undefined;

  constructor(identity: Identity) {
    this.identity = identity;
  }

  /** The number of the newest message. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Where its messages go now; undefined while the bot is away. */
  get outlet(): Outlet | undefined {
    return this.#outlet;
  }

  dispatch(t: string, d: unknown): void {
    const sequence = ++this.#sequence;
    const text = JSON.stringify({ op: GatewayOpcode.Dispatch, s: sequence, t, d });
    this.#keep({ sequence, text });
    this.#outlet?.send(text);
  }

  connect(outlet: Outlet): void {
    this.#outlet = outlet;
  }

  disconnect(): void {
    this.#outlet = undefined;
  }

  /** The messages after one that the bot has; undefined where some of them are not kept any more. */
  missedSince(sequence: number): readonly string[] | undefined {
    const missed = this.#kept.filter((one) => one.sequence > sequence);
    return missed.length === this.#sequence - sequence ? missed.map(({ text }) => text) : undefined;
  }

  #keep(message: Kept): void {
    this.#kept.push(message);
    this.#keptBytes += message.text.length;
    while (this.#kept.length > most.messages || this.#keptBytes > most.bytes) {
      const { text } = this.#kept.shift() as Kept;
      this.#keptBytes -= text.length;
    }
  }
}
