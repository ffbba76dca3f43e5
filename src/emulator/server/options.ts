import { readProfile } from "../../commands/rules/input.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  callable,
  listOf,
  optional,
  secondsOf,
  whole,
} from "../../core/check/readers.ts";
import { readDesktopClient, type DesktopClientInit } from "../activity/desktop-client/init.ts";
import { readRateLimit } from "../base/rate-limits.ts";
import { readEmulatorState, type EmulatorState } from "../state/saved-world.ts";
import { readWorldInit, type WorldOptions } from "../state/world.ts";
import type { RequestRecord } from "./request-record.ts";

/** How an emulator is set up. */
export interface EmulatorOptions extends WorldOptions {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /** Seconds that an access token lives. Default 604800 (7 days), as at the service. */
  readonly accessTokenSeconds?: number | undefined;
  /** The result of {@link Emulator.exportState}, in place of `world`: its applications, commands, players, guilds and tokens. */
  readonly state?: EmulatorState | undefined;
  /** Called with every request once it is over; its errors are dropped. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /**
   * Whether the service's desktop client runs too, and how: a local socket over which a game can ask the player. Default
   * false. A program finds it with {@link EmulatedDesktopClient.environment} in its environment.
   */
  readonly desktopClient?: boolean | DesktopClientInit | undefined;
  /** Ends the start, or the emulator, when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

const year = 31_536_000;

/** Checks how an emulator is set up. */
export const readEmulatorOptions: Reader<EmulatorOptions> = fields<EmulatorOptions>({
  port: optional(whole(0, 65_535)),
  accessTokenSeconds: optional(secondsOf(year)),
  signal: optional(abortSignal()),
  world: optional(readWorldInit),
  state: optional(readEmulatorState),
  onRequest: optional(callable()),
  deviceIntervalSeconds: optional(secondsOf(year)),
  profile: readProfile,
  rateLimits: optional(listOf(readRateLimit)),
  seed: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  desktopClient: optional(readDesktopClient),
});
