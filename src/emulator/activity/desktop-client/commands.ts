import { isObject } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { findBearer } from "../../oauth/bearer.ts";
import type { LiveWorld } from "../../oauth/live-world.ts";
import { describeAuthenticated } from "../rpc/authenticated.ts";
import { authorize, type Fields } from "../rpc/authorize.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { Player } from "../../state/players.ts";
import type { Question } from "./prompt.ts";

/** Whose commands they are, and whom they concern. */
interface Caller {
  readonly live: LiveWorld;
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Whether the player agrees. */
  readonly ask: (question: Question) => Promise<boolean>;
}

/** The commands of a sign-in (Discord documentation, RPC; discord-userdoccers, RPC). Every other one is not known. */
const commands: Readonly<Record<string, (caller: Caller, args: Fields) => unknown>> = {
  AUTHORIZE: ({ ask, ...caller }, args) =>
    authorize({
      ...caller,
      args,
      scopesName: "scopes",
      needsChallenge: true,
      ask: (scopes) => ask({ application: caller.application, player: caller.player, scopes }),
    }),
  AUTHENTICATE: authenticate,
  GET_SELECTED_VOICE_CHANNEL: mustBeAuthenticated,
};

/** @throws RpcRefusal. */
export async function runCommand(caller: Caller, command: unknown, args: unknown): Promise<unknown> {
  const run = typeof command === "string" && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new RpcRefusal(RpcErrorCode.InvalidCommand, "Invalid command");
  return await run(caller, isObject(args) ? args : {});
}

/** Whose token it is, if it is one of the application that is connected. */
async function authenticate({ live, application }: Caller, { access_token: token }: Fields): Promise<object> {
  const caller = await findBearer(live, typeof token === "string" ? token : "");
  if (!caller?.player || caller.application !== application)
    throw new RpcRefusal(RpcErrorCode.InvalidToken, "Invalid OAuth2 access token");
  return describeAuthenticated(caller, application, caller.player);
}

function mustBeAuthenticated(): never {
  throw new RpcRefusal(RpcErrorCode.InvalidPermissions, "Not authenticated or invalid scope");
}
