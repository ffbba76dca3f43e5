import { apiVersions } from "../../core/request/addresses.ts";
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
} from "../../core/check/readers.ts";
import { readAddonPath } from "../../native/load.ts";
import { readLoopbackOptions } from "../../sign-in/redirect/loopback-options.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { loadOnce } from "../../core/lazy.ts";
import type { CheckResult, CheckedDiagnoseOptions, DiagnoseOptions } from "./finding.ts";

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

const loadChecks = loadOnce(() => import("./checks.ts"));

/**
 * Checks whatever a sign-in needs, on this machine and at the service: for the developer who sets a game up, and for a
 * player whom nothing works for. Nobody is signed in and no window is opened. The checks run at the same time, each with
 * its own limit; one that fails leaves the others alone. What Discord tells only a signed-in player is `not-checked`.
 *
 * @returns one result for each check, in a fixed order.
 * @throws ClientError (ValidationError) for options that are wrong; `aborted`.
 */
export async function diagnose(options: DiagnoseOptions): Promise<CheckResult[]> {
  const checked = readDiagnoseOptions(options, "options");
  const { runAllChecks } = await loadChecks();
  return runAllChecks(checked);
}
