import { targetAsData } from "../commands/open-client.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { show } from "./definitions.ts";
import { describeEntryPoint, openEntryPoint } from "./entry-point.ts";

export async function run(call: Call<typeof show.options>): Promise<Outcome> {
  const { terminal } = call;
  const { settings, live } = await openEntryPoint(call);
  if (live) terminal.print(columns(describeEntryPoint(live), terminal.columns));
  else {
    terminal.note(
      `There is no entry point in ${targetOf(settings)}. Enable Activities in the developer portal, then create one with 'slashpass entry-point set'.`,
    );
  }
  return { result: { target: targetAsData(settings), entryPoint: live ?? null } };
}
