import { resolve } from "node:path";
import { guildsOf } from "./make-plan.ts";
import { confirmFile, writeResult } from "./apply-commands.ts";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import type { snapshot as definition } from "./definitions.ts";
import { openScope, readTarget, targetAsData } from "./open-client.ts";

export async function run(
  call: Call<typeof definition.options, typeof definition.arguments>,
): Promise<Outcome> {
  const { cwd, options, terminal, signal } = call;
  const settings = await readTarget(call);
  const file = resolve(cwd, call.arguments.file);
  await confirmFile(call, file);
  const scope = await openScope(call, settings);
  const snapshot = await terminal.during("Reading the live commands and permissions", () =>
    scope.snapshot({ guildIds: guildsOf(options), signal }),
  );
  await writeResult(file, `${JSON.stringify(snapshot, null, 2)}\n`);
  const counts = { commands: snapshot.commands.length, permissions: snapshot.permissions.length };
  const summary = `${counted(counts.commands, "command")} and the permissions of ${counts.permissions}`;
  terminal.print(terminal.wrap(`Kept ${summary} in ${file}.`));
  return { result: { target: targetAsData(settings), file, ...counts } };
}
