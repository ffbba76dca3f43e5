import type { ExchangeView, PartView } from "./view.ts";

export const mostExchanges = 1_000;
export const mostMessages = 300;

export function withNews<Item extends { readonly number: number; readonly window?: string }>(
  known: readonly Item[],
  news: readonly Item[],
  most: number,
): readonly Item[] {
  const isSame = (one: Item, other: Item) => one.window === other.window && one.number === other.number;
  const unchanged = known.filter((old) => news.every((one) => !isSame(one, old)));
  return [...unchanged, ...news].toSorted((a, b) => b.number - a.number).slice(0, most);
}

export function findExchanges(exchanges: readonly ExchangeView[], sought: string): readonly ExchangeView[] {
  const query = sought.trim().toLowerCase();
  return query === ""
    ? exchanges
    : exchanges.filter((exchange) => textOf(exchange).toLowerCase().includes(query));
}

function textOf({ title, outcome, result, request, answer }: ExchangeView): string {
  return [title, outcome, result, request.line, request.body, answer?.body].join(" ");
}

export type Repeated = readonly [ExchangeView, ...ExchangeView[]];

const leastRepeated = 3;

/** Groups repeated exchanges, such as retries to an unreachable endpoint. */
export function groupExchanges(exchanges: readonly ExchangeView[]): readonly Repeated[] {
  const runs: [ExchangeView, ...ExchangeView[]][] = [];
  for (const exchange of exchanges) {
    const run = runs.at(-1);
    if (run && isRepeated(run[0], exchange)) run.push(exchange);
    else runs.push([exchange]);
  }
  return runs.flatMap((run): Repeated[] =>
    run.length < leastRepeated ? run.map((exchange) => [exchange]) : [run],
  );
}

function isRepeated(exchange: ExchangeView, other: ExchangeView): boolean {
  return (["from", "title", "outcome", "result"] as const).every((field) => exchange[field] === other[field]);
}

const longestTitle = 52;

export function shortTitle(title: string): string {
  const short = title.replaceAll(/\d{15,20}/g, (id) => `${id.slice(0, 4)}…${id.slice(-4)}`);
  const parts = short.split("/");
  if (parts.length === 1 || fits(short)) return short;
  for (let count = parts.length - 1; count > 2; count -= 1) {
    const [head, tail] = [parts.slice(0, Math.ceil(count / 2)), parts.slice(-Math.floor(count / 2))];
    const cut = [...head, "…", ...tail].join("/");
    if (fits(cut)) return cut;
  }
  const letters = Array.from(short);
  const half = Math.floor(longestTitle / 2);
  return [...letters.slice(0, half), "…", ...letters.slice(1 - half)].join("");
}

function fits(title: string): boolean {
  return Array.from(title).length <= longestTitle;
}

export function partText({ body, bytes, isWhole }: Omit<PartView, "headers">): string {
  return isWhole ? pretty(body) : `${body}\n… ${bytes} bytes in total`;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
