import { model, update } from "../model/model.ts";
import type { ShownMessage, PlayState, ShownExchange } from "../model/view.ts";
import { mostExchanges, mostMessages, withNews } from "../model/exchanges.ts";
import { act, forgetOpenedWindow } from "./actions.ts";

let source: EventSource | undefined;

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
    update({ exchanges: withNews(model.exchanges, news, mostExchanges) });
  });
  source.addEventListener("messages", ({ data }: MessageEvent<string>) => {
    const news = JSON.parse(data) as readonly ShownMessage[];
    update({ messages: withNews(model.messages, news, mostMessages) });
  });
  source.addEventListener("error", () => update({ isConnected: false }));
}

export function go(change: Readonly<Record<string, string>>): void {
  const where = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) where.set(name, value);
  if ("player" in change || "application" in change) {
    if (model.window !== undefined) void act("/play/leave", {});
    forgetOpenedWindow();
    update({ window: undefined, messages: [], openedMessages: [] });
  }
  // Reload: the page's CSP names the application whose Activity it may embed.
  if ("application" in change) return location.assign(`?${where.toString()}`);
  history.replaceState(null, "", `?${where.toString()}`);
  update({ exchanges: [], cleared: 0, notices: [], form: undefined, menu: undefined, opened: [] });
  connect();
}
