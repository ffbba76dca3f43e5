import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { countCharacters, type Reader, kindOf, optional } from "../../core/check/readers.ts";
import type { Outcome } from "../redirect/receiver.ts";
import type { PageLanguage } from "./page-language.ts";

/** Changes to the page shown after the redirect. @stable */
export interface PageAppearance {
  /**
   * The game's name, shown above the message and in the tab's title. At most 100 characters, shown on at most two lines. Default:
   * the executable's name without its extension, such as `Lunar Rally` for `Lunar Rally.exe`; none if the executable is Node.js,
   * Electron or another runtime.
   */
  readonly title?: string | undefined;
  /** The game's logo as a base64 `data:` URL of an image, at most 200,000 characters long. */
  readonly logo?: string | undefined;
  /** The page's colors. Default: light or dark, as set in the player's system. */
  readonly colors?: PageColors | undefined;
}

/** Custom colors, as `#rgb` or `#rrggbb`. @stable */
export interface PageColors {
  /** The color of the success icon. */
  readonly accent?: string | undefined;
  /** The background color in light and dark mode. The text is black or white, whichever has more contrast. */
  readonly background?: string | undefined;
}

/** The content for a custom page. The library provides all of it; none comes from the redirect. @stable */
export interface PageView {
  /**
   * `signed-in`; `returned`: the game was still busy after three seconds; `declined`: the player declined; `failed`; `stale`: the
   * link is old.
   */
  readonly kind: PageKind;
  /** The language of the content, from the browser's `Accept-Language`. */
  readonly language: PageLanguage;
  /** The writing direction, for the document's `dir` attribute. */
  readonly direction: "ltr" | "rtl";
  /** The heading, in `language`. Plain text. */
  readonly title: string;
  /** One or two sentences below the heading, in `language`. Plain text. */
  readonly text: string;
}

/**
 * Changes to the built-in page, or a function that returns a complete HTML document. The document may contain inline styles,
 * `data:` images and fonts; the Content-Security-Policy blocks scripts, forms and external resources. As a check, the function is
 * called once for each kind before the sign-in starts. If it fails later, the built-in page is shown.
 *
 * @stable
 */
export type PageOption = PageAppearance | ((view: PageView) => string);

const titleLimit = 100;
const logoLimit = 200 * 1000;
const logoForm = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;
const colorForm = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

const code = "invalid_page";

const readColor = matching(isColor, "a color such as #4b57d6");

const readAppearance = fields<PageAppearance>(
  {
    title: optional(matching(isShortText, `a string of 1 to ${titleLimit} characters`)),
    logo: optional(matching(isLogo, `a base64 data: URL of an image of at most ${logoLimit} characters`)),
    colors: optional(
      fields<PageColors>({ accent: optional(readColor), background: optional(readColor) }, code),
    ),
  },
  code,
);

/** Throws `invalid_page` or `unknown_option`. */
export const readPage: Reader<PageOption | undefined> = optional((value, name) =>
  typeof value === "function" ? (value as PageOption) : readAppearance(value, name),
);

function matching(fits: (value: unknown) => boolean, expected: string): Reader<string> {
  return (value, name) => {
    if (fits(value)) return value as string;
    throw validationError(code, `${name} is ${format(value)}, but must be ${expected}.`);
  };
}

/** Safe to show, because page options contain no secrets. */
function format(value: unknown): string {
  if (typeof value !== "string" || value === "") return kindOf(value);
  return value.length <= 60 ? JSON.stringify(value) : `a string of ${Array.from(value).length} characters`;
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && countCharacters(value, titleLimit) <= titleLimit;
}

function isColor(value: unknown): boolean {
  return typeof value === "string" && colorForm.test(value);
}

function isLogo(value: unknown): boolean {
  return typeof value === "string" && value.length <= logoLimit && logoForm.test(value);
}

function pageError(
  message: string,
  hint: string = "Pass { title, logo, colors }, or a function that returns a complete HTML document.",
): Error {
  return validationError(code, message, hint);
}

/** Rejects a broken page before a player sees it. */
export function checkOwnPage(page: PageOption | undefined): void {
  if (typeof page !== "function") return;
  for (const kind of pageKinds) {
    const [title, text] = pageMessage(englishTexts, kind);
    renderOwnPage(page, { kind, language: "en-US", direction: "ltr", title, text });
  }
}

export function renderOwnPage(render: (view: PageView) => string, view: PageView): string {
  const html = callOnce(render, view);
  if (typeof html === "string") return html;
  // Prevents an unhandled rejection, which would terminate the process.
  Promise.resolve(html).catch(() => undefined);
  const given = html instanceof Promise ? "a promise" : "no string";
  throw pageError(`The page function returned ${given} for the kind "${view.kind}".`);
}

/** Discards errors thrown by the function, because they may contain secrets. */
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

/** Loaded earlier than the other languages. */
export const englishTexts: PageTexts = {
  signedIn: "You are signed in",
  returnTo: "Return to {game}",
  returned: ["Return to the game", "You can close this tab."],
  declined: ["Sign-in cancelled", "No data was shared. You can sign in from the game at any time."],
  failed: ["Sign-in failed", "The sign-in could not be completed. Return to the game and try again."],
  stale: [
    "This link is old",
    "It belongs to an earlier sign-in. Use the newest tab, or start again in the game.",
  ],
};

/** The page's message: an outcome, or a notice that the link is old. @stable */
export type PageKind = Outcome | "stale";

export const pageKinds: readonly PageKind[] = ["signed-in", "returned", "declined", "failed", "stale"];

/** Plain text, not HTML. */
export type PageText = readonly [title: string, text: string];

export interface PageTexts extends Readonly<Record<Exclude<PageKind, "signed-in">, PageText>> {
  /** The heading after a successful sign-in. */
  readonly signedIn: string;
  /** `{game}` is replaced by the game's name. */
  readonly returnTo: string;
}

export function pageMessage(texts: PageTexts, kind: PageKind, game?: string): PageText {
  const [title, next] = texts.returned;
  if (kind === "signed-in") return [texts.signedIn, next];
  if (kind !== "returned") return texts[kind];
  return [game === undefined ? title : texts.returnTo.replace("{game}", () => game), next];
}
