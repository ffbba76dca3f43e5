import { type ServiceOptions, apiVersions } from "../../core/request/addresses.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { parseSecret } from "../../core/request/credential.ts";
import { defaultPresenceScopes, parseScopes, readScopes } from "../../tokens/scopes.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  asItIs,
  callable,
  milliseconds,
  oneOf,
  optional,
  withMethods,
  parseSnowflake,
} from "../../core/check/readers.ts";
import { readAddonPath } from "../../native/load.ts";
import { type LoopbackOptions, readLoopbackOptions } from "../../sign-in/redirect/loopback-options.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { TokenStore } from "../../store/token-store.ts";
import type { Scopes } from "../../wire/scope.ts";

/** The settings of a sign-in: the same as for `Client` and `signIn`, as far as the checks need them. */
export interface DiagnoseOptions extends ServiceOptions, CallOptions {
  /** Id of the application that players would sign in to. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** Base of the web pages. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
  /** The scopes that the game asks for. Default: those for presence. */
  readonly scopes?: Scopes | undefined;
  /** The scheme of a game that wants its players back by one of its own. Default: the loopback redirect comes first. */
  readonly customSchemeParam?: string | undefined;
  /** Port and address at which the loopback redirect listens. Default: any free port of 127.0.0.1. */
  readonly loopback?: LoopbackOptions | undefined;
  /** The store of the game's tokens. Default: the system's keychain. */
  readonly store?: TokenStore | undefined;
  /** The absolute path of `slashpass.node`, where it lies in none of the usual places. */
  readonly addonPath?: string | undefined;
  /** With the token of the application's bot, the settings of the application are read instead of inferred. */
  readonly botToken?: string | undefined;
  /** Milliseconds for each check. Default 10000. */
  readonly timeoutMs?: number | undefined;
}

/** {@link DiagnoseOptions} as they were read; the scheme and the addresses are checked where they are used. */
export type CheckedDiagnoseOptions = Omit<DiagnoseOptions, "applicationId" | "scopes" | "timeoutMs"> & {
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly timeoutMs: number;
};

const readAskedScopes: Reader<string> = (value, name) =>
  parseScopes(readScopes(value ?? defaultPresenceScopes, name));
const readTimeout: Reader<number> = (value, name) => milliseconds()(value ?? 10_000, name);

export const readDiagnoseOptions: Reader<CheckedDiagnoseOptions> = fields<CheckedDiagnoseOptions>({
  applicationId: parseSnowflake,
  apiBase: asItIs(),
  apiVersion: optional(oneOf(apiVersions)),
  webBase: asItIs(),
  fetch: optional(callable()),
  scopes: readAskedScopes,
  customSchemeParam: asItIs(),
  loopback: optional(readLoopbackOptions),
  store: optional(withMethods<TokenStore>(["probe"])),
  addonPath: optional(readAddonPath),
  botToken: optional(parseSecret),
  timeoutMs: readTimeout,
  signal: optional(abortSignal()),
});
