import {
  englishTexts,
  type PageColors,
  type PageAppearance,
  type PageKind,
  pageMessage,
  readPage,
  type PageOption,
  type PageText,
  type PageTexts,
  type PageView,
  renderOwnPage,
} from "./page-appearance.ts";
import { createHash } from "node:crypto";
import { chooseLanguage, directionOf, type PageLanguage } from "./page-language.ts";
import translations from "./page-texts.json" with { type: "json" };
import type { Problem } from "../redirect/receiver.ts";

const light =
  "--back:#f4f5f8;--card:#fff;--ink:#1d2129;--soft:#5b6372;--line:#e3e6ec;--mark:#1a7f4b;--neutral:#5b6372;--declined:#5b6372;--failed:#c5322d;--stale:#8a5a00";
const dark =
  "--back:#14161b;--card:#1e2128;--ink:#f1f2f5;--soft:#a9b0bd;--line:#2c303a;--mark:#4cc38a;--neutral:#a9b0bd;--declined:#a9b0bd;--failed:#ff8a80;--stale:#e3b341";

/** Scales from a 320-pixel-wide phone to a television. */
const layout = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:clamp(.75rem,4vw,2rem);background:var(--back);
color:var(--ink);font:clamp(1rem,.85rem + .6vw,2.5rem)/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{--sign:var(--mark);width:100%;max-width:36em;padding:clamp(1.5rem,6vw,3.25rem) clamp(1.25rem,4vw,2.5rem);text-align:center;background:var(--card);
border:1px solid var(--line);border-radius:1.25rem;overflow:hidden;overflow-wrap:anywhere;position:relative}
main::before{content:"";position:absolute;inset:0 0 auto;height:.3em;background:var(--sign)}
.returned{--sign:var(--neutral)}
.declined{--sign:var(--declined)}
.failed{--sign:var(--failed)}
.stale{--sign:var(--stale)}
svg{width:4em;height:4em;fill:none;stroke:var(--sign);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
circle{fill:var(--sign);fill-opacity:.12;stroke-width:2}
img{display:block;max-width:60%;max-height:3em;margin:0 auto 1rem}
h1{margin:.75rem 0 .5rem;font-size:1.5em;line-height:1.25;font-weight:650;text-wrap:balance}
p{margin:0;color:var(--soft)}
.line{display:block;text-wrap:balance}
.game{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;margin-bottom:1.25rem;line-height:1.35;
font-weight:600}
section{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--line);text-align:left;font-size:.9em}
section p{margin-top:.5rem;text-wrap:pretty}
section h2{margin:0;font-size:1em;font-weight:650}
.cause{color:var(--ink)}`;

/** The colors must already have been validated. */
export function pageStyle({ accent, background }: PageColors = {}): string {
  const mark = accent === undefined ? "" : `:root{--mark:${accent}}`;
  if (background !== undefined) return `${layout}${onBackground(background)}${mark}`;
  return `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}${mark}${layout}`;
}

/** Uses only black and white, because other colors may lack contrast on a custom background. */
function onBackground(background: string): string {
  // Below this luminance, white has a contrast ratio of at least 4.5 (WCAG 2.2 §1.4.3).
  const [ink, scheme] = luminance(background) < 0.179 ? ["#fff", "dark"] : ["#000", "light"];
  return (
    `:root{color-scheme:${scheme};--back:${background};--card:${background};` +
    `--ink:${ink};--soft:${ink};--line:${ink}3;--mark:${ink};` +
    `--neutral:${ink};--declined:${ink};--failed:${ink};--stale:${ink}}` +
    ".signed-in circle{fill-opacity:1}.signed-in path{stroke:var(--back)}"
  );
}

/**
 * Returns the relative luminance (WCAG 2.2).
 *
 * @internal Exported for its test.
 */
export function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./g, "$&$&") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const part = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type RenderPage = (kind: PageKind, acceptLanguage: string | undefined, problem?: Problem) => Page;

export interface PagesInit {
  /** Shows errors in English. Set for an emulator, or if `NODE_DEBUG` includes `slashpass`. */
  readonly forDevelopers?: boolean;
}

const marks: Readonly<Record<PageKind, string>> = {
  "signed-in": "M20 33l9 9 16-19",
  returned: "M46 42v-4a9 9 0 0 0-9-9H19M27 21l-8 8 8 8",
  declined: "M23 23l18 18M41 23L23 41",
  failed: "M32 18v18M32 44v1",
  stale: "M32 18v14l9 7",
};

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

/**
 * Returns a function that renders pages. They contain no scripts or external resources, because an old link's URL contains a code
 * (RFC 9700 §4.2.4).
 */
export function createPages(option?: PageOption, init: PagesInit = {}): RenderPage {
  const page = readPage(option, "page");
  return typeof page === "function" ? ownPages(page) : builtInPages(page ?? {}, init);
}

function builtInPages(
  { title: game = programName(process.execPath), logo, colors }: PageAppearance,
  { forDevelopers }: PagesInit,
): RenderPage {
  const style = pageStyle(colors);
  const images = logo ? "; img-src data:" : "";
  const escaped = game === undefined ? undefined : escapeHtml(game);
  return (kind, acceptLanguage, problem) => {
    const { language, direction, title, text } = viewOf(kind, acceptLanguage, game);
    // This page's heading already contains the game's name.
    const displayed = kind === "returned" ? undefined : escaped;
    const name = displayed === undefined ? "" : `<p class="game" dir="auto">${displayed}</p>\n`;
    const tab = displayed === undefined ? "" : ` – ${displayed}`;
    const mark = `<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="29"/><path d="${marks[kind]}"/></svg>`;
    const html = `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${tab}</title>
<style>${style}</style>
<main class="${kind}">
${logo === undefined ? "" : `<img src="${logo}" alt="">\n`}${name}${mark}
<h1>${escapeHtml(title)}</h1>
<p>${lines(text, language)}</p>
${forDevelopers && problem ? explain(problem) : ""}</main>
</html>
`;
    return answer(html, language, contentPolicy(`style-src ${hashOf(style)}${images}`));
  };
}

let last: { readonly style: string; readonly hash: string } | undefined;

/** Caches the last hash, because nearly all pages in a process have the same style. */
function hashOf(style: string): string {
  if (last?.style !== style) {
    last = { style, hash: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
  }
  return last.hash;
}

/**
 * Allows all inline styles, because hashes would not cover `style` attributes. Since external sources are blocked, styles cannot
 * send data anywhere.
 */
const ownPolicy = contentPolicy("style-src 'unsafe-inline'; img-src data:; font-src data:");

function ownPages(render: (view: PageView) => string): RenderPage {
  const fallback = builtInPages({}, {});
  return (kind, acceptLanguage) => {
    const view = viewOf(kind, acceptLanguage);
    try {
      return answer(renderOwnPage(render, view), view.language, ownPolicy);
    } catch {
      return fallback(kind, acceptLanguage);
    }
  };
}

/** Wraps each sentence in a span, which keeps it on one line unless the screen is narrow. */
function lines(text: string, language: string): string {
  const sentences = [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)];
  return sentences.map(({ segment }) => `<span class="line">${escapeHtml(segment.trim())}</span>`).join(" ");
}

function viewOf(kind: PageKind, acceptLanguage: string | undefined, game?: string): PageView {
  const language = chooseLanguage(acceptLanguage);
  const [title, text] = pageText(language, kind, game);
  return { kind, language, direction: directionOf(language), title, text };
}

/** Always in English, like the library's errors. */
function explain({ message, hint }: Problem): string {
  const advice = hint === undefined ? "" : `<p>${escapeHtml(hint)}</p>\n`;
  return `<section lang="en" dir="ltr">
<h2>For the game’s developer</h2>
<p class="cause">${escapeHtml(message)}</p>
${advice}</section>
`;
}

function answer(html: string, language: string, policy: string): Page {
  return {
    html,
    headers: { ...headers, "content-language": language, "content-security-policy": policy },
  };
}

function contentPolicy(sources: string): string {
  return `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const runtime = /^(node(js)?|bun|deno|electron)[\d.-]*$/i;

const extension = /\.(exe|x86_64|x64|x86|arm64|appimage|bin)$/i;

/** Returns `Lunar Rally` for `Lunar Rally.exe`, or `undefined` for a runtime such as Node.js. */
export function programName(path: string): string | undefined {
  const name = path.replace(/^.*[\\/]/, "").replace(extension, "");
  return name === "" || runtime.test(name) ? undefined : name;
}

/** A test checks that each list has two entries. */
type Translation = {
  readonly [Name in keyof PageTexts]: PageTexts[Name] extends string ? string : readonly string[];
};

const translated: Readonly<Record<Exclude<PageLanguage, "en-US" | "en-GB">, Translation>> = translations;

const pageTexts = {
  ...translated,
  "en-US": englishTexts,
  "en-GB": englishTexts,
} as Readonly<Record<PageLanguage, PageTexts>>;

export function pageText(language: PageLanguage, kind: PageKind, game?: string): PageText {
  return pageMessage(pageTexts[language], kind, game);
}
