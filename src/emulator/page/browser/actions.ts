import { model, update, notify, withFiles, mostExchanges, mostMessages, withNews } from "../model/model.ts";
import type { Choice } from "../../../wire/command-option.ts";
import type { Done, MessageView, PlayState, ExchangeView } from "../model/view.ts";

const unreachable: Done = {
  problem: {
    message: "The emulator no longer responds.",
    hint: "Start it again on the same port. This page then reconnects automatically.",
  },
};

function describeTab(): object {
  const { application, player, guild, channel, tab } = model.state ?? {};
  const location = guild ? { guild: guild.id, channel: channel?.id } : {};
  return { application: application?.id, player: player?.name, tab, opened: model.window, ...location };
}

export async function act(path: string, body: object): Promise<void> {
  update({ waiting: model.waiting + 1, menu: undefined });
  const {
    notes = [],
    problem,
    form,
    window,
  } = (await post<Done>(path, { ...describeTab(), ...body })) ?? unreachable;
  update({ waiting: model.waiting - 1, form });
  if (window !== undefined) {
    sessionStorage.setItem(windowKey, window);
    update({ window });
  }
  for (const note of notes) say(note);
  if (problem) say(problem.message, problem.hint);
}

let attempts = 0;

export async function showSuggestions(field: HTMLInputElement, usage: object): Promise<void> {
  const round = ++attempts;
  const found = await post<{ choices?: readonly Choice[] }>("/play/suggest", { ...describeTab(), ...usage });
  if (round !== attempts) return;
  const items = (found?.choices ?? []).map(({ name, value }) => ({ id: String(value), name }));
  update({ suggestions: { ...model.suggestions, [field.id]: items } });
}

export async function copy(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    update({ copied: name });
  } catch {
    const next = "Allow the page to write to the clipboard, or select the text and copy it by hand.";
    say(`The browser did not let the page copy ${name}.`, next);
  }
}

async function post<Answer>(path: string, body: object): Promise<Answer | undefined> {
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(path, {
      method: "POST",
      headers,
      body: JSON.stringify(await withFiles(body)),
    });
    return (await response.json()) as Answer;
  } catch {
    return undefined;
  }
}

export function say(text: string, hint?: string): void {
  notify({ at: new Date().toISOString(), text, hint });
}

/** The session storage key for the open window. Session storage survives reloads. */
export const windowKey = "window";

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
    const news = JSON.parse(data) as readonly ExchangeView[];
    update({ exchanges: withNews(model.exchanges, news, mostExchanges) });
  });
  source.addEventListener("messages", ({ data }: MessageEvent<string>) => {
    const news = JSON.parse(data) as readonly MessageView[];
    update({ messages: withNews(model.messages, news, mostMessages) });
  });
  source.addEventListener("error", () => update({ isConnected: false }));
}

export function go(change: Readonly<Record<string, string>>): void {
  const where = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) where.set(name, value);
  if ("player" in change || "application" in change) {
    if (model.window !== undefined) void act("/play/leave", {});
    sessionStorage.removeItem(windowKey);
    update({ window: undefined, messages: [] });
  }
  // Reloads the page, because its CSP allows embedding only one application's Activity.
  if ("application" in change) return location.assign(`?${where.toString()}`);
  history.replaceState(null, "", `?${where.toString()}`);
  update({ exchanges: [], cleared: 0, notices: [], form: undefined, menu: undefined });
  connect();
}
