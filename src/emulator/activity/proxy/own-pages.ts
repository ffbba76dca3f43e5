import { createHash } from "node:crypto";
import type { ActivityWindow } from "../window.ts";
import { escapeHtml, pageHeaders, renderPage } from "../../base/page.ts";
import { type ActivityOrigin, frameAncestors } from "./content-security-policy.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProblemText } from "../report.ts";

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
    // The Activity must see only the origin, not the ticket.
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
<div id="problems" role="log" aria-label="Problems of this Activity"></div>
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
    // Reloads, because most servers are started after the emulator.
    ...(status >= 500 && { refresh: "2" }),
  });
  const again = status >= 500 ? "<p>This page tries again every two seconds.</p>" : "";
  const body = `<p role="alert">${escapeHtml(message)}</p><p>${escapeHtml(hint)}</p>${again}`;
  response.end(renderPage("The Activity cannot be shown", body));
}
