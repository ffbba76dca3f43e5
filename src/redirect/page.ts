import { createHash } from "node:crypto";
import {
  type PageAppearance,
  pageError,
  readPage,
  type PageOption,
  type PageView,
} from "./page-appearance.ts";
import { chooseLanguage } from "./page-language.ts";
import { pageStyle } from "./page-style.ts";
import { type PageKind, pageTexts } from "./page-texts.ts";

/** A finished answer for the player's browser. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes the page of one kind in the language that the browser asks for in `Accept-Language`. */
export type RenderPage = (kind: PageKind, acceptLanguage: string | undefined) => Page;

const pageKinds: readonly PageKind[] = ["returned", "declined", "failed", "stale"];

const marks: Readonly<Record<PageKind, string>> = {
  returned: "M28 22l-9 9 9 9M19 31h19a7.5 7.5 0 010 15h-3",
  declined: "M22 32h20",
  failed: "M32 20v16M32 43v1",
  stale: "M32 20v13l8 6",
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
 * The pages that the player can see on coming back. None has a script or anything from elsewhere, since its address
 * holds the code (RFC 9700 §4.2.4), and none claims success: the exchange comes after it.
 *
 * @throws ClientError `invalid_page` (ValidationError) when the game's changes cannot be used, and whatever a function
 *   of the game throws when it is tried with every kind.
 */
export function createPages(option?: PageOption): RenderPage {
  const page = readPage(option, "page");
  return typeof page === "function" ? ownPages(page) : builtInPages(page ?? {});
}

function builtInPages({ title: game, logo, colors }: PageAppearance): RenderPage {
  const style = pageStyle(colors);
  const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  const policy = contentPolicy(`style-src ${styleHash}${logo ? "; img-src data:" : ""}`);
  const name = game === undefined ? "" : `<p class="game" dir="auto">${escapeHtml(game)}</p>\n`;
  const tab = game === undefined ? "" : ` – ${escapeHtml(game)}`;
  return (kind, acceptLanguage) => {
    const { language, title, text } = viewOf(kind, acceptLanguage);
    const mark = `<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="28" opacity=".35"/><path d="${marks[kind]}"/></svg>`;
    const html = `<!doctype html>
<html lang="${language}" dir="ltr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${tab}</title>
<style>${style}</style>
<main>
${logo === undefined ? "" : `<img src="${logo}" alt="">\n`}${name}${mark}
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`;
    return answer(html, language, policy);
  };
}

/**
 * Inline styles are allowed as they are: hashes would not cover `style` attributes, and without a source outside of the
 * document a style has nowhere to send anything.
 */
const ownPolicy = contentPolicy("style-src 'unsafe-inline'; img-src data:; font-src data:");

function ownPages(render: (view: PageView) => string): RenderPage {
  for (const kind of pageKinds) tryOwnPage(render, viewOf(kind, undefined));
  const fallback = builtInPages({});
  return (kind, acceptLanguage) => {
    const view = viewOf(kind, acceptLanguage);
    try {
      return answer(tryOwnPage(render, view), view.language, ownPolicy);
    } catch {
      return fallback(kind, acceptLanguage);
    }
  };
}

function tryOwnPage(render: (view: PageView) => string, view: PageView): string {
  const html: unknown = render(view);
  if (typeof html === "string") return html;
  throw pageError(`The page function returned no string for the kind "${view.kind}".`);
}

function viewOf(kind: PageKind, acceptLanguage: string | undefined): PageView {
  const language = chooseLanguage(acceptLanguage);
  const [title, text] = pageTexts[language][kind];
  return { kind, language, title, text };
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
