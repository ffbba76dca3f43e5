import { serviceHost } from "../../../wire/service-host.ts";
import { isObject } from "../../../core/check/readers.ts";
import { parseObject } from "../../../core/request/response.ts";

export interface ActivityOrigin {
  readonly host: string;
  readonly webBase: string;
}

export const reportPath = "/.slashpass/report";

/** CDN paths that Activities may load (Discord documentation, Activities, "Exceptions"). */
const files = ["https://cdn.discordapp.com", "https://media.discordapp.net"]
  .flatMap((host) => ["attachments", "avatars", "icons"].map((folder) => `${host}/${folder}/`))
  .join(" ");
const api = ["", "canary.", "ptb."].map((release) => `https://${release}${serviceHost}/api/`).join(" ");

/** docs/ lists which parts are documented and which are assumed. */
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

/** Applies even with `csp: false`. */
export function frameAncestors({ webBase }: ActivityOrigin): string {
  return `frame-ancestors 'self' ${webBase}`;
}

/** A CSP violation report (CSP Level 3, section 5.3). */
export interface BlockedReport {
  readonly directive: string;
  readonly what: string;
  readonly page: string;
}

export function readBlockedReport(text: string): BlockedReport | undefined {
  const report = parseObject(text)["csp-report"];
  if (!isObject(report)) return undefined;
  const textOf = (name: string) => (typeof report[name] === "string" ? report[name].slice(0, 2048) : "");
  const what = textOf("blocked-uri");
  const directive = textOf("effective-directive") || textOf("violated-directive").split(" ", 1)[0] || "";
  return what === "" || directive === "" ? undefined : { directive, what, page: textOf("document-uri") };
}
