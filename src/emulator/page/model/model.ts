import type { ShownMessage, Done, Named, PlayState, ShownExchange } from "./view.ts";

/** A notice of the page itself in the chat. */
export interface Notice {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** The next step of a problem; undefined for other notices. */
  readonly hint: string | undefined;
}

/** The state of the page. */
export interface Model {
  /** Undefined before the first answer of the emulator. */
  readonly state?: PlayState;
  /** The newest first. */
  readonly exchanges: readonly ShownExchange[];
  readonly notices: readonly Notice[];
  readonly form?: Done["form"] | undefined;
  /** Number of pending requests. */
  readonly waiting: number;
  readonly isConnected: boolean;
  /** Id of the player or message whose menu is open. */
  readonly menu?: string | undefined;
  /** Numbers of the opened exchanges; of repeated ones that of the first, below zero. */
  readonly opened: readonly number[];
  /** Names of the revealed secrets. */
  readonly revealed: readonly string[];
  /** Name of the text that was copied last. */
  readonly copied?: string;
  /** Ticket of the window that was opened in this tab. The window may be closed. */
  readonly window?: string | undefined;
  /** Messages of this player's Activities, the newest first. */
  readonly messages: readonly ShownMessage[];
  /** Numbers of the opened messages. */
  readonly openedMessages: readonly number[];
  /** Filter of the messages. */
  readonly sought: string;
  /** Filter of the exchanges. */
  readonly soughtExchanges: string;
  /** The number of the last exchange that was cleared away in this tab. */
  readonly cleared: number;
  /** Suggestions of the application, by the id of the field. */
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

/** Adds a listener for changes. */
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

/** Adds the item to the list, or removes it. */
export function toggle<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}
