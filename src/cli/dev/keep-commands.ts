import type { Plan } from "slashpass/commands";
import { applyCommands } from "../commands/apply-commands.ts";
import { withoutRuleFindings, makePlan } from "../commands/make-plan.ts";
import { loadCommands } from "../commands/source.ts";
import { shown } from "../frame/shown.ts";
import { loadFileAnew } from "../settings/load-file.ts";
import { announce } from "./events.ts";
import type { Place } from "./place.ts";
import type { DevCall } from "./wish.ts";

/** @throws Failure `file_unreadable`, `invalid_commands`, `permission_loss`, and the errors of `commands apply`. */
export async function keepCommands(call: DevCall, { target, scope }: Place): Promise<void> {
  const { terminal } = call;
  const { commands: desired } = await loadCommands(call, target.commandsFile, target, loadFileAnew);
  const options = { ...call.options, allow: [], permissionsOf: [] };
  const plan = await makePlan({ ...call, options }, scope, desired);
  if (plan.writes.length === 0) return;
  for (const { message } of withoutRuleFindings(plan).warnings)
    terminal.note(terminal.notePaint.yellow(message));
  const changes = changesOf(plan);
  terminal.note(`Commands: ${marked(changes)}`);
  await applyCommands(call, target, "Applied", plan, (applying) => scope.apply(plan, applying));
  announce(terminal, { event: "applied", ...changes });
}

function changesOf({ creates, edits, deletes }: Plan) {
  return { created: namesOf(creates), edited: namesOf(edits), deleted: namesOf(deletes) };
}

function namesOf(commands: readonly { readonly name?: unknown }[]): readonly string[] {
  return commands.map(({ name }) => String(name));
}

function marked({ created, edited, deleted }: ReturnType<typeof changesOf>): string {
  const all = [
    ...created.map((name) => `+ ${name}`),
    ...edited.map((name) => `~ ${name}`),
    ...deleted.map((name) => `- ${name}`),
  ];
  return all.map(shown).join(", ");
}
