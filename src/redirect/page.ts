import { createHash } from "node:crypto";
import type { Outcome } from "./receiver.ts";

/** A finished answer for the player's browser. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const texts: Readonly<Record<Outcome | "stale", { title: string; text: string; mark: string }>> = {
  returned: {
    title: "Return to the game",
    text: "The game continues where you left it. You can close this tab.",
    mark: "M28 22l-9 9 9 9M19 31h19a7.5 7.5 0 010 15h-3",
  },
  declined: {
    title: "You said no",
    text: "Nothing was shared. Return to the game; you can sign in whenever you like.",
    mark: "M22 32h20",
  },
  failed: {
    title: "That did not work",
    text: "The sign-in could not be completed. Return to the game, which knows what to do next.",
    mark: "M32 20v16M32 43v1",
  },
  stale: {
    title: "This link is old",
    text: "It does not belong to the sign-in that the game is waiting for. Use the newest tab, or start again in the game.",
    mark: "M32 20v13l8 6",
  },
};

const style = `
:root{color-scheme:light dark;--back:#f4f5f8;--card:#fff;--ink:#1d2129;--soft:#5b6372;--line:#e3e6ec;--mark:#4b57d6}
@media(prefers-color-scheme:dark){:root{--back:#14161b;--card:#1e2128;--ink:#f1f2f5;--soft:#a9b0bd;--line:#2c303a;--mark:#9aa4ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--back);color:var(--ink);
font:clamp(1rem,.85rem + .6vw,1.75rem)/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:30em;padding:clamp(1.75rem,6vw,3.25rem);text-align:center;background:var(--card);
border:1px solid var(--line);border-radius:1.25rem}
svg{width:4em;height:4em;fill:none;stroke:var(--mark);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
h1{margin:.75rem 0 .5rem;font-size:1.5em;line-height:1.25;font-weight:650;text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:balance}`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

/**
 * The page that the player sees on coming back. It has no script and nothing from elsewhere, since its address holds the
 * code (RFC 9700 §4.2.4), and claims no success: the exchange comes after it.
 */
export function renderPage(kind: Outcome | "stale"): Page {
  const { title, text, mark } = texts[kind];
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>
<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="28" opacity=".35"/><path d="${mark}"/></svg>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`;
  return { html, headers };
}
