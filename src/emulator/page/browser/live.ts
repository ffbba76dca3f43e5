import { model, update } from "../model/model.ts";
import type { ShownMessage } from "../model/activity-view.ts";
import { withExchanges, withMessages } from "../model/news.ts";
import { act } from "./actions.ts";
import { forgetOpenedFrame } from "./opened-frame.ts";
import type { PlayState, ShownExchange } from "../model/view.ts";

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
    update({ exchanges: withExchanges(model.exchanges, JSON.parse(data) as readonly ShownExchange[]) });
  });
  source.addEventListener("messages", ({ data }: MessageEvent<string>) => {
    update({ messages: withMessages(model.messages, JSON.parse(data) as readonly ShownMessage[]) });
  });
  source.addEventListener("error", () => update({ isConnected: false }));
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
