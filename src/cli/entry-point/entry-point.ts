import { type Command, EntryPointHandler, CommandType } from "slashpass/commands";
import { escapeControls } from "../frame/terminal-text.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { findEntryPoint } from "slashpass/interactions";
import { openClient, readGlobalTarget, targetAsData } from "../commands/open-client.ts";
import type { settingsOptions } from "../options.ts";
import { targetOf, confirmWrite } from "../settings/confirm-write.ts";
import type * as definitions from "./definitions.ts";
import { guildsOf } from "../commands/make-plan.ts";
import { withConsent, refuseErasure } from "../commands/apply-commands.ts";
import { misunderstood } from "../frame/failure.ts";

const handlers = {
  application: EntryPointHandler.AppHandler,
  discord: EntryPointHandler.DiscordLaunchActivity,
} as const;

export function describeEntryPoint({ id, name, description, handler }: Command): string[][] {
  return [
    ["name", escapeControls(name)],
    ["id", id],
    ["description", escapeControls(description) || "none"],
    ["handler", describeHandler(handler)],
  ];
}

export function describeHandler(handler: number | undefined): string {
  if (handler === handlers.application) return "application: your code handles each launch";
  if (handler === undefined || handler === handlers.discord) return "discord: Discord launches the Activity";
  return String(handler);
}

async function openEntryPoint(call: Call<typeof settingsOptions>) {
  const { terminal, signal } = call;
  const settings = await readGlobalTarget(call);
  const { global: scope } = await openClient(call, settings);
  const live = await terminal.during("Reading the live commands", () => findEntryPoint(scope, { signal }));
  return { settings, scope, live };
}

export async function show(call: Call<typeof definitions.show.options>): Promise<Outcome> {
  const { terminal } = call;
  const { settings, live } = await openEntryPoint(call);
  if (live) terminal.printTable(describeEntryPoint(live));
  else {
    terminal.note(
      `There is no entry point in ${targetOf(settings)}. Enable Activities in the developer portal, then create one with 'slashpass entry-point set'.`,
    );
  }
  return { result: { target: targetAsData(settings), entryPoint: live ?? null } };
}

type SetCall = Call<typeof definitions.set.options>;

const first = { name: "launch", handler: handlers.discord } as const;

export async function set(call: SetCall): Promise<Outcome> {
  const { terminal, signal } = call;
  const given = readGiven(call);
  const { settings, scope, live } = await openEntryPoint(call);
  await confirmWrite(call, settings, live ? `Change the entry point ${live.name}` : "Create an entry point");
  const entryPoint = live
    ? await withConsent(call, settings, (allowPermissionLoss) =>
        scope.edit(live.id, given, { guildIds: guildsOf(call.options), signal, allowPermissionLoss }),
      )
    : await scope.create({ ...first, ...given, type: CommandType.PrimaryEntryPoint }, { signal });
  terminal.printTable(describeEntryPoint(entryPoint));
  return { result: { target: targetAsData(settings), entryPoint } };
}

function readGiven({ options }: SetCall) {
  const { name, description, handler } = options;
  const given = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(handler !== undefined && { handler: handlers[handler as keyof typeof handlers] }),
  };
  if (Object.keys(given).length > 0) return given;
  throw misunderstood("No setting is specified.", "Use --name, --description or --handler.");
}

export async function remove(call: Call<typeof definitions.remove.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const { settings, scope, live } = await openEntryPoint(call);
  const result = { target: targetAsData(settings), removed: live?.id ?? null };
  if (!live) {
    terminal.note(`There is no entry point in ${targetOf(settings)}.`);
    return { result };
  }
  const name = escapeControls(live.name);
  refuseErasure(call, settings, `the permissions of ${name}`);
  await confirmWrite(call, settings, `Delete the entry point ${name} and its permissions`);
  await scope.delete(live.id, { signal });
  terminal.print(`Deleted ${name}.`);
  return { result };
}
