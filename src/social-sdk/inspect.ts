import { fields } from "../core/check/fields.ts";
import { parseBaseUrl } from "../core/request/addresses.ts";
import { ignore } from "../core/check/callback.ts";
import { optional } from "../core/check/readers.ts";
import { isClientError } from "../core/errors.ts";
import { createRedactor } from "../log/redactor.ts";
import { Secrets } from "../log/secrets.ts";
import { LibraryClient } from "./library-client.ts";
import { loadLibrary } from "./library-file.ts";
import { loadSocialSdkAddon, readPath, type SocialSdkOptions } from "./social-sdk.ts";

/** Options for `inspectSocialSdk`. @experimental */
export interface SocialSdkInspectionOptions extends SocialSdkOptions {
  /** The API's base URL, such as an emulator's. Default: Discord's, as chosen by the library. */
  readonly apiBase?: string | undefined;
  /** The base URL of the web pages. Required if `apiBase` is set. */
  readonly webBase?: string | undefined;
}

/** A function of the library's C interface. @experimental */
export interface SocialSdkSymbol {
  readonly name: string;
  /**
   * The feature that requires the function. `undefined` for functions that every known release exports; a library that lacks
   * one of them is rejected.
   */
  readonly feature: string | undefined;
  readonly isFound: boolean;
}

/** The result of `inspectSocialSdk`. @experimental */
export interface SocialSdkInspection {
  /** The loaded file. */
  readonly path: string;
  readonly symbols: readonly SocialSdkSymbol[];
  /** The results of calls that need no connection, keyed by name, such as `version`. */
  readonly findings: Readonly<Record<string, string>>;
  /** The error returned for an invalid token, which shows whether the library can reach the service. */
  readonly failingCall: string;
}

const readOptions = fields<SocialSdkInspectionOptions>({
  path: optional(readPath),
  apiBase: optional(parseBaseUrl),
  webBase: optional(parseBaseUrl),
});

const timeoutMs = 10_000;

/**
 * Loads the library into this process, calls functions that need no connection, and makes one call that fails. Use this in a
 * child process, because a library that does not match this package's table of functions may crash the process.
 *
 * @throws ClientError `social_sdk_unavailable`, `addon_unavailable` (Disabled); `timeout` (NetworkError).
 *
 * @experimental
 */
export async function inspectSocialSdk(
  options: SocialSdkInspectionOptions = {},
): Promise<SocialSdkInspection> {
  const { path: given, apiBase = "", webBase = "" } = readOptions(options, "options");
  const addon = loadSocialSdkAddon();
  const { path, symbols } = loadLibrary(addon, given);
  const client = new LibraryClient({
    addon,
    symbols,
    service: { apiBase, issuer: webBase, isReal: apiBase === "" },
    applicationId: "1",
    requestTimeoutMs: () => timeoutMs,
    secrets: new Secrets(createRedactor),
    log: ignore,
  });
  try {
    const answer = await client.call({ operation: "Probing the library", name: "probe", values: [] });
    const texts = answer.map(String);
    const pairs = texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ""] as const] : []));
    return {
      path,
      symbols: symbols.map(([name, feature, isFound]) => ({ name, feature, isFound })),
      findings: Object.fromEntries(pairs),
      failingCall: await failingCall(client),
    };
  } finally {
    client.close();
  }
}

async function failingCall(client: LibraryClient): Promise<string> {
  const call = {
    operation: "Fetching the current user",
    name: "fetchCurrentUser",
    values: ["an-invalid-token"],
  };
  try {
    await client.call(call);
    return "succeeded, although the token is invalid";
  } catch (error) {
    return isClientError(error) ? `${error.code}: ${error.message}` : "unknown error";
  }
}
