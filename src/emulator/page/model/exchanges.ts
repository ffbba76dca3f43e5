import type { ShownMessage, ShownExchange, ShownPart } from "./view.ts";

const mostExchanges = 100;
const mostMessages = 300;

/** Adds exchanges, the newest first. A new version replaces the old one. */
export function withExchanges(
  known: readonly ShownExchange[],
  news: readonly ShownExchange[],
): readonly ShownExchange[] {
  return newest(known, news, (one, other) => one.number === other.number).slice(0, mostExchanges);
}

/** Adds messages, the newest first. Each window has its own numbers. */
export function withMessages(
  known: readonly ShownMessage[],
  news: readonly ShownMessage[],
): readonly ShownMessage[] {
  return newest(known, news, isSameMessage).slice(0, mostMessages);
}

function isSameMessage(one: ShownMessage, other: ShownMessage): boolean {
  return one.window === other.window && one.number === other.number;
}

function newest<Item extends { readonly number: number }>(
  known: readonly Item[],
  news: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): readonly Item[] {
  const left = known.filter((old) => news.every((one) => !isSame(one, old)));
  return [...left, ...news].toSorted((a, b) => b.number - a.number);
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
