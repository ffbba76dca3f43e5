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

/** Options for an emulator. @stable */
export interface EmulatorOptions extends WorldOptions {
  /** The port on 127.0.0.1. Default: any free port. */
  readonly port?: number | undefined;
  /** The lifetime of access tokens, in seconds. Default 604800 (7 days), as on the service. */
  readonly accessTokenSeconds?: number | undefined;
  /** A state exported with {@link Emulator.exportState}. Replaces `world`. */
  readonly state?: EmulatorState | undefined;
  /** Called for each finished request. Errors that it throws are ignored. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /**
   * Whether to run the desktop client, which accepts authorization requests from games on a local socket. Default false. Programs
   * find the socket through {@link EmulatedDesktopClient.environment}.
   */
  readonly desktopClient?: boolean | DesktopClientInit | undefined;
  /** Aborts startup or closes the running emulator. */
  readonly signal?: AbortSignal | undefined;
}

const year = 31_536_000;

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
