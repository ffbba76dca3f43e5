import type { World } from "../state/world.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Shard } from "../state/online-bots.ts";
import { randomBytes } from "node:crypto";
import { GatewayOpcode } from "../../wire/gateway.ts";

export interface Identity {
  readonly application: EmulatorApplication;
  readonly intents: number;
  readonly shard: Shard;
}

/** How long a session can be resumed: "a few minutes" (Discord documentation, Gateway). */
const resumeTimeoutMs = 180_000;
const mostSessions = 200;

export class Sessions {
  readonly #world: World;
  readonly #all = new Map<string, GatewaySession>();

  constructor(world: World) {
    this.#world = world;
  }

  get all(): readonly GatewaySession[] {
    return [...this.#all.values()];
  }

  open(identity: Identity): GatewaySession {
    const { application, shard } = identity;
    const session = new GatewaySession(identity);
    session.goOffline = this.#world.bots.add({ applicationId: application.id, shard });
    this.#all.set(session.id, session);
    const [oldest = session] = this.#all.values();
    if (this.#all.size > mostSessions) {
      oldest.outlet?.leave();
      this.end(oldest);
    }
    return session;
  }

  find(id: unknown): GatewaySession | undefined {
    return typeof id === "string" ? this.#all.get(id) : undefined;
  }

  /** Ends the session unless it is resumed in time. */
  await(session: GatewaySession): void {
    session.outlet = undefined;
    if (this.#all.has(session.id))
      session.stopTimer = this.#world.clock.after(resumeTimeoutMs, () => this.end(session));
  }

  end(session: GatewaySession): void {
    session.stopTimer();
    session.outlet = undefined;
    if (this.#all.delete(session.id)) session.goOffline();
  }
}

interface StoredDispatch {
  readonly sequence: number;
  readonly text: string;
}

interface Outlet {
  send(this: void, text: string): void;
  leave(this: void): void;
}

const mostStored = { messages: 1_000, bytes: 4 * 1024 * 1024 };

export class GatewaySession {
  readonly id: string = randomBytes(16).toString("hex");
  readonly identity: Identity;
  readonly #stored: StoredDispatch[] = [];
  #storedBytes = 0;
  sequence = 0;
  outlet: Outlet | undefined;
  stopTimer: () => void = () => undefined;
  goOffline: () => void = () => undefined;

  constructor(identity: Identity) {
    this.identity = identity;
  }

  dispatch(t: string, d: unknown): void {
    const sequence = ++this.sequence;
    const text = JSON.stringify({ op: GatewayOpcode.Dispatch, s: sequence, t, d });
    this.#keep({ sequence, text });
    this.outlet?.send(text);
  }

  missedSince(sequence: number): readonly string[] | undefined {
    const missed = this.#stored.filter((dispatch) => dispatch.sequence > sequence);
    return missed.length === this.sequence - sequence ? missed.map(({ text }) => text) : undefined;
  }

  #keep(message: StoredDispatch): void {
    this.#stored.push(message);
    this.#storedBytes += message.text.length;
    while (this.#stored.length > mostStored.messages || this.#storedBytes > mostStored.bytes) {
      const { text } = this.#stored.shift() as StoredDispatch;
      this.#storedBytes -= text.length;
    }
  }
}
