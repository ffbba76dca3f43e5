import { model, update } from "./model.ts";
import type { ShownMessage } from "./activity-view.ts";
import { act } from "./actions.ts";
import { forgetOpenedFrame } from "./opened-frame.ts";
import type { PlayState, ShownExchange } from "./view.ts";

let source: EventSource | undefined;

/** Listens to what happens at the place that the address names; while nobody looks, nothing is asked. */
export function connect(): void {
  source?.close();
  if (document.hidden) return;
  source = new EventSource(`/play/live${location.search}`);
  source.addEventListener("state", ({ data }: MessageEvent<string>) => {
    const state = JSON.parse(data) as PlayState;
    document.title = `${state.application.name} · slashpass emulator`;
    update({ state, isConnected: true });
  });
  source.addEventListener("exchanges", ({ data }: MessageEvent<string>) => {
    const news = JSON.parse(data) as readonly ShownExchange[];
    const known = model.exchanges.filter(({ number }) => news.every((one) => one.number !== number));
    update({
      exchanges: [...known, ...news].toSorted((a, b) => b.number - a.number).slice(0, mostExchanges),
    });
  });
  source.addEventListener("messages", ({ data }: MessageEvent<string>) => {
    const news = JSON.parse(data) as readonly ShownMessage[];
    const known = model.messages.filter((old) => news.every((one) => !isSame(one, old)));
    update({
      messages: [...known, ...news].toSorted((a, b) => b.number - a.number).slice(0, mostMessages),
    });
  });
  source.addEventListener("error", () => update({ isConnected: false }));
}

const mostExchanges = 100;
const mostMessages = 300;

function isSame(one: ShownMessage, other: ShownMessage): boolean {
  return one.frame === other.frame && one.number === other.number;
}

/** Goes somewhere else, or becomes somebody else; an Activity stays open only for who goes to another place. */
export function go(change: Readonly<Record<string, string>>): void {
  const where = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) where.set(name, value);
  if ("player" in change || "application" in change) {
    if (model.frame !== undefined) void act("/play/leave", {});
    forgetOpenedFrame();
    update({ frame: undefined, messages: [], openedMessages: [] });
  }
  // The page's policy names the application whose Activity may be shown in it.
  if ("application" in change) return location.assign(`?${where.toString()}`);
  history.replaceState(null, "", `?${where.toString()}`);
  update({ exchanges: [], notices: [], form: undefined, menu: undefined, opened: [] });
  connect();
}
