import { escapeControls, isClientError } from "../../core/errors.ts";

/** `not-checked`: the fact cannot be determined from here; `found` states why. */
export type CheckVerdict = "ok" | "warning" | "failure" | "not-checked";

/** One check's result. Contains no secrets. */
export interface CheckResult {
  /** The check's stable identifier, for example `keychain`. */
  readonly check: CheckName;
  /** `failure`: a sign-in would fail; `warning`: it may fail; `not-checked`: see `found`. */
  readonly verdict: CheckVerdict;
  /** A sentence that describes the result. */
  readonly found: string;
  /** The suggested next step. */
  readonly advice?: string;
  /** The code of the ClientError that a sign-in would throw, if any. */
  readonly code?: string;
}

/** The checks' names. */
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

export type Finding = Omit<CheckResult, "check">;

export function finding(verdict: CheckVerdict, found: string, advice?: string): Finding {
  return { verdict, found: escapeControls(found), ...(advice !== undefined && { advice }) };
}

type Found = (found: string, advice?: string) => Finding;
export const ok: Found = finding.bind(undefined, "ok");
export const warning: Found = finding.bind(undefined, "warning");
export const failure: Found = finding.bind(undefined, "failure");
export const notChecked: Found = finding.bind(undefined, "not-checked");

/** Foreign errors are not shown, because they may contain secrets. */
export function findingOf(error: unknown, verdict: CheckVerdict = "failure"): Finding {
  if (!isClientError(error))
    return finding(verdict, "The check itself failed.", "Report this as a bug of slashpass.");
  return { ...finding(verdict, error.message, error.hint), code: error.code };
}
