import type { Reader } from "../../../core/check/readers.ts";
import { isObject } from "../../../core/check/readers.ts";
import { type Caller, findBearer } from "../../oauth/bearer.ts";
import { type ActivityCall, type ActivityCommands, askPlayer, createCommand } from "../command.ts";
import { oauthRefusal, RpcRefusal, authorize, describeAuthenticated, type Fields } from "../rpc.ts";

const readFields: Reader<Fields> = (value) => (isObject(value) ? value : {});

export const signInCommands: ActivityCommands = {
  AUTHORIZE: createCommand([], readFields, async (call, args) => {
    const { live, window } = call;
    const { application, player } = window;
    if (!["code", undefined].includes(args["response_type"] as string | undefined))
      throw oauthRefusal("unsupported_response_type", 'The response type must be "code".');
    return await authorize({
      live,
      application,
      player,
      args,
      scopesName: "scope",
      needsChallenge: false,
      ask: (scopes) => ask(call, scopes),
      isSilent: (scopes) => {
        const granted = live.world.storage.grantedScopes(player.id, application.id);
        return args["prompt"] === "none" && scopes.every((scope) => granted.has(scope));
      },
    });
  }),
  AUTHENTICATE: createCommand([], readFields, async (call, { access_token: given }) => {
    const token = typeof given === "string" ? given : "";
    const { application, player } = call.window;
    const caller = await findCaller(call, token);
    call.connection.scopes = caller.scopes;
    return { access_token: token, ...describeAuthenticated(caller, application, player) };
  }),
};

async function ask(call: ActivityCall, scopes: readonly string[]): Promise<boolean> {
  if (call.window.prompts.all.some(({ kind }) => kind === "consent"))
    throw new RpcRefusal(
      "InvalidCommand",
      "Already authing: the player is being prompted. Call authorize only once and wait for its promise.",
    );
  return (await askPlayer(call, { kind: "consent", scopes })).accepted;
}

async function findCaller({ live, window }: ActivityCall, token: string): Promise<Caller> {
  if (token === "")
    throw invalid("as access_token, pass the token that the Activity's server received for the code.");
  const caller = await findBearer(live, token);
  if (!caller) {
    const isStored = await live.world.storage.adapter("AccessToken").find(token);
    const reason = isStored ? "it has expired" : "it was never issued or was revoked";
    throw invalid(`${reason}. Call authorize again and exchange the new code.`);
  }
  const { application, player } = window;
  if (caller.application !== application)
    throw invalid(`it belongs to ${caller.application.name}, but this is ${application.name}'s Activity.`);
  if (!caller.player || caller.isApplications)
    throw invalid("it belongs to the application, not to a player. Exchange the code from authorize.");
  if (caller.player.id !== player.id)
    throw invalid(
      `it belongs to ${caller.player.name}, but ${player.name} is playing here. Use a separate token for each player.`,
    );
  return caller;
}

function invalid(reason: string): RpcRefusal {
  return new RpcRefusal("InvalidToken", `Invalid OAuth2 access token: ${reason}`);
}
