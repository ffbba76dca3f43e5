import type { World } from "../state/world.ts";
import type { Identity } from "./identify.ts";
import { GatewaySession } from "./session.ts";

/** How long a session waits for a bot that has gone away: a few minutes, says the Discord documentation, Gateway. */
const waitsMs = 180_000;
/** Sessions at a time; of more than that, the oldest ends. */
const most = 200;

/** Every session at the gateway. */
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

  /** The bot is away: the session waits for it, for a while. */
  await(session: GatewaySession): void {
    session.disconnect();
    if (this.#all.has(session.id))
      this.#waiting.set(
        session,
        this.#world.clock.after(waitsMs, () => this.end(session)),
      );
  }

  /** The bot is back. */
  keep(session: GatewaySession): void {
    this.#waiting.get(session)?.();
    this.#waiting.delete(session);
  }

  end(session: GatewaySession): void {
    this.keep(session);
    session.disconnect();
    this.#all.get(session.id)?.leave();
    this.#all.delete(session.id);
  }

  #makeRoom(): void {
    for (const oldest of this.all.slice(0, Math.max(0, this.#all.size - most))) {
      oldest.outlet?.leave();
      this.end(oldest);
    }
  }
}
