import type { Plan } from "slashpass/commands";
import { tell } from "../frame/failure.ts";
import type { Call } from "../frame/run-command.ts";
import { asPlayer } from "../session/as-player.ts";
import type { SessionCall } from "../session/open-client.ts";

type PlayersCall = SessionCall & Pick<Call, "terminal">;

/** The plan, and the call that made it. */
interface Planned<C> {
  readonly call: C;
  readonly plan: Plan;
}

/**
 * Plans; again as the player who is signed in, where the plan loses permissions that only a player may write back. Nobody is
 * asked for, and the keychain is not touched, where it loses none.
 *
 * @param plan - makes the plan, with the credential of the call that it is given.
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

/** The call with the token of a player who may edit permissions; as it is where nobody is signed in who may. */
export async function withPlayer<C extends PlayersCall>(call: C): Promise<C> {
  try {
    return await asPlayer(call);
  } catch (error) {
    // The loss is told, and refused unless it is allowed: nothing else depends on who is signed in.
    const { code, message } = tell(error);
    if (code !== "no_access_token") call.terminal.note(message);
    return call;
  }
}
