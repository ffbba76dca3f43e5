import type { Plan } from "slashpass/commands";
import { tell } from "../frame/failure.ts";
import type { Call } from "../frame/run-command.ts";
import { asPlayer, type SessionCall } from "../session/session.ts";

type PlayersCall = SessionCall & Pick<Call, "terminal">;

interface Planned<C> {
  readonly call: C;
  readonly plan: Plan;
}

/**
 * Plans again with the signed-in player's token if permissions would be lost that only a player can write back. The keychain is
 * accessed only in that case.
 */
export async function planKeepingPermissions<C extends PlayersCall, P extends Planned<C>>(
  call: C,
  plan: (call: C) => Promise<P>,
): Promise<P> {
  const first = await plan(call);
  if (!first.plan.warnings.some(({ code }) => code === "permissions-lost")) return first;
  const player = await withPlayer(call);
  return player === call ? first : plan(player);
}

export async function withPlayer<C extends PlayersCall>(call: C): Promise<C> {
  try {
    return await asPlayer(call);
  } catch (error) {
    // Not fatal: the caller reports the loss and requires consent.
    const { code, message } = tell(error);
    if (code !== "no_access_token") call.terminal.note(message);
    return call;
  }
}
