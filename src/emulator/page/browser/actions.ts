import { model, update, notify } from "../model/model.ts";
import { withFiles } from "../model/sent-files.ts";
import type { Choice } from "../../../wire/command-option.ts";
import type { Done } from "../model/view.ts";

const gone: Done = {
  problem: {
    message: "The emulator does not answer any more.",
    hint: "Start it again at the same port: this page then continues by itself.",
  },
};

/** The place in the page, the tab and its window. */
function where(): object {
  const { application, player, guild, channel, tab } = model.state ?? {};
  const place = guild ? { guild: guild.id, channel: channel?.id } : {};
  return { application: application?.id, player: player?.name, tab, opened: model.window, ...place };
}

/** Sends an action to the emulator, and shows the result. */
export async function act(path: string, body: object): Promise<void> {
  update({ waiting: model.waiting + 1, menu: undefined });
  const { notes = [], problem, form, window } = (await post<Done>(path, { ...where(), ...body })) ?? gone;
  update({ waiting: model.waiting - 1, form });
  if (window !== undefined) {
    sessionStorage.setItem(key, window);
    update({ window });
  }
  for (const note of notes) say(note);
  if (problem) say(problem.message, problem.hint);
}

let asked = 0;

/** Shows the suggestions of the application for a field. */
export async function showSuggestions(field: HTMLInputElement, usage: object): Promise<void> {
  const round = ++asked;
  const found = await post<{ choices?: readonly Choice[] }>("/play/suggest", { ...where(), ...usage });
  if (round !== asked) return;
  const items = (found?.choices ?? []).map(({ name, value }) => ({ id: String(value), name }));
  update({ suggestions: { ...model.suggestions, [field.id]: items } });
}

/** Copies a text to the clipboard. @param name - of the text, for people. */
export async function copy(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    update({ copied: name });
  } catch {
    const next = "Allow it to write to the clipboard, or select the text and copy it by hand.";
    say(`The browser did not let the page copy ${name}.`, next);
  }
}

/** The answer of the emulator; undefined if it cannot be reached. */
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

/** Shows a notice in the chat; a problem, if there is a hint. */
export function say(text: string, hint?: string): void {
  notify({ at: new Date().toISOString(), text, hint });
}

/** Key of the ticket of the window that this tab has opened. It survives a reload of the page. */
const key = "window";

export function readOpenedWindow(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

export function forgetOpenedWindow(): void {
  sessionStorage.removeItem(key);
}
