import { redirectSchemeStatus, registerRedirectScheme } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import type { registerDefinition } from "./definitions.ts";
import { readScheme } from "./options.ts";
import { describeLeftover, describeStatus } from "./status.ts";

export async function run(
  call: Call<typeof registerDefinition.options>,
  register = registerRedirectScheme,
  look = redirectSchemeStatus,
): Promise<Outcome> {
  const { title, replace } = call.options;
  const which = await readScheme(call);
  const { leftover } = look(which);
  register({ ...which, name: title, replace });
  const status = look(which);
  if (leftover) {
    call.terminal.print(
      call.terminal.wrap(`${which.scheme} was taken over from ${describeLeftover(leftover)}.`),
    );
  }
  call.terminal.print(call.terminal.wrap(describeStatus(which.scheme, status)));
  return { result: { scheme: which.scheme, ...status } };
}
