import type { Outcome } from "../redirect/receiver.ts";

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
