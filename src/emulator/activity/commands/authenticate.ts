import { isObject, type Reader } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { type Caller, findBearer } from "../../oauth/bearer.ts";
import { describeAuthenticated } from "../rpc/authenticated.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";

const readToken: Reader<string> = (value) => {
  const token = isObject(value) ? value["access_token"] : undefined;
  return typeof token === "string" ? token : "";
};

/** Takes the token that the Activity's server got for the code: what it allows is allowed from then on. */
export const authenticate: ActivityCommand = createCommand(readToken, async (call, token) => {
  const { application, player } = call.frame;
  const caller = await findCaller(call, token);
  call.session.scopes = caller.scopes;
  return { access_token: token, ...describeAuthenticated(caller, application, player) };
});

/** @throws RpcRefusal 4009. */
async function findCaller({ live, frame }: ActivityCall, token: string): Promise<Caller> {
  if (token === "")
    throw invalid("pass as access_token the token that the Activity's server got for the code.");
  const caller = await findBearer(live, token);
  if (!caller) {
    const isKept = await live.world.storage.adapter("AccessToken").find(token);
    throw invalid(
      isKept
        ? "it has expired. Call authorize again, and exchange the new code."
        : "it was never issued, or was revoked. Call authorize again, and exchange the new code.",
    );
  }
  const { application, player } = frame;
  if (caller.application !== application)
    throw invalid(
      `it belongs to ${caller.application.name}, but this is the Activity of ${application.name}.`,
    );
  if (!caller.player)
    throw invalid("it belongs to the application, not to a player. Exchange the code that authorize gave.");
  if (caller.player.id !== player.id)
    throw invalid(
      `it belongs to ${caller.player.name}, but ${player.name} plays here. Keep a token for each player.`,
    );
  return caller;
}

function invalid(reason: string): RpcRefusal {
  return new RpcRefusal(RpcErrorCode.InvalidToken, `Invalid OAuth2 access token: ${reason}`);
}
