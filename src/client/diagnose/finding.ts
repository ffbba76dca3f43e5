import { escapeControls, isClientError } from "../../core/errors.ts";

/** `not-checked`: nothing can be known, or not from here; `found` says why. */
export type CheckVerdict = "ok" | "warning" | "failure" | "not-checked";

/** The result of one check. Holds no secret. */
export interface CheckResult {
  /** Stable word for the subject of the check, for example `keychain`. */
  readonly check: CheckName;
  /** `failure`: a sign-in would fail; `warning`: it may; `not-checked`: `found` says why. */
  readonly verdict: CheckVerdict;
  /** The found fact, in a sentence. */
  readonly found: string;
  /** The next step. */
  readonly advice?: string;
  /** The code of the ClientError that a sign-in would meet, where there is one. */
  readonly code?: string;
}

/** The needs of a sign-in, by name. */
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

type Found = (found: string, advice?: string) => Finding;
export const ok: Found = finding.bind(undefined, "ok");
export const warning: Found = finding.bind(undefined, "warning");
export const failure: Found = finding.bind(undefined, "failure");
export const notChecked: Found = finding.bind(undefined, "not-checked");

/** The finding for an error. A foreign error is not shown: it may quote secrets. */
export function findingOf(error: unknown, verdict: CheckVerdict = "failure"): Finding {
  if (!isClientError(error))
    return finding(verdict, "The check itself failed.", "Report this as a bug of slashpass.");
  return { ...finding(verdict, error.message, error.hint), code: error.code };
}
