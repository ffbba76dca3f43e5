import { model, update } from "../model/model.ts";
import { keepOpenedFrame } from "./opened-frame.ts";
import { post } from "./post.ts";
import { complain, say } from "./say.ts";
import type { Done } from "../model/view.ts";

const gone: Done = {
  problem: {
    message: "The emulator does not answer any more.",
    hint: "Start it again at the same port: this page then continues by itself.",
  },
};

/** Who and where the person is, on which page. */
function where(): object {
  const { application, player, guild, channel, window } = model.state ?? {};
  const place = guild ? { guild: guild.id, channel: channel?.id } : {};
  return { application: application?.id, player: player?.name, window, opened: model.frame, ...place };
}

/** Lets the emulator do something, and shows what came of it. */
export async function act(path: string, body: object): Promise<void> {
  update({ waiting: model.waiting + 1, menu: undefined });
  const { notes = [], problem, form, frame } = (await post<Done>(path, { ...where(), ...body })) ?? gone;
  update({ waiting: model.waiting - 1, form });
  if (frame !== undefined) open(frame);
  for (const note of notes) say(note);
  if (problem) complain(problem);
}

function open(frame: string): void {
  keepOpenedFrame(frame);
  update({ frame });
}

let asked = 0;

/** Asks what the application suggests for a field. */
export async function showSuggestions(field: HTMLInputElement, usage: object): Promise<void> {
  const round = ++asked;
  const found = await post<{ choices?: readonly { name: string; value: string | number }[] }>(
    "/play/suggest",
    {
      ...where(),
      ...usage,
    },
  );
  if (round !== asked) return;
  const items = (found?.choices ?? []).map(({ name, value }) => ({ id: String(value), name }));
  update({ suggestions: { ...model.suggestions, [field.id]: items } });
}

/** Puts a text on the clipboard. @param name - what it is. */
export async function copy(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    update({ copied: name });
  } catch {
    complain({
      message: `The browser did not let the page copy ${name}.`,
      hint: "Allow it to write to the clipboard, or select the text and copy it by hand.",
    });
  }
}
