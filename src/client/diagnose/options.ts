import { parseBaseUrl, type ServiceOptions } from "../../core/request/addresses.ts";
import { type CallOptions, serviceFields } from "../../core/request/transport.ts";
import { parseSecret } from "../../core/request/credential.ts";
import { defaultPresenceScopes, parseScopes, readScopes } from "../../tokens/scopes.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  asItIs,
  milliseconds,
  optional,
  withMethods,
  parseSnowflake,
} from "../../core/check/readers.ts";
import { readAddonPath } from "../../native/load.ts";
import { type LoopbackOptions, readLoopbackOptions } from "../../sign-in/options.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { TokenStore } from "../../store/token-store.ts";
import type { Scopes } from "../../wire/scope.ts";

/** Options for `diagnose`: a subset of the options for `Client` and `signIn`. @stable */
export interface DiagnoseOptions extends ServiceOptions, CallOptions {
  /** The application that players sign in to. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The base URL of the web pages. Default: `https://discord.com`. */
  readonly webBase?: string | undefined;
  /** The scopes that the game requests. Default: the presence scopes. */
  readonly scopes?: Scopes | undefined;
  /** The custom scheme that the game uses for redirects. Default: none; the loopback redirect is tried first. */
  readonly customSchemeParam?: string | undefined;
  /** The port and address of the loopback redirect. Default: any free port on 127.0.0.1. */
  readonly loopback?: LoopbackOptions | undefined;
  /** The game's token store. Default: the system keychain. */
  readonly store?: TokenStore | undefined;
  /** The absolute path to `slashpass.node`, if it is not in a default location. */
  readonly addonPath?: string | undefined;
  /** The application's bot token. If set, settings are read from the API instead of being inferred. */
  readonly botToken?: string | undefined;
  /** The timeout for each check in milliseconds. Default: 10000. */
  readonly timeoutMs?: number | undefined;
}

export type CheckedDiagnoseOptions = Omit<DiagnoseOptions, "applicationId" | "scopes" | "timeoutMs"> & {
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly timeoutMs: number;
};

const readRequestedScopes: Reader<string> = (value, name) =>
  parseScopes(readScopes(value ?? defaultPresenceScopes, name));
const readTimeout: Reader<number> = (value, name) => milliseconds()(value ?? 10_000, name);

export const readDiagnoseOptions: Reader<CheckedDiagnoseOptions> = fields<CheckedDiagnoseOptions>({
  applicationId: parseSnowflake,
  ...serviceFields,
  webBase: optional(parseBaseUrl),
  scopes: readRequestedScopes,
  customSchemeParam: asItIs(),
  loopback: optional(readLoopbackOptions),
  store: optional(withMethods<TokenStore>(["probe"])),
  addonPath: optional(readAddonPath),
  botToken: optional(parseSecret),
  timeoutMs: readTimeout,
  signal: optional(abortSignal()),
});
