import { targetAsData } from "../commands/open-client.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import type * as definitions from "./definitions.ts";
import {
  nameSubject,
  nameToShow,
  openGuild,
  findSubject,
  readOverwrites,
  overwriteAsData,
  describeOverwrite,
  readNames,
} from "./open-guild.ts";

export async function list(call: Call<typeof definitions.list.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const opened = await openGuild(call);
  const { settings, guild } = opened;
  const all = await guild.permissions.list({ signal });
  const overwrites = all.flatMap((entry) => entry.permissions);
  const nameOf = await readNames(opened, overwrites, call);
  const rows = all.flatMap(({ id, permissions }) =>
    permissions.map((overwrite) => [
      nameToShow(opened, id),
      ...describeOverwrite(overwrite, settings.guildId, nameOf),
    ]),
  );
  if (rows.length === 0) terminal.note(`No command has overwrites in guild ${settings.guildId}.`);
  else terminal.printTable(rows, ["COMMAND", "USE", "WHOM"]);
  const permissions = all.map((entry) => ({
    ...entry,
    name: nameSubject(opened, entry.id),
    permissions: entry.permissions.map((overwrite) => overwriteAsData(overwrite, nameOf)),
  }));
  return { result: { target: targetAsData(settings), permissions } };
}

export async function get(
  call: Call<typeof definitions.get.options, typeof definitions.get.arguments>,
): Promise<Outcome> {
  const { terminal, signal } = call;
  const opened = await openGuild(call);
  const { settings } = opened;
  const { id, name } = findSubject(opened, call.arguments.command);
  const permissions = await readOverwrites(opened, id, signal);
  const nameOf = await readNames(opened, permissions, call);
  const rows = permissions.map((overwrite) => describeOverwrite(overwrite, settings.guildId, nameOf));
  if (rows.length === 0)
    terminal.note(`${escapeControls(name)} has no overwrites in guild ${settings.guildId}.`);
  else terminal.printTable(rows);
  const named = permissions.map((overwrite) => overwriteAsData(overwrite, nameOf));
  return { result: { target: targetAsData(settings), id, name, permissions: named } };
}
