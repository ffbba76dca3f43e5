import type { Command } from "slashpass/commands";
import { Failure } from "../frame/failure.ts";
import { shown } from "../frame/shown.ts";
import type { OpenGuild } from "./open-guild.ts";

type Place = Pick<OpenGuild, "settings" | "commands">;

/** @throws Failure `unknown_command`, `ambiguous_command`. */
export function findSubject({ settings, commands }: Place, text: string): Pick<Command, "id" | "name"> {
  if (text === settings.applicationId) return { id: text, name: nameOfApplication };
  const found = commands.filter(({ id, name }) => id === text || name === text);
  const [first] = found;
  if (first === undefined) {
    throw new Failure(`There is no command '${shown(text)}' in this guild.`, {
      code: "unknown_command",
      hint: `There are: ${commands.map(({ name }) => shown(name)).join(", ") || "none"}.`,
    });
  }
  if (found.length === 1) return first;
  throw new Failure(`Several commands are called '${shown(text)}'.`, {
    code: "ambiguous_command",
    hint: `Name one by its id: ${found.map(({ id }) => id).join(", ")}.`,
  });
}

const nameOfApplication = "all commands";

export function nameSubject({ settings, commands }: Place, id: string): string | undefined {
  if (id === settings.applicationId) return nameOfApplication;
  return commands.find((one) => one.id === id)?.name;
}

export function nameToShow(place: Place, id: string): string {
  const name = nameSubject(place, id);
  if (name === undefined) return id;
  const isShared = place.commands.some((one) => one.name === name && one.id !== id);
  return isShared ? `${shown(name)} (${id})` : shown(name);
}
