import { escapeControls, isClientError } from "../../core/errors.ts";

/** `not-checked` means that the result could not be determined; `found` states why. @stable */
export type CheckVerdict = "ok" | "warning" | "failure" | "not-checked";

/** The result of one check. Contains no secrets. @stable */
export interface CheckResult {
  /** The check's stable identifier, such as `keychain`. */
  readonly check: CheckName;
  /** `failure`: a sign-in would fail; `warning`: it may fail, or no activity is shown; `not-checked`: see `found`. */
  readonly verdict: CheckVerdict;
  readonly found: string;
  readonly advice?: string;
  /** The error code with which a sign-in would fail, if any. */
  readonly code?: string;
}

/** The names of the checks. @stable */
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
  | "scopes"
  | "presence";

export type Finding = Omit<CheckResult, "check">;

export function finding(verdict: CheckVerdict, found: string, advice?: string): Finding {
  return { verdict, found: escapeControls(found), ...(advice !== undefined && { advice }) };
}

type Found = (found: string, advice?: string) => Finding;
export const ok: Found = finding.bind(undefined, "ok");
export const warning: Found = finding.bind(undefined, "warning");
export const failure: Found = finding.bind(undefined, "failure");
export const notChecked: Found = finding.bind(undefined, "not-checked");

/** Errors other than ClientErrors are not shown, because they may contain secrets. */
export function findingOf(error: unknown, verdict: CheckVerdict = "failure"): Finding {
  if (!isClientError(error))
    return finding(verdict, "The check itself failed.", "This is a bug in slashpass: please report it.");
  return { ...finding(verdict, error.message, error.hint), code: error.code };
}
