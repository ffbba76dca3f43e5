import { isObject } from "../../input/readers.ts";
import { RpcErrorCode } from "../../wire/desktop-client.ts";
import { findBearer } from "../oauth/bearer.ts";
import { issueDesktopCode } from "../oauth/desktop-code.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { scopeTexts } from "../oauth/scopes.ts";
import { tellOfAuthorization } from "../oauth/sign-in-pages.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { describePlayer, type Player } from "../world/players.ts";
import type { Question } from "./prompts.ts";
import { oauthRefusal, RpcRefusal } from "./rpc-refusal.ts";

/** Whose commands they are, and whom they concern. */
export interface Caller {
  readonly live: LiveWorld;
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Whether the player agrees. */
  readonly ask: (question: Question) => Promise<boolean>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The commands of a sign-in (Discord documentation, RPC; discord-userdoccers, RPC). Every other one is not known. */
const commands: Readonly<Record<string, (caller: Caller, args: Fields) => unknown>> = {
  AUTHORIZE: authorize,
  AUTHENTICATE: authenticate,
  GET_SELECTED_VOICE_CHANNEL: mustBeAuthenticated,
};

/** @throws RpcRefusal. */
export async function runCommand(caller: Caller, command: unknown, args: unknown): Promise<unknown> {
  const run = typeof command === "string" && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new RpcRefusal(RpcErrorCode.InvalidCommand, "Invalid command");
  return await run(caller, isObject(args) ? args : {});
}

/** Asks the player, and answers with a code alone. */
async function authorize(caller: Caller, args: Fields): Promise<{ readonly code: string }> {
  const { live, application, player } = caller;
  const scopes = readScopes(args["scopes"]);
  checkArguments(application, args);
  const unknown = scopes.find((scope) => !Object.hasOwn(scopeTexts, scope));
  if (unknown !== undefined)
    throw oauthRefusal("invalid_scope", "The requested scope is invalid, unknown, or malformed.");
  if (!(await caller.ask({ application, player, scopes })))
    throw oauthRefusal("access_denied", "The resource owner or authorization server denied the request");
  const scope = scopes.join(" ");
  const [codeChallenge, nonce] = [text(args["code_challenge"]), text(args["nonce"])];
  const code = await issueDesktopCode(live, { application, player, scope, codeChallenge, nonce });
  const type = args["integration_type"];
  const context = type === 0 || type === 1 ? { integration_type: String(type) } : {};
  tellOfAuthorization(live.world, { client_id: application.id, scope, ...context }, player);
  return { code };
}

function readScopes(scopes: unknown): readonly string[] {
  if (Array.isArray(scopes) && scopes.length > 0 && scopes.every((scope) => typeof scope === "string"))
    return scopes;
  throw new RpcRefusal(RpcErrorCode.InvalidPayload, 'child "scopes" fails because it must be an array');
}

function checkArguments(application: EmulatorApplication, args: Fields): void {
  if (args["client_id"] !== application.id)
    throw new RpcRefusal(RpcErrorCode.InvalidClientId, "Invalid client ID");
  if (args["redirect_uri"] !== undefined)
    throw oauthRefusal("invalid_request", "Redirect URI cannot be used in the RPC OAuth2 Authorization flow");
  if (application.redirectUris.length === 0)
    throw oauthRefusal("invalid_request", 'Missing "redirect_uri" in request.');
  if (args["code_challenge"] === undefined) {
    if (application.publicClient)
      throw oauthRefusal("invalid_request", 'Missing "code_challenge" in request.');
  } else if (
    args["code_challenge_method"] !== "S256" ||
    !/^[\w-]{43}$/.test(text(args["code_challenge"]) ?? "")
  )
    throw oauthRefusal("invalid_request", 'Invalid "code_challenge" in request.');
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whose token it is, if it is one of the application that is connected. */
async function authenticate({ live, application }: Caller, args: Fields): Promise<object> {
  const caller = await findBearer(live, text(args["access_token"]) ?? "");
  if (!caller?.player || caller.application !== application)
    throw new RpcRefusal(RpcErrorCode.InvalidToken, "Invalid OAuth2 access token");
  const { id, name } = application;
  return {
    application: { id, name, description: "", icon: null, rpc_origins: [] },
    scopes: caller.scopes.split(" "),
    expires: caller.expires?.toISOString(),
    user: describePlayer(caller.player),
  };
}

function mustBeAuthenticated(): never {
  throw new RpcRefusal(RpcErrorCode.InvalidPermissions, "Not authenticated or invalid scope");
}
