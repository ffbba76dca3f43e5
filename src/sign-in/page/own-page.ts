import { pageError, type PageOption, type PageView } from "./page-appearance.ts";
import { englishTexts } from "./page-texts-english.ts";
import type { PageKind } from "./page-texts.ts";

/**
 * Tries a page of the game's own with each kind there is, so that one which fails is refused before a player needs it.
 *
 * @throws ClientError `invalid_page` (ValidationError) for one that throws or gives no string.
 */
export function checkOwnPage(page: PageOption | undefined): void {
  if (typeof page !== "function") return;
  for (const kind of Object.keys(englishTexts) as PageKind[]) {
    const [title, text] = englishTexts[kind];
    renderOwnPage(page, { kind, language: "en-US", direction: "ltr", title, text });
  }
}

/** @throws ClientError `invalid_page` (ValidationError) when it throws, or gives no string. */
export function renderOwnPage(render: (view: PageView) => string, view: PageView): string {
  const html = callOnce(render, view);
  if (typeof html === "string") return html;
  // Nobody else listens to a promise, and its rejection would end the process.
  Promise.resolve(html).catch(() => undefined);
  const given = html instanceof Promise ? "a promise" : "no string";
  throw pageError(`The page function returned ${given} for the kind "${view.kind}".`);
}

/** What it throws is not passed on: it may hold anything. */
function callOnce(render: (view: PageView) => unknown, view: PageView): unknown {
  try {
    return render(view);
  } catch {
    throw pageError(`The page function threw an error for the kind "${view.kind}".`);
  }
}
