import type { MessageView, Done, Named, PlayState, ExchangeView } from "./view.ts";

export interface Notice {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
  readonly hint: string | undefined;
}

export interface Model {
  readonly state?: PlayState;
  readonly exchanges: readonly ExchangeView[];
  readonly notices: readonly Notice[];
  readonly form?: Done["form"] | undefined;
  readonly waiting: number;
  readonly isConnected: boolean;
  readonly menu?: string | undefined;
  /** Exchange numbers. A group is identified by the negated number of its first exchange. */
  readonly opened: readonly number[];
  readonly revealed: readonly string[];
  readonly copied?: string;
  readonly window?: string | undefined;
  readonly messages: readonly MessageView[];
  readonly openedMessages: readonly number[];
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
  revealed: [],
  messages: [],
  openedMessages: [],
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

export function toggle<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}
