import { type Command, CommandType } from "slashpass/commands";
import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { list } from "./definitions.ts";
import { openScope, readTarget, targetAsData } from "./open-client.ts";

export async function run(call: Call<typeof list.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const settings = await readTarget(call);
  const scope = await openScope(call, settings);
  const commands = await terminal.during("Reading the live commands", () =>
    scope.list({ signal, withLocalizations: true }),
  );
  if (commands.length === 0) terminal.note(`There are no commands in ${targetOf(settings)}.`);
  else terminal.printTable(commands.map(rowOf), head);
  return { result: { target: targetAsData(settings), commands } };
}

const head = ["NAME", "TYPE", "ID", "DESCRIPTION"];

const types: Readonly<Record<number, string>> = {
  [CommandType.ChatInput]: "slash",
  [CommandType.User]: "user",
  [CommandType.Message]: "message",
  [CommandType.PrimaryEntryPoint]: "entry point",
};

function rowOf({ id, name, type = CommandType.ChatInput, description }: Command): string[] {
  return [escapeControls(name), types[type] ?? String(type), id, escapeControls(description)];
}
