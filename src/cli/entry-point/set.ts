import { CommandType } from "slashpass/commands";
import { guildsOf } from "../commands/make-plan.ts";
import { withConsent } from "../commands/apply-commands.ts";
import { targetAsData } from "../commands/open-client.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import { misunderstood } from "../frame/failure.ts";
import { confirmWrite } from "../settings/confirm-write.ts";
import type { set } from "./definitions.ts";
import { describeEntryPoint, handlers, openEntryPoint } from "./entry-point.ts";

type SetCall = Call<typeof set.options>;

const first = { name: "launch", handler: handlers.discord } as const;

export async function run(call: SetCall): Promise<Outcome> {
  const { terminal, signal } = call;
  const given = readGiven(call);
  const { settings, scope, live } = await openEntryPoint(call);
  await confirmWrite(call, settings, live ? `Change the entry point ${live.name}` : "Create an entry point");
  const entryPoint = live
    ? await withConsent(call, settings, (allowPermissionLoss) =>
        scope.edit(live.id, given, { guildIds: guildsOf(call.options), signal, allowPermissionLoss }),
      )
    : await scope.create({ ...first, ...given, type: CommandType.PrimaryEntryPoint }, { signal });
  terminal.print(columns(describeEntryPoint(entryPoint), terminal.columns));
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
  throw misunderstood("No option specifies a setting.", "Use --name, --description or --handler.");
}
