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

/** Time in which a session can be resumed: "a few minutes" (Discord documentation, Gateway). */
const waitsMs = 180_000;
const mostSessions = 200;

export class Sessions {
  readonly #world: World;
  readonly #all = new Map<string, { readonly session: GatewaySession; readonly leave: () => void }>();
  readonly #waiting = new Map<GatewaySession, () => void>();

  constructor(world: World) {
    this.#world = world;
  }

  get all(): readonly GatewaySession[] {
    return [...this.#all.values()].map(({ session }) => session);
  }

  open(identity: Identity): GatewaySession {
    const session = new GatewaySession(identity);
    const { application, shard } = identity;
    const leave = this.#world.bots.add({ applicationId: application.id, shard });
    this.#all.set(session.id, { session, leave });
    this.#makeRoom();
    return session;
  }

  find(id: unknown): GatewaySession | undefined {
    return typeof id === "string" ? this.#all.get(id)?.session : undefined;
  }

  await(session: GatewaySession): void {
    session.outlet = undefined;
    if (this.#all.has(session.id))
      this.#waiting.set(
        session,
        this.#world.clock.after(waitsMs, () => this.end(session)),
      );
  }

  keep(session: GatewaySession): void {
    this.#waiting.get(session)?.();
    this.#waiting.delete(session);
  }

  end(session: GatewaySession): void {
    this.keep(session);
    session.outlet = undefined;
    this.#all.get(session.id)?.leave();
    this.#all.delete(session.id);
  }

  #makeRoom(): void {
    for (const oldest of this.all.slice(0, Math.max(0, this.#all.size - mostSessions))) {
      oldest.outlet?.leave();
      this.end(oldest);
    }
  }
}

interface Kept {
  readonly sequence: number;
  readonly text: string;
}

interface Outlet {
  send(this: void, text: string): void;
  leave(this: void): void;
}

const mostKept = { messages: 1_000, bytes: 4 * 1024 * 1024 };

export class GatewaySession {
  readonly id: string = randomBytes(16).toString("hex");
  readonly identity: Identity;
  readonly #kept: Kept[] = [];
  #keptBytes = 0;
  sequence = 0;
  outlet: Outlet | undefined;

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
    const missed = this.#kept.filter((one) => one.sequence > sequence);
    return missed.length === this.sequence - sequence ? missed.map(({ text }) => text) : undefined;
  }

  #keep(message: Kept): void {
    this.#kept.push(message);
    this.#keptBytes += message.text.length;
    while (this.#kept.length > mostKept.messages || this.#keptBytes > mostKept.bytes) {
      const { text } = this.#kept.shift() as Kept;
      this.#keptBytes -= text.length;
    }
  }
}
