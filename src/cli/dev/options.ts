import { isHttpUrl } from "../frame/command-line.ts";
import { type ExitCode, misunderstood } from "../frame/failure.ts";
import type { Call } from "../frame/run-command.ts";
import { apiOf, isOfService, type Settings } from "../settings/settings.ts";
import type { dev } from "../definitions.ts";
import type { LiveScope, Target } from "../commands/open-client.ts";

export type DevCall = Call<typeof dev.options, typeof dev.arguments>;

const ofEmulator = ["activity", "env", "world", "state", "reset", "open"] as const;

export function refuseContradictions({ options, arguments: { command } }: DevCall): void {
  const { publicUrl, restore, map, csp, environment, yes, allowPermissionLoss } = options;
  if (restore && (publicUrl !== undefined || command.length > 0))
    throw wrong("--restore cannot be combined with --public-url or a program.");
  if (publicUrl === undefined && !restore) {
    if (environment !== undefined) throw wrong("--environment requires --public-url.");
    if (yes) throw wrong("--yes requires --public-url.");
    if (allowPermissionLoss) throw wrong("--allow-permission-loss requires --public-url.");
    return;
  }
  const given =
    ofEmulator.find((name) => options[name]) ?? (map.length > 0 ? "map" : csp ? undefined : "no-csp");
  if (given !== undefined) throw wrong(`--${given} requires the emulator.`);
}

/** @throws Failure `misunderstood` unless the URL uses https. With an API other than Discord's, http is allowed too. */
export function readPublicUrl(text: string, settings: Pick<Settings, "apiBase">): string {
  const url = isHttpUrl(text) ? new URL(text) : undefined;
  const isPlain = url && url.username === "" && url.password === "" && url.hash === "";
  if (!isPlain) throw wrong("--public-url must be the address of your tunnel, such as https://game.example.");
  if (url.protocol === "http:" && isOfService(apiOf(settings)))
    throw wrong("--public-url must begin with https://, because Discord requires it.");
  if (url.pathname === "/") url.pathname = "/interactions";
  return url.href;
}

function wrong(message: string) {
  return misunderstood(message, "Try 'slashpass dev --help'.");
}

export interface DevService {
  readonly target: Target;
  readonly scope: LiveScope;
  readonly variables: Call["env"];
  /** Default: a free port. */
  readonly endpointPort: number | undefined;
  readonly addresses: readonly (readonly [string, string])[];
  readonly result: Readonly<Record<string, unknown>>;
  prepare(): Promise<void>;
  setEndpoint(endpointUrl: string): Promise<void>;
  restore(): Promise<ExitCode>;
  close(): Promise<void>;
}
