import { isObject } from "../../../core/check/readers.ts";
import { parseForeignJson } from "../../../core/check/foreign-text.ts";

/** What a browser reports of a request that the policy blocked (CSP Level 3, section 5.3). */
interface BlockedReport {
  readonly directive: string;
  /** Its URL, or a word such as `inline`. */
  readonly what: string;
  /** The page, with its query. */
  readonly page: string;
}

/** Nothing where it is no report. */
export function readBlockedReport(text: string): BlockedReport | undefined {
  let body: unknown;
  try {
    body = parseForeignJson(text);
  } catch {
    return undefined;
  }
  const report = isObject(body) ? body["csp-report"] : undefined;
  if (!isObject(report)) return undefined;
  const textOf = (name: string) => (typeof report[name] === "string" ? report[name].slice(0, 2048) : "");
  const what = textOf("blocked-uri");
  const directive = textOf("effective-directive") || textOf("violated-directive").split(" ", 1)[0] || "";
  return what === "" || directive === "" ? undefined : { directive, what, page: textOf("document-uri") };
}
