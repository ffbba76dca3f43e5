import { serviceHost } from "../../../core/request/addresses.ts";
import { isObject } from "../../../core/check/readers.ts";
import { parseObject } from "../../../core/request/response.ts";
import { createHash } from "node:crypto";
import type { ActivityWindow } from "../window.ts";
import { escapeHtml, pageHeaders, renderPage } from "../../base/page.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProblemText } from "../report.ts";

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

/** docs/ lists which directives are documented and which are assumed. */
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

/** Sent even if `csp` is false. */
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

export const scriptPath = "/.slashpass/host.js";
export const relayPath = "/.slashpass/frame";

const style = `
:root{color-scheme:light dark}
html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block;overflow:hidden;background:#000}
#problems{position:fixed;inset:auto 0 0;max-height:50%;overflow:auto;font:.9rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
#problems:empty{display:none}
article{margin:.5rem;padding:.6rem .8rem;background:#fff7e6;color:#2b2100;border:1px solid #8a6100;border-radius:.6rem;overflow-wrap:anywhere}
article p{margin:.2rem 0}
article strong{display:block}
button{font:inherit;float:inline-end;margin-inline-start:.6rem;padding:.2rem .7rem;cursor:pointer;color:inherit;background:transparent;border:1px solid currentcolor;border-radius:.4rem}
@media(prefers-color-scheme:dark){article{background:#2b2100;color:#fff0cc;border-color:#c99a2e}}`;
const hash = createHash("sha256").update(style).digest("base64");

export function hostHeaders({ host, webBase }: ActivityOrigin): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    // The Activity may see only the origin, not the ticket.
    "referrer-policy": "origin",
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; connect-src 'self' ws://${host}; ` +
      `frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${webBase}`,
  };
}

export function hostPage({ application, query }: ActivityWindow): string {
  const name = escapeHtml(application.name);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${style}</style>
<iframe title="${name}" data-address="${escapeHtml(`/?${query.toString()}`)}" referrerpolicy="origin" allow="autoplay; fullscreen; gamepad; clipboard-write; encrypted-media"></iframe>
<div id="problems" role="log" aria-label="Activity problems"></div>
<script src="${scriptPath}"></script>
</html>
`;
}

export function isForPage({ headers }: IncomingMessage): boolean {
  const target = headers["sec-fetch-dest"];
  if (target !== undefined) return ["document", "iframe", "frame"].includes(target);
  return headers.accept?.includes("text/html") === true;
}

export function explain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { message, hint }: ProblemText,
  origin: ActivityOrigin,
): void {
  if (!isForPage(request)) {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
    return void response.end(`${message}\n${hint}\n`);
  }
  response.writeHead(status, {
    ...pageHeaders,
    "content-security-policy": pageHeaders["content-security-policy"]?.replace(
      "frame-ancestors 'none'",
      frameAncestors(origin),
    ),
    // Reloads the page, because the Activity's server is usually started after the emulator.
    ...(status >= 500 && { refresh: "2" }),
  });
  const again = status >= 500 ? "<p>This page retries every two seconds.</p>" : "";
  const body = `<p role="alert">${escapeHtml(message)}</p><p>${escapeHtml(hint)}</p>${again}`;
  response.end(renderPage("The Activity cannot be shown", body));
}
