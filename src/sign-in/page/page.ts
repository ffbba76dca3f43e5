import { createHash } from "node:crypto";
import { renderOwnPage } from "./own-page.ts";
import { type PageAppearance, readPage, type PageOption, type PageView } from "./page-appearance.ts";
import { chooseLanguage, directionOf } from "./page-language.ts";
import { pageStyle } from "./page-style.ts";
import { type PageKind, pageTexts } from "./page-texts.ts";
import { programName } from "../redirect/program-name.ts";
import type { Problem } from "../redirect/receiver.ts";

/** A finished answer for the player's browser. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes the page of one kind in the language that the browser asks for in `Accept-Language`. */
export type RenderPage = (kind: PageKind, acceptLanguage: string | undefined, problem?: Problem) => Page;

/** What the pages are made for. */
export interface PagesInit {
  /** Whether developers are at work, at no real service: then the page says what went wrong, in English. */
  readonly forDevelopers?: boolean;
}

/** A tick, since the player is done here: whether the game gets its tokens shows later. */
const marks: Readonly<Record<PageKind, string>> = {
  returned: "M20 33l9 9 16-19",
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
 * The pages that the player can see on coming back. None has a script or anything from elsewhere, since the address of an
 * old link holds a code (RFC 9700 §4.2.4), and none claims success: the exchange comes after it.
 *
 * @param option - a function of the game's has been tried by `checkOwnPage`.
 * @throws ClientError `invalid_page` (ValidationError) when the game's changes cannot be used.
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
  const name = game === undefined ? "" : `<p class="game" dir="auto">${escapeHtml(game)}</p>\n`;
  const tab = game === undefined ? "" : ` – ${escapeHtml(game)}`;
  return (kind, acceptLanguage, problem) => {
    const { language, direction, title, text } = viewOf(kind, acceptLanguage);
    const mark = `<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="29"/><path d="${marks[kind]}"/></svg>`;
    const html = `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${tab}</title>
<style>${style}</style>
<main class="${kind}">
${logo === undefined ? "" : `<img src="${logo}" alt="">\n`}${name}${mark}
<h1>${title}</h1>
<p>${text}</p>
${forDevelopers && problem ? explain(problem) : ""}</main>
</html>
`;
    return answer(html, language, contentPolicy(`style-src ${hashOf(style)}${images}`));
  };
}

let last: { readonly style: string; readonly hash: string } | undefined;

/** Made when a page is first shown, and kept: nearly always all pages of a process have one style. */
function hashOf(style: string): string {
  if (last?.style !== style) {
    last = { style, hash: `'sha256-${createHash("sha256").update(style).digest("base64")}'` };
  }
  return last.hash;
}

/**
 * Inline styles are allowed as they are: hashes would not cover `style` attributes, and without a source outside of the
 * document a style has nowhere to send anything.
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

function viewOf(kind: PageKind, acceptLanguage: string | undefined): PageView {
  const language = chooseLanguage(acceptLanguage);
  const [title, text] = pageTexts[language][kind];
  return { kind, language, direction: directionOf(language), title, text };
}

/** In no language but English, like the errors of the library. */
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
