import { builtinModule } from "../../core/debug.ts";

/** Publishes events to subscribers of `node:diagnostics_channel`. */
interface Channel<T> {
  readonly name: string;
  /** @param describe - makes the payload; not called while nobody listens. It may hold no secret. */
  publish(describe: () => T): void;
}

/** The used part of `node:diagnostics_channel`. */
interface NodeChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface ChannelModule {
  channel(name: string): NodeChannel;
}

/** @param name - as listeners know it: `slashpass:token:refresh`. */
export function createChannel<T>(name: string): Channel<T> {
  // Looked for at first use: nothing is resolved at import.
  let found: NodeChannel | null | undefined;
  return {
    name,
    publish(describe) {
      found ??=
        (builtinModule("node:diagnostics_channel") as ChannelModule | undefined)?.channel(name) ?? null;
      if (!found?.hasSubscribers) return;
      // Node keeps what a listener throws from us, and reports it as uncaught: that is the listener's own affair.
      found.publish(describe());
    },
  };
}

/** The events of a fleet. */
export interface FleetEvents {
  /** A player's token was asked for. */
  readonly tokenRead: {
    readonly player: string;
    readonly outcome: "fresh" | "due" | "over" | "none" | "ended";
    /** Milliseconds that it took. */
    readonly ms: number;
  };
  /** A token was refreshed, or taken over from the instance that did it. */
  readonly tokenRefresh: {
    readonly player: string;
    readonly outcome: "refreshed" | "adopted" | "refused" | "failed";
    readonly ms: number;
    /** The code of the error. */
    readonly code?: string | undefined;
  };
  /** Two instances wrote at the same time: the newer token stands. */
  readonly tokenConflict: {
    readonly player: string;
  };
  /** A code was exchanged for tokens. */
  readonly tokenExchange: {
    readonly player?: string | undefined;
    readonly outcome: "exchanged" | "failed";
    readonly ms: number;
    readonly code?: string | undefined;
  };
  /** A game used its session secret. */
  readonly sessionUse: {
    readonly player: string;
    readonly outcome: "rotated" | "repeated" | "reused" | "unknown";
  };
  /** A game asked too often within a minute: it was answered with 429. */
  readonly gameRefused: {
    /** Whose requests were too many: of one address, of all whose address is not known, of one session. */
    readonly limit: "address" | "unknown" | "session";
  };
  /** A write waited for replicas. It stands whether they came or not. */
  readonly storeReplicated: {
    readonly operation: string;
    /** Whether as many have it as were asked for. */
    readonly outcome: "replicated" | "short";
    /** So many have it. */
    readonly replicas: number;
  };
  /** An operation of the store failed. */
  readonly storeFailed: {
    /** The operation: `Reading a player's tokens`. */
    readonly operation: string;
    readonly code: string;
  };
  /** A request waits for the limits of the fleet. */
  readonly limitWait: {
    readonly operation: string;
    readonly reason: "bucket" | "global";
    readonly ms: number;
  };
  /** A request was not sent, because of the limits. */
  readonly limitRefused: {
    readonly operation: string;
    /** The code of the error. */
    readonly code: string;
  };
  /** An instance took to its local share of the limits, or is back with the others. */
  readonly limitState: {
    readonly state: "away" | "back";
  };
}

/** Everything that a fleet tells of itself, for counters, histograms and alarms. */
export const channels: { readonly [Name in keyof FleetEvents]: Channel<FleetEvents[Name]> } = {
  tokenRead: createChannel("slashpass:token:read"),
  tokenRefresh: createChannel("slashpass:token:refresh"),
  tokenConflict: createChannel("slashpass:token:conflict"),
  tokenExchange: createChannel("slashpass:token:exchange"),
  sessionUse: createChannel("slashpass:session:use"),
  gameRefused: createChannel("slashpass:game:refused"),
  storeFailed: createChannel("slashpass:store:failed"),
  storeReplicated: createChannel("slashpass:store:replicated"),
  limitWait: createChannel("slashpass:limit:wait"),
  limitRefused: createChannel("slashpass:limit:refused"),
  limitState: createChannel("slashpass:limit:state"),
};
