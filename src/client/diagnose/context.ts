import { defaultWebBase, resolveApiBase } from "../../core/request/addresses.ts";
import type { Fetch } from "../../core/request/send.ts";
import { setAddonPath } from "../../native/load.ts";
import { parseScheme, type SchemeName } from "../../sign-in/redirect/custom-scheme-name.ts";
import { type LoopbackPlace, parsePlace } from "../../sign-in/redirect/loopback-options.ts";
import { callbackPath } from "../../sign-in/redirect/loopback-request.ts";
import { describeService, type Service } from "../../sign-in/addresses.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { checkedStore } from "../../store/checked-store.ts";
import { keychainRecords } from "../../store/keychain-records.ts";
import type { TokenStore } from "../../store/token-store.ts";
import type { LocalMachine } from "./machine.ts";
import type { CheckedDiagnoseOptions } from "./options.ts";
import { ServiceAnswers } from "./service-answers.ts";

/** What the checks work with. */
export interface CheckContext {
  readonly machine: LocalMachine;
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly scheme: SchemeName;
  /** Whether the game named that scheme: players then come back by it. */
  readonly namesScheme: boolean;
  readonly place: LoopbackPlace;
  /** As it has to stand in the developer portal. */
  readonly registeredUri: string;
  readonly store: TokenStore;
  /** Whether the tokens go to the system's keychain. */
  readonly usesKeychain: boolean;
  readonly service: Service;
  readonly answers: ServiceAnswers;
  readonly botToken: string | undefined;
}

/** A port that a browser could be sent back to; nobody listens there, and nobody is sent. */
const somePort = 49_152;

/**
 * Puts together what the checks need, without I/O.
 *
 * @throws ClientError (ValidationError) `invalid_base_url`, `conflicting_versions`, `invalid_scheme`, `reserved_scheme`.
 */
export function createContext(options: CheckedDiagnoseOptions, machine: LocalMachine): CheckContext {
  const { applicationId, scopes, customSchemeParam, botToken, store, timeoutMs, signal } = options;
  const fetch: Fetch | undefined = options.fetch;
  const service = describeService(resolveApiBase(options), options.webBase ?? defaultWebBase);
  const scheme = parseScheme({ applicationId, scheme: customSchemeParam });
  const namesScheme = customSchemeParam !== undefined;
  const place = parsePlace(options.loopback ?? {});
  const custom = `${scheme.written}:/authorize/callback`;
  const loopback = (port: string): string => `http://${hostOf(place)}${port}${callbackPath}`;
  const redirectUri = namesScheme ? custom : loopback(`:${place.port || somePort}`);
  setAddonPath(options.addonPath);
  return {
    machine,
    applicationId,
    scopes,
    scheme,
    namesScheme,
    place,
    registeredUri: namesScheme ? custom : loopback(""),
    store: store ? checkedStore(store, withheld) : keychainRecords({}),
    usesKeychain: store === undefined,
    service,
    botToken,
    answers: new ServiceAnswers({
      service,
      applicationId,
      scopes,
      redirectUri,
      // Less than the checks have, so that a request itself says that it hangs.
      timeoutMs: Math.ceil(timeoutMs * 0.9),
      signal,
      fetch,
    }),
  };
}

export function hostOf({ hosts: [host] }: LoopbackPlace): string {
  return host === "::1" ? "[::1]" : host;
}

/** There is no redactor here, so that nothing of a foreign error can be shown. */
function withheld(): string {
  return "(withheld)";
}
