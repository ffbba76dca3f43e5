import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { countCharacters, type Reader, kindOf, optional } from "../../core/check/readers.ts";
import type { PageLanguage } from "./page-language.ts";
import { englishTexts, type PageKind, pageKinds, textOf } from "./page-texts-english.ts";

/** How the game changes the page that the player sees on coming back. */
export interface PageAppearance {
  /**
   * The game's name, above the message and in the tab's title. At most 100 characters; two lines of it are seen. Default: the
   * name of the program's file, such as `Lunar Rally.exe`; none where that is Node.js, Electron or another runtime.
   */
  readonly title?: string | undefined;
  /** The game's logo as a base64 `data:` URL of an image, at most 200,000 characters long. */
  readonly logo?: string | undefined;
  /** Colours as `#rgb` or `#rrggbb`. Left out: light or dark as the player's system is. */
  readonly colors?: PageColors | undefined;
}

/** Colours of the page. */
export interface PageColors {
  /** Of the mark of success. */
  readonly accent?: string | undefined;
  /** Of the whole page, in light and dark systems alike; the text becomes black or white, whichever reads better. */
  readonly background?: string | undefined;
}

/** The texts for a page of the game's own. Plain texts of this library: nothing in them comes from the redirect. */
export interface PageView {
  /**
   * `signed-in`; `returned`: the game still works on it after three seconds; `declined`: the player said no; `failed`;
   * `stale`: an old link.
   */
  readonly kind: PageKind;
  /** The language of the texts, from the browser's `Accept-Language`. */
  readonly language: PageLanguage;
  /** Which way the language is written, for the `dir` of the document. */
  readonly direction: "ltr" | "rtl";
  /** Heading for the player, in `language`: plain text. */
  readonly title: string;
  /** A sentence or two below the heading, in `language`: plain text. */
  readonly text: string;
}

/**
 * The page as the game wants it: changes to the built-in one, or a function that gives a whole HTML document. Such a
 * document may hold inline styles and `data:` images and fonts; the Content-Security-Policy stops scripts, forms and
 * everything from elsewhere. The function is tried with every kind before anything starts; should it fail later, the
 * built-in page is shown.
 */
export type PageOption = PageAppearance | ((view: PageView) => string);

const titleLimit = 100;
const logoLimit = 200 * 1000;
const logoForm = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;
const colorForm = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

const code = "invalid_page";

const readAppearance = fields<PageAppearance>(
  {
    title: optional(matching(isShortText, `a text of 1 to ${titleLimit} characters`)),
    logo: optional(matching(isLogo, `a base64 data: URL of an image of at most ${logoLimit} characters`)),
    colors: optional(
      fields<PageColors>({ accent: optional(readColor), background: optional(readColor) }, code),
    ),
  },
  code,
);

/** The page as the game wants it. Fails with `invalid_page` or `unknown_option`. */
export const readPage: Reader<PageOption | undefined> = optional((value, name) =>
  typeof value === "function" ? (value as PageOption) : readAppearance(value, name),
);

function readColor(value: unknown, name: string): string {
  return matching((color) => typeof color === "string" && colorForm.test(color), "a colour like #4b57d6")(
    value,
    name,
  );
}

function matching(fits: (value: unknown) => boolean, expected: string): Reader<string> {
  return (value, name) => {
    if (fits(value)) return value as string;
    throw validationError(code, `${name} is ${shown(value)}, but must be ${expected}.`);
  };
}

/** A text that is not long as it is: nothing of a page is a secret. */
function shown(value: unknown): string {
  if (typeof value !== "string" || value === "") return kindOf(value);
  return value.length <= 60 ? JSON.stringify(value) : `a string of ${Array.from(value).length} characters`;
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && countCharacters(value, titleLimit) <= titleLimit;
}

function isLogo(value: unknown): boolean {
  return typeof value === "string" && value.length <= logoLimit && logoForm.test(value);
}

/** The error for invalid settings of the page. */
export function pageError(
  message: string,
  hint: string = "Pass { title, logo, colors }, or a function that gives a whole HTML document.",
): Error {
  return validationError("invalid_page", message, hint);
}

/**
 * Renders the game's own page once for each kind, so that a broken one is refused before a player sees it.
 *
 * @throws ClientError `invalid_page` (ValidationError) if it throws or does not return a string.
 */
export function checkOwnPage(page: PageOption | undefined): void {
  if (typeof page !== "function") return;
  for (const kind of pageKinds) {
    const [title, text] = textOf(englishTexts, kind);
    renderOwnPage(page, { kind, language: "en-US", direction: "ltr", title, text });
  }
}

/** @throws ClientError `invalid_page` (ValidationError) when it throws, or gives no string. */
export function renderOwnPage(render: (view: PageView) => string, view: PageView): string {
  const html = callOnce(render, view);
  if (typeof html === "string") return html;
  // An unhandled rejection of this promise would end the process.
  Promise.resolve(html).catch(() => undefined);
  const given = html instanceof Promise ? "a promise" : "no string";
  throw pageError(`The page function returned ${given} for the kind "${view.kind}".`);
}

/** The error of the page function is not passed on: it may hold secrets. */
function callOnce(render: (view: PageView) => unknown, view: PageView): unknown {
  try {
    return render(view);
  } catch {
    throw pageError(
      `The page function threw an error for the kind "${view.kind}".`,
      `The error is not shown here, because it may contain a secret. Call page(${JSON.stringify(view)}) to see it.`,
    );
  }
}
