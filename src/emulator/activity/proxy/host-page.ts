import { createHash } from "node:crypto";
import type { ActivityFrame } from "../frame.ts";
import { escapeHtml, pageHeaders } from "../../base/page.ts";
import type { ActivityOrigin } from "./content-security-policy.ts";

/** Where the page that holds the Activity is, on the Activity's own origin. */
export const hostPath = "/.slashpass/host";
export const scriptPath = "/.slashpass/host.js";
/** The WebSocket that carries what the Activity says. */
export const framePath = "/.slashpass/frame";

/** The address of a window for a browser, on the Activity's own origin. */
export function hostAddress(
  { application: { id }, ticket }: Pick<ActivityFrame, "application" | "ticket">,
  webBase: string,
): string {
  return `http://${id}.localhost:${new URL(webBase).port}${hostPath}?ticket=${ticket}`;
}

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

/** Nothing of the page is the emulator's own but its script; the emulator's page alone may show it. */
export function hostHeaders({ host, webBase }: ActivityOrigin): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    // The Activity sees only its origin, not the ticket.
    "referrer-policy": "origin",
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; connect-src 'self' ws://${host}; ` +
      `frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${webBase}`,
  };
}

/** The page that holds the Activity in a frame, as the client does. */
export function hostPage({ application, query }: ActivityFrame): string {
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
