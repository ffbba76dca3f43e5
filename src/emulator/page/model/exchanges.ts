import type { ShownPart } from "./view.ts";

export const mostExchanges = 100;
export const mostMessages = 300;

/** Adds exchanges or messages, the newest first. A new version replaces the old one. Each window has its own numbers. */
export function withNews<Item extends { readonly number: number; readonly window?: string }>(
  known: readonly Item[],
  news: readonly Item[],
  most: number,
): readonly Item[] {
  const isSame = (one: Item, other: Item) => one.window === other.window && one.number === other.number;
  const left = known.filter((old) => news.every((one) => !isSame(one, old)));
  return [...left, ...news].toSorted((a, b) => b.number - a.number).slice(0, most);
}

/** The body of a request or an answer for reading: JSON is indented. */
export function partText({ body, bytes, isWhole }: Omit<ShownPart, "headers">): string {
  return isWhole ? pretty(body) : `${body}\n… ${bytes} bytes in all`;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
