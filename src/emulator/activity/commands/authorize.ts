import { isObject, type Reader } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { authorize as authorizeBy, type Fields } from "../rpc/authorize.ts";
import { oauthRefusal, RpcRefusal } from "../rpc/rpc-refusal.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";

const readArguments: Reader<Fields> = (value) => (isObject(value) ? value : {});

/** Asks the player for the application's access, unless they have given all of it and `prompt` is `none`. */
export const authorize: ActivityCommand = createCommand(readArguments, async (call, args) => {
  const { live, frame } = call;
  const { application, player } = frame;
  if (!["code", undefined].includes(args["response_type"] as string | undefined))
    throw oauthRefusal("unsupported_response_type", 'The response type must be "code".');
  return await authorizeBy({
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
});

/** @throws RpcRefusal 4002 while the player is being asked. */
async function ask({ frame, session }: ActivityCall, scopes: readonly string[]): Promise<boolean> {
  if (frame.prompts.all.some(({ kind }) => kind === "consent")) throw alreadyAsking();
  return (await frame.prompts.show({ kind: "consent", scopes }, session.signal)).accepted;
}

function alreadyAsking(): RpcRefusal {
  return new RpcRefusal(
    RpcErrorCode.InvalidCommand,
    "Already authing: the player is being asked. Call authorize only once, and wait for its promise.",
  );
}
