import type { ServerResponse } from "node:http";
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

const style = `
:root{color-scheme:light dark;--back:#f4f5f8;--card:#fff;--ink:#1d2129;--soft:#5b6372;--line:#d9dde5;--edge:#868e9d;--accent:#4b57d6;--on:#fff;--bad:#c5322d}
@media(prefers-color-scheme:dark){:root{--back:#14161b;--card:#1e2128;--ink:#f1f2f5;--soft:#a9b0bd;--line:#363b47;--edge:#757d8d;--accent:#8b95ff;--on:#14161b;--bad:#ff8a80}}
*{box-sizing:border-box}
html{font-size:clamp(1rem,.75rem + .4vw,1.75rem)}
::placeholder{color:var(--soft);opacity:1}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:min(27rem,100%);padding:clamp(1.25rem,6vw,2.25rem);background:var(--card);border:1px solid var(--line);border-radius:1rem}
h1{margin:0 0 .25rem;font-size:1.35rem;line-height:1.3}
p{margin:.25rem 0 1rem;color:var(--soft)}
ul{margin:0 0 1.25rem;padding:0;list-style:none}
li{padding-block:.6rem;padding-inline:1.6rem 0;border-bottom:1px solid var(--line);position:relative}
li::before{content:"";position:absolute;inset-inline-start:.25rem;top:1.1rem;width:.55rem;height:.55rem;border-radius:50%;background:var(--accent)}
form{display:grid;gap:.6rem;margin:0}
label{font-weight:600}
label[for=player]{display:block;margin-bottom:.35rem}
input,select,button{font:inherit;width:100%;padding:.65rem .9rem;border-radius:.6rem;border:1px solid var(--edge);background:var(--card);color:inherit}
button{cursor:pointer;font-weight:600}
button:hover{border-color:var(--accent)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{margin-top:1.25rem;font-size:.85rem;color:var(--soft)}
h1,h2,li,p{overflow-wrap:anywhere}
h1{text-wrap:balance}
li code,.next code{font-size:.85em;color:var(--soft)}
.avatar{display:block;width:3rem;height:3rem;flex:none;margin-bottom:.75rem;font-size:1.15rem;font-weight:650}
.player{display:flex;align-items:center;gap:.75rem;text-align:start}
.player .avatar{width:2.25rem;height:2.25rem;margin:0}
div.player{margin-bottom:1rem}
.player p{margin:0}
.player span{overflow-wrap:anywhere;min-width:0}
.next{margin:1rem 0 0;font-size:.9rem}
a{color:var(--accent)}
.compare{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr))}
.compare section{margin:0}
.plain li{padding:.3rem 0;border:0}
.plain li::before{content:none}
.plain{margin:0}
.compare+p{margin:1rem 0 0}
main:has(.compare){width:min(58rem,100%)}
.code{font-family:ui-monospace,monospace;font-size:1.3rem;letter-spacing:.12em;text-align:center;text-transform:uppercase}
[role=alert]{padding:.6rem .9rem;border:1px solid var(--bad);border-radius:.6rem;color:var(--ink);overflow-wrap:anywhere}
section{margin-top:1rem;padding:.9rem;border-inline-start:4px solid var(--accent);background:var(--back);border-radius:.6rem;overflow-wrap:anywhere}
section p{margin:.2rem 0;color:var(--ink)}
section h2{margin:0;font-size:1.1rem}
.controls{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0}
.controls button{width:auto}
.controls label{flex-basis:100%}
hr{border:0;border-top:1px solid var(--line);margin:1rem 0}`;

/** Omits `form-action`, because Chromium also applies it to the redirect back to the game. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** `body` and `crest` must be escaped HTML. */
export function renderPage(title: string, body: string, crest = ""): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
${crest}<h1>${escapeHtml(title)}</h1>
${body}
<footer>This is the slashpass emulator, running on your own machine. It never contacts the real service.</footer>
</main>
</html>
`;
}

export function respondPage(
  response: ServerResponse,
  status: number,
  ...page: Parameters<typeof renderPage>
): void {
  response.writeHead(status, pageHeaders).end(renderPage(...page));
}

export function escapeHtml(text: string): string {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter as keyof typeof entities]);
}

/** Generates avatars, because the emulator's pages load no external files. */
export function drawAvatar(
  { id, name }: { readonly id: string; readonly name: string },
  shape: "player" | "application",
): string {
  const [{ segment } = { segment: "?" }] = new Intl.Segmenter("en").segment(name.trim());
  return (
    '<svg class="avatar" viewBox="0 0 40 40" aria-hidden="true">' +
    `<rect width="40" height="40" rx="${shape === "player" ? 20 : 10}" fill="hsl(${hueOf(id)} 55% 30%)"/>` +
    `<text x="20" y="20" dy=".36em" text-anchor="middle" fill="#fff">${escapeHtml(segment.toUpperCase())}</text></svg>`
  );
}

/** Multiplying by the golden angle (137°) gives similar ids different hues. */
function hueOf(id: string): number {
  return (Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 360, 7) * 137) % 360;
}

/** Image paths (Discord documentation, Reference, "CDN Endpoints"). */
export const imagePath: RegExp = /^\/(?:embed\/avatars|avatars|icons|app-icons|banners)\/([\w/]+)\.\w+$/;

const side = 256;

export function sendImage(response: ServerResponse, path: string): void {
  const png = drawImage(path);
  response.writeHead(200, { "content-type": "image/png", "content-length": png.length }).end(png);
}

function drawImage(path: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 1 bit per pixel, with a palette (PNG specification, section 11.2.1).
  header.set([1, 3], 8);
  const palette = Buffer.alloc(3);
  palette.writeUIntBE(crc32(path) & 0xff_ff_ff, 0, 3);
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

export interface FilledForm {
  readonly action: string | undefined;
  readonly fields: URLSearchParams;
}

export function findForm(page: string, choices: Readonly<Record<string, string>>): FilledForm | undefined {
  const [, head = "", body = ""] = /<form([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
  if (body === "") return undefined;
  const fields = new URLSearchParams();
  for (const [tag] of body.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const name = readAttribute(tag, "name");
    if (name === undefined) continue;
    const value = choices[name] ?? (/type="hidden"/.test(tag) ? readAttribute(tag, "value") : undefined);
    if (value !== undefined) fields.set(name, value);
  }
  return { action: readAttribute(head, "action"), fields };
}

export function readAlert(page: string): string | undefined {
  const [, alert] = /<p role="alert">(.*?)<\/p>/s.exec(page) ?? [];
  return alert === undefined ? undefined : unescapeHtml(alert.replaceAll(/<[^>]*>/g, ""));
}

function readAttribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescapeHtml(value);
}

function unescapeHtml(text: string): string {
  const letters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(\w+|#39);/g, (entity, name: string) => letters[name] ?? entity);
}
