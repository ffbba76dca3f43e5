import { targetAsData } from "../commands/open-client.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import type { list } from "./definitions.ts";
import { nameSubject, nameToShow } from "./find-subject.ts";
import { overwriteAsData, readNames, withName } from "./names.ts";
import { openGuild, describeTarget } from "./open-guild.ts";

export async function run(call: Call<typeof list.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const place = await openGuild(call);
  const { settings, guild } = place;
  const all = await guild.permissions.list({ signal });
  const nameOf = await readNames(
    place,
    all.flatMap(({ permissions }) => permissions),
    call,
  );
  const { bold } = terminal.paint;
  const rows = all.flatMap(({ id, permissions }) =>
    permissions.map((overwrite) => [
      nameToShow(place, id),
      overwrite.permission ? "may" : "may not",
      withName(describeTarget(overwrite, settings.guildId), nameOf(overwrite)),
    ]),
  );
  if (rows.length === 0) terminal.note(`No command has overwrites in guild ${settings.guildId}.`);
  else terminal.print(columns([["COMMAND", "USE", "WHOM"].map(bold), ...rows], terminal.columns));
  const permissions = all.map((one) => {
    const name = nameSubject(place, one.id);
    return {
      ...one,
      ...(name !== undefined && { name }),
      permissions: one.permissions.map((overwrite) => overwriteAsData(overwrite, nameOf)),
    };
  });
  return { result: { target: targetAsData(settings), permissions } };
}
