import { pageError, type PageOption, type PageView } from "./page-appearance.ts";
import { englishTexts } from "./page-texts-english.ts";
import type { PageKind } from "./page-texts.ts";

/**
 * Tries a page of the game's own with each kind there is, so that one which fails is refused before a player needs it.
 *
 * @throws ClientError `invalid_page` (ValidationError) for one that gives no string, or what the function itself throws.
 */
export function checkOwnPage(page: PageOption | undefined): void {
  if (typeof page !== "function") return;
  for (const kind of Object.keys(englishTexts) as PageKind[]) {
    const [title, text] = englishTexts[kind];
    renderOwnPage(page, { kind, language: "en-US", direction: "ltr", title, text });
  }
}

/** @throws ClientError `invalid_page` (ValidationError) when it gives no string. */
export function renderOwnPage(render: (view: PageView) => string, view: PageView): string {
  const html: unknown = render(view);
  if (typeof html === "string") return html;
  throw pageError(`The page function returned no string for the kind "${view.kind}".`);
}
