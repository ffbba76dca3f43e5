import type { MessageView, Done, Named, PlayState, ExchangeView, FieldView, PartView } from "./view.ts";
import { isOptionType, optionTraits } from "../../../wire/option-traits.ts";

export interface Notice {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
  readonly hint: string | undefined;
}

interface Model {
  readonly state?: PlayState;
  readonly exchanges: readonly ExchangeView[];
  readonly notices: readonly Notice[];
  readonly form?: Done["form"] | undefined;
  readonly waiting: number;
  readonly isConnected: boolean;
  readonly menu?: string | undefined;
  /** The keys of the opened rows and the revealed secrets. */
  readonly opened: readonly string[];
  readonly copied?: string;
  readonly window?: string | undefined;
  readonly messages: readonly MessageView[];
  readonly sought: string;
  readonly soughtExchanges: string;
  readonly cleared: number;
  readonly suggestions: Readonly<Record<string, readonly Named[]>>;
}

export let model: Model = {
  exchanges: [],
  notices: [],
  waiting: 0,
  isConnected: true,
  opened: [],
  messages: [],
  sought: "",
  soughtExchanges: "",
  cleared: 0,
  suggestions: {},
};

const listeners: (() => void)[] = [];

export function onChange(listener: () => void): void {
  listeners.push(listener);
}

export function update(change: Partial<Model>): void {
  model = { ...model, ...change };
  for (const listener of listeners) listener();
}

const mostNotices = 50;
let notices = 0;

export function notify(notice: Omit<Notice, "number">): void {
  update({ notices: [...model.notices, { number: notices++, ...notice }].slice(-mostNotices) });
}

export function toggle(key: string): void {
  const { opened } = model;
  update({ opened: opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key] });
}

/** Leaves an invalid number as a string, for the emulator to reject. */
export function optionValue(type: number, text: string): string | number | boolean {
  const holds = holdsOf(type);
  if (holds === "boolean") return text === "true";
  const isNumeric = holds === "integer" || holds === "number";
  return isNumeric && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function fieldBounds({ type, min, max, minLength, maxLength }: FieldView): object {
  const holds = holdsOf(type);
  if (holds === "integer" || holds === "number")
    return { type: "number", step: holds === "integer" ? "1" : "any", min, max };
  return {
    dir: "auto",
    minLength,
    // Browsers count UTF-16 code units; the emulator counts characters.
    maxLength: maxLength === undefined ? undefined : 2 * maxLength,
    ...(holds === "id" && { type: "file" }),
  };
}

function holdsOf(type: number): string {
  return isOptionType(type) ? optionTraits[type].holds : "string";
}

export async function withFiles(value: unknown): Promise<unknown> {
  if (value instanceof File) return { name: value.name, type: value.type, base64: await base64Of(value) };
  if (Array.isArray(value)) return Promise.all(value.map(withFiles));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await withFiles(one)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A function call accepts only a limited number of arguments. */
const partBytes = 0x80_00;

export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += partBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + partBytes));
  return btoa(text);
}

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
