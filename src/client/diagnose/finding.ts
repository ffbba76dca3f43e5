import { escapeControls, isClientError } from "../../core/errors.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { ServiceOptions } from "../../core/request/addresses.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import type { LoopbackOptions } from "../../sign-in/redirect/loopback-options.ts";
import type { TokenStore } from "../../store/token-store.ts";
import type { Scopes } from "../../wire/scope.ts";

/** What one check found. Holds no secret. */
export interface CheckResult {
  readonly check: CheckName;
  readonly verdict: CheckVerdict;
  /** What is there, in a sentence. */
  readonly found: string;
  /** What to do. */
  readonly advice?: string;
  /** The code of the ClientError that a sign-in would meet, where there is one. */
  readonly code?: string;
}

/** What a sign-in needs, by name. */
export type CheckName =
  | "addon"
  | "browser"
  | "loopback"
  | "scheme"
  | "keychain"
  | "network"
  | "clock"
  | "redirect-uri"
  | "public-client"
  | "scopes";

/** The same before it is known which check it was. */
export type Finding = Omit<CheckResult, "check">;

export function finding(verdict: CheckVerdict, found: string, advice?: string): Finding {
  return { verdict, found: escapeControls(found), ...(advice !== undefined && { advice }) };
}

/** The finding for an error. A foreign error is not shown: it may quote secrets. */
export function findingOf(error: unknown, verdict: CheckVerdict = "failure"): Finding {
  if (!isClientError(error))
    return finding(verdict, "The check itself failed.", "Report this as a bug of slashpass.");
  return { ...finding(verdict, error.message, error.hint), code: error.code };
}

/** {@link DiagnoseOptions} as they were read; the scheme and the addresses are checked where they are used. */
export type CheckedDiagnoseOptions = Omit<DiagnoseOptions, "applicationId" | "scopes" | "timeoutMs"> & {
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly timeoutMs: number;
};

/** `not-checked`: nothing can be known, or not from here; `found` says why. */
export type CheckVerdict = "ok" | "warning" | "failure" | "not-checked";

/** What a sign-in would be set up with: the same as for `Client` and `signIn`, as far as the checks need it. */
export interface DiagnoseOptions extends ServiceOptions, CallOptions {
  readonly applicationId: SnowflakeInput;
  /** Base of the web pages. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
  /** The scopes that the game asks for. Default: those for presence. */
  readonly scopes?: Scopes | undefined;
  /** The scheme of a game that wants its players back by one of its own. Default: the loopback redirect comes first. */
  readonly customSchemeParam?: string | undefined;
  /** Where the loopback redirect listens. */
  readonly loopback?: LoopbackOptions | undefined;
  /** Where the game keeps tokens. Default: the system's keychain. */
  readonly store?: TokenStore | undefined;
  /** The absolute path of `slashpass.node`, where it lies in none of the usual places. */
  readonly addonPath?: string | undefined;
  /** With the token of the application's bot, the settings of the application are read instead of inferred. */
  readonly botToken?: string | undefined;
  /** Milliseconds for each check. Default 10000. */
  readonly timeoutMs?: number | undefined;
}
