import type { PermissionOverwrite } from "slashpass/commands";
import { targetAsData } from "../commands/read-target.ts";
import type { Call, Outcome } from "../frame/call.ts";
import { counted, shown } from "../frame/shown.ts";
import { confirmWrite } from "../settings/confirm-write.ts";
import type { edit } from "./definitions.ts";
import { asPlayer } from "./as-player.ts";
import { changed, differences, readChange } from "./change.ts";
import { findSubject } from "./find-subject.ts";
import { overwriteAsData, readNames, withName } from "./names.ts";
import { openGuild, readOverwrites } from "./open-guild.ts";
import { describeWhom } from "./whom.ts";

type EditCall = Call<typeof edit.options, typeof edit.arguments>;

export async function run(call: EditCall): Promise<Outcome> {
  const { terminal, signal } = call;
  const place = await openGuild(await asPlayer(call));
  const { settings, guild } = place;
  const change = readChange(call.options, settings.guildId);
  const { id, name } = findSubject(place, call.arguments.command);
  const before = await readOverwrites(place, id, signal);
  const permissions = changed(before, change);
  const nameOf = await readNames(place, [...before, ...permissions], call);
  const lines = differences(before, permissions).map(({ mark, overwrite }) => {
    const paint = terminal.paint[mark === "+" ? "green" : "red"];
    const use = overwrite.permission ? "may" : "may not";
    const whom = withName(describeWhom(overwrite, settings.guildId), nameOf(overwrite));
    return paint(`${mark} ${whom} ${use} use ${shown(name)}`);
  });
  const asData = (overwrites: readonly PermissionOverwrite[]) =>
    overwrites.map((one) => overwriteAsData(one, nameOf));
  const result = {
    target: targetAsData(settings),
    id,
    name,
    before: asData(before),
    permissions: asData(permissions),
  };
  if (lines.length === 0) {
    terminal.note("Nothing to change: the overwrites are already like that.");
    return { result };
  }
  terminal.print(lines.join("\n"));
  await confirmWrite(call, settings, {
    action: `Change ${counted(lines.length, "overwrite")}`,
    always: true,
  });
  await guild.permissions.edit(id, permissions, { signal });
  terminal.note(terminal.notePaint.green("Changed."));
  return { result };
}
