import { builtinModule } from "../../core/debug.ts";

interface Channel<T> {
  readonly name: string;
  /** @param describe - Not called if there are no subscribers. Its result must not include secrets. */
  publish(describe: () => T): void;
}

interface NodeChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface ChannelModule {
  channel(name: string): NodeChannel;
}

export function createDiagnosticsChannel<T>(name: string): Channel<T> {
  // Importing this module resolves nothing.
  let found: NodeChannel | null | undefined;
  return {
    name,
    publish(describe) {
      found ??=
        (builtinModule("node:diagnostics_channel") as ChannelModule | undefined)?.channel(name) ?? null;
      if (!found?.hasSubscribers) return;
      // Node catches what a subscriber throws and reports it as an uncaught exception.
      found.publish(describe());
    },
  };
}

/** A fleet's events, by channel. */
export interface FleetEvents {
  /** A player's token was read. */
  readonly tokenRead: {
    readonly player: string;
    readonly outcome: "fresh" | "due" | "over" | "none" | "ended";
    /** Duration in milliseconds. */
    readonly ms: number;
  };
  /** A token was refreshed, or adopted from the instance that refreshed it. */
  readonly tokenRefresh: {
    readonly player: string;
    readonly outcome: "refreshed" | "adopted" | "refused" | "failed";
    readonly ms: number;
    /** The error code. */
    readonly code?: string | undefined;
  };
  /** Two instances wrote concurrently. The newer token was kept. */
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
  /** A game exceeded its limit within a minute and got a 429. */
  readonly gameRefused: {
    /** Which limit was exceeded: one address's, that of all requests without a known address, or one session's. */
    readonly limit: "address" | "unknown" | "session";
  };
  /** A write waited for replicas. It persists in any case. */
  readonly storeReplicated: {
    readonly operation: string;
    /** Whether the requested number of replicas has the write. */
    readonly outcome: "replicated" | "short";
    /** The number of replicas that have the write. */
    readonly replicas: number;
  };
  /** A store operation failed. */
  readonly storeFailed: {
    /** The operation: `Reading a player's tokens`. */
    readonly operation: string;
    readonly code: string;
  };
  /** A request waits for the fleet's limits. */
  readonly limitWait: {
    readonly operation: string;
    readonly reason: "bucket" | "global";
    readonly ms: number;
  };
  /** The limits prevented a request. */
  readonly limitRefused: {
    readonly operation: string;
    /** The error code. */
    readonly code: string;
  };
  /** An instance switched to its local share of the limits, or back to the shared limits. */
  readonly limitState: {
    readonly state: "away" | "back";
  };
}

export const channels: { readonly [Name in keyof FleetEvents]: Channel<FleetEvents[Name]> } = {
  tokenRead: createDiagnosticsChannel("slashpass:token:read"),
  tokenRefresh: createDiagnosticsChannel("slashpass:token:refresh"),
  tokenConflict: createDiagnosticsChannel("slashpass:token:conflict"),
  tokenExchange: createDiagnosticsChannel("slashpass:token:exchange"),
  sessionUse: createDiagnosticsChannel("slashpass:session:use"),
  gameRefused: createDiagnosticsChannel("slashpass:game:refused"),
  storeFailed: createDiagnosticsChannel("slashpass:store:failed"),
  storeReplicated: createDiagnosticsChannel("slashpass:store:replicated"),
  limitWait: createDiagnosticsChannel("slashpass:limit:wait"),
  limitRefused: createDiagnosticsChannel("slashpass:limit:refused"),
  limitState: createDiagnosticsChannel("slashpass:limit:state"),
};
