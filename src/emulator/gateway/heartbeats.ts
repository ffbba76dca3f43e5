import type { Clock } from "../base/clock.ts";

/** What the service tells bots to keep to, in milliseconds. */
export const heartbeatIntervalMs = 41_250;
/** How long a bot has to answer when it is asked for a heartbeat. */
const answerMs = 10_000;

/** What happens when heartbeats do not come. */
interface HeartbeatActions {
  /** Asks for one. */
  ask(this: void): void;
  /** None came although it was asked for. */
  giveUp(this: void): void;
}

/**
 * Watches over the heartbeats of a connection. A bot that is late is asked first: when the emulator's clock is advanced, no
 * bot has had the time to send any.
 */
export class Heartbeats {
  readonly #clock: Clock;
  readonly #actions: HeartbeatActions;
  #stop: () => void;

  constructor(clock: Clock, actions: HeartbeatActions) {
    this.#clock = clock;
    this.#actions = actions;
    this.#stop = this.#wait();
  }

  /** One came. */
  heard(): void {
    this.#stop();
    this.#stop = this.#wait();
  }

  /** Asks for one now. */
  ask(): void {
    this.#stop();
    this.#stop = this.#clock.after(answerMs, this.#actions.giveUp);
    this.#actions.ask();
  }

  end(): void {
    this.#stop();
  }

  #wait(): () => void {
    return this.#clock.after(heartbeatIntervalMs, () => this.ask());
  }
}
