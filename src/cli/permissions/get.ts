import { targetAsData } from "../commands/open-client.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { columns } from "../frame/columns.ts";
import type { get } from "./definitions.ts";
import { findSubject, openGuild, readOverwrites } from "./open-guild.ts";
import { overwriteAsData, describeOverwrite, readNames } from "./names.ts";

export async function run(call: Call<typeof get.options, typeof get.arguments>): Promise<Outcome> {
  const { terminal, signal } = call;
  const opened = await openGuild(call);
  const { settings } = opened;
  const { id, name } = findSubject(opened, call.arguments.command);
  const permissions = await readOverwrites(opened, id, signal);
  const nameOf = await readNames(opened, permissions, call);
  const rows = permissions.map((overwrite) => describeOverwrite(overwrite, settings.guildId, nameOf));
  if (rows.length === 0)
    terminal.note(`${escapeControls(name)} has no overwrites in guild ${settings.guildId}.`);
  else terminal.print(columns(rows, terminal.columns));
  const named = permissions.map((overwrite) => overwriteAsData(overwrite, nameOf));
  return { result: { target: targetAsData(settings), id, name, permissions: named } };
}
