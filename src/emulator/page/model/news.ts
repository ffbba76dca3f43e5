import type { ShownMessage } from "./activity-view.ts";
import type { ShownExchange } from "./view.ts";

const mostExchanges = 100;
const mostMessages = 300;

/** The exchanges, the newest first: news replace what they were before. */
export function withExchanges(
  known: readonly ShownExchange[],
  news: readonly ShownExchange[],
): readonly ShownExchange[] {
  return newest(known, news, (one, other) => one.number === other.number).slice(0, mostExchanges);
}

/** The messages, the newest first: each frame has numbers of its own. */
export function withMessages(
  known: readonly ShownMessage[],
  news: readonly ShownMessage[],
): readonly ShownMessage[] {
  return newest(known, news, isSameMessage).slice(0, mostMessages);
}

function isSameMessage(one: ShownMessage, other: ShownMessage): boolean {
  return one.frame === other.frame && one.number === other.number;
}

function newest<Item extends { readonly number: number }>(
  known: readonly Item[],
  news: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): readonly Item[] {
  const left = known.filter((old) => news.every((one) => !isSame(one, old)));
  return [...left, ...news].toSorted((a, b) => b.number - a.number);
}
