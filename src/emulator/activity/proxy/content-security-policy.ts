import { serviceHost } from "../../../wire/service-host.ts";
import { isObject } from "../../../core/check/readers.ts";
import { parseObject } from "../../../core/request/response.ts";

/** The origin of an Activity. */
export interface ActivityOrigin {
  /** Name and port: `1234.localhost:8181`. */
  readonly host: string;
  /** Address of the emulator itself. */
  readonly webBase: string;
}

/** Path for the reports of the browser, on the Activity's own origin. */
export const reportPath = "/.slashpass/report";

/** Paths of the service's files that are open to Activities (Discord documentation, Activities, "Exceptions"). */
const files = ["https://cdn.discordapp.com", "https://media.discordapp.net"]
  .flatMap((host) => ["attachments", "avatars", "icons"].map((folder) => `${host}/${folder}/`))
  .join(" ");
const api = ["", "canary.", "ptb."].map((release) => `https://${release}${serviceHost}/api/`).join(" ");

/**
 * The policy for an Activity's pages. docs/ says which parts are known and which are assumed. It allows the emulator's own
 * API and files beside the service's.
 */
export function contentSecurityPolicy({ host, webBase }: ActivityOrigin): string {
  const own = `${webBase}/attachments/`;
  return [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline' blob:",
    `img-src 'self' data: blob: ${files} ${own}`,
    `media-src 'self' data: blob: ${files} ${own}`,
    "font-src 'self' data: blob:",
    `connect-src 'self' ws://${host} data: blob: ${api} ${files} ${webBase}/api/ ${own}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    `report-uri ${reportPath}`,
  ].join("; ");
}

/** Lets the emulator's page and the origin itself show the Activity in a frame. Not switched off by `csp: false`. */
export function frameAncestors({ webBase }: ActivityOrigin): string {
  return `frame-ancestors 'self' ${webBase}`;
}

/** A browser's report of a request that the policy blocked (CSP Level 3, section 5.3). */
export interface BlockedReport {
  /** `connect-src`, `img-src` … */
  readonly directive: string;
  /** The blocked URL, or a word such as `inline` or `eval`. */
  readonly what: string;
  /** The page, with its query. */
  readonly page: string;
}

/** Reads a report; undefined for other texts. */
export function readBlockedReport(text: string): BlockedReport | undefined {
  const report = parseObject(text)["csp-report"];
  if (!isObject(report)) return undefined;
  const textOf = (name: string) => (typeof report[name] === "string" ? report[name].slice(0, 2048) : "");
  const what = textOf("blocked-uri");
  const directive = textOf("effective-directive") || textOf("violated-directive").split(" ", 1)[0] || "";
  return what === "" || directive === "" ? undefined : { directive, what, page: textOf("document-uri") };
}
