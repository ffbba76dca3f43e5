import { builtinModule } from "../../core/debug.ts";

interface Channel<T> {
  readonly name: string;
  /** @param describe - Called only if there are subscribers. The result must not include secrets. */
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
  // Resolved on first use, so importing this module has no side effects.
  let found: NodeChannel | null | undefined;
  return {
    name,
    publish(describe) {
      found ??=
        (builtinModule("node:diagnostics_channel") as ChannelModule | undefined)?.channel(name) ?? null;
      if (!found?.hasSubscribers) return;
      // If a subscriber throws, Node catches the exception and reports it as uncaught.
      found.publish(describe());
    },
  };
}

/** A server fleet's events, by channel. */
export interface FleetEvents {
  readonly tokenRead: {
    readonly player: string;
    readonly outcome: "fresh" | "due" | "over" | "none" | "ended";
    /** The duration in milliseconds. */
    readonly durationMs: number;
  };
  /** A token was refreshed, or adopted from the instance that refreshed it. */
  readonly tokenRefresh: {
    readonly player: string;
    readonly outcome: "refreshed" | "adopted" | "refused" | "failed";
    readonly durationMs: number;
    readonly code?: string | undefined;
  };
  /** Two instances wrote concurrently. The newer token was kept. */
  readonly tokenConflict: {
    readonly player: string;
  };
  readonly tokenExchange: {
    readonly player?: string | undefined;
    readonly outcome: "exchanged" | "failed";
    readonly durationMs: number;
    readonly code?: string | undefined;
  };
  /** A game used its session secret. */
  readonly sessionUse: {
    readonly player: string;
    readonly outcome: "rotated" | "repeated" | "reused" | "unknown";
  };
  /** A game exceeded its per-minute limit and got a 429. */
  readonly gameRefused: {
    /** The limit that was exceeded: for an address, for all requests without a known address, or for a session. */
    readonly limit: "address" | "unknown" | "session";
  };
  /** A write waited for replicas. It persists even if it reached too few of them. */
  readonly storeReplicated: {
    readonly operation: string;
    /** Whether the write has reached the requested number of replicas. */
    readonly outcome: "replicated" | "short";
    readonly replicas: number;
  };
  readonly storeFailed: {
    /** The operation, for example `Reading a player's tokens`. */
    readonly operation: string;
    readonly code: string;
  };
  /** A request is waiting because of the fleet's limits. */
  readonly limitWait: {
    readonly operation: string;
    readonly reason: "bucket" | "global";
    readonly durationMs: number;
  };
  /** A request was not sent because of the limits. */
  readonly limitRefused: {
    readonly operation: string;
    readonly code: string;
  };
  /** An instance switched from the shared limits to its local share, or back. */
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
