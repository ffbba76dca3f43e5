import type { ShownMessage } from "./activity-view.ts";
import type { Done, Named, PlayState, ShownExchange } from "./view.ts";

/** Something that the page itself says in the chat. */
export interface Notice {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** What to do, where something went wrong. */
  readonly hint: string | undefined;
}

/** Everything that the page shows. */
export interface Model {
  /** Undefined before the emulator has told it. */
  readonly state: PlayState | undefined;
  /** The newest first. */
  readonly exchanges: readonly ShownExchange[];
  readonly notices: readonly Notice[];
  readonly form: Done["form"];
  /** How many answers are waited for. */
  readonly waiting: number;
  readonly isConnected: boolean;
  /** Of whom or what the commands are shown: the id of a player or a message. */
  readonly menu: string | undefined;
  /** The exchanges whose details are shown. */
  readonly opened: readonly number[];
  /** The secrets that are shown. */
  readonly revealed: readonly string[];
  /** What was copied last. */
  readonly copied: string | undefined;
  /** Ticket of the frame that was opened in this tab, which may be closed by now. */
  readonly frame: string | undefined;
  /** What this player's Activities said and heard, the newest first. */
  readonly messages: readonly ShownMessage[];
  /** The messages that are shown whole. */
  readonly openedMessages: readonly number[];
  /** What the messages are filtered by. */
  readonly sought: string;
  /** What an application suggests, by the id of the field. */
  readonly suggestions: Readonly<Record<string, readonly Named[]>>;
}

export let model: Model = {
  state: undefined,
  exchanges: [],
  notices: [],
  form: undefined,
  waiting: 0,
  isConnected: true,
  menu: undefined,
  opened: [],
  revealed: [],
  copied: undefined,
  frame: undefined,
  messages: [],
  openedMessages: [],
  sought: "",
  suggestions: {},
};

const listeners: (() => void)[] = [];

/** Lets something be done after each change. */
export function onChange(listener: () => void): void {
  listeners.push(listener);
}

export function update(change: Partial<Model>): void {
  model = { ...model, ...change };
  for (const listener of listeners) listener();
}

const mostNotices = 50;
let notices = 0;

/** Adds what the page itself says. */
export function notify(notice: Omit<Notice, "number">): void {
  update({ notices: [...model.notices, { number: notices++, ...notice }].slice(-mostNotices) });
}

/** The list with the item, or without it where it was in it. */
export function toggle<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}
