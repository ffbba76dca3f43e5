import { RpcErrorCode, rpcVersion } from "../../wire/desktop-client.ts";
import { InstallationContext } from "../../wire/command.ts";
import { issueDesktopCode } from "../oauth/oauth-requests.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { scopeTexts } from "../oauth/scopes.ts";
import { recordConsent, reportAuthorization } from "../oauth/sign-in-pages.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type Player, describePlayer } from "../state/players.ts";
import type { Caller } from "../oauth/bearer.ts";

export class RpcRefusal extends Error {
  readonly code: number;

  constructor(name: keyof typeof RpcErrorCode, message: string) {
    super(message);
    this.code = RpcErrorCode[name];
  }
}

export function oauthRefusal(error: string, description: string): RpcRefusal {
  return new RpcRefusal("OAuth2Error", `OAuth2 Error: ${error}: ${description}`);
}

export interface RefusalData {
  readonly code: number;
  readonly message: string;
}

/** Hides the details of the emulator's own errors. */
export function describeRefusal(error: unknown): RefusalData {
  return error instanceof RpcRefusal
    ? { code: error.code, message: error.message }
    : { code: RpcErrorCode.UnknownError, message: "Unknown Error" };
}

const contexts: readonly unknown[] = Object.values(InstallationContext);

export type Fields = Readonly<Record<string, unknown>>;

interface AuthorizeRequest {
  readonly live: LiveWorld;
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly args: Fields;
  readonly scopesName: "scope" | "scopes";
  /**
   * Whether public applications must send a PKCE challenge. Activities do not need one, because their servers have the client
   * secret.
   */
  readonly needsChallenge: boolean;
  readonly ask: (scopes: readonly string[]) => Promise<boolean>;
  readonly isSilent?: (scopes: readonly string[]) => boolean;
}

export async function authorize(request: AuthorizeRequest): Promise<{ readonly code: string }> {
  const { live, application, player, args, scopesName } = request;
  const scopes = readScopes(args[scopesName], scopesName);
  checkArguments(request);
  if (scopes.some((scope) => !Object.hasOwn(scopeTexts, scope)))
    throw oauthRefusal("invalid_scope", "The requested scope is invalid, unknown, or malformed.");
  const isSilent = request.isSilent?.(scopes) ?? false;
  const scope = scopes.join(" ");
  if (!isSilent && !(await request.ask(scopes))) {
    recordConsent(live.world, { client_id: application.id, scope }, { player, isGranted: false });
    throw oauthRefusal("access_denied", "The resource owner or authorization server denied the request");
  }
  const [codeChallenge, nonce] = [text(args["code_challenge"]), text(args["nonce"])];
  const code = await issueDesktopCode(live, { application, player, scope, codeChallenge, nonce });
  if (isSilent) return { code };
  const type = args["integration_type"];
  const context = contexts.includes(type) ? { integration_type: String(type) } : {};
  reportAuthorization(live.world, { client_id: application.id, scope, ...context }, player);
  return { code };
}

function readScopes(scopes: unknown, name: string): readonly string[] {
  if (Array.isArray(scopes) && scopes.length > 0 && scopes.every((scope) => typeof scope === "string"))
    return scopes;
  throw new RpcRefusal("InvalidPayload", `child "${name}" fails because it must be an array`);
}

function checkArguments({ application, args, needsChallenge }: AuthorizeRequest): void {
  if (args["client_id"] !== application.id) throw new RpcRefusal("InvalidClientId", "Invalid client ID");
  if (args["redirect_uri"] !== undefined)
    throw oauthRefusal("invalid_request", "Redirect URI cannot be used in the RPC OAuth2 Authorization flow");
  if (application.redirectUris.length === 0)
    throw oauthRefusal("invalid_request", 'Missing "redirect_uri" in request.');
  if (args["code_challenge"] === undefined) {
    if (needsChallenge && application.publicClient)
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

export function describeReady({ webBase }: LiveWorld, user: object): object {
  const { host } = new URL(webBase);
  const config = { cdn_host: host, api_endpoint: `//${host}/api`, environment: "production" };
  return { v: rpcVersion, config, user };
}

/** Returns the response to `AUTHENTICATE` (Discord documentation, RPC, "AUTHENTICATE"). */
export function describeAuthenticated(
  { scopes, expires }: Pick<Caller, "scopes" | "expires">,
  { id, name }: EmulatorApplication,
  player: Player,
): object {
  return {
    application: { id, name, description: "", icon: null, rpc_origins: [] },
    scopes: scopes.split(" "),
    expires: expires?.toISOString(),
    user: describePlayer(player),
  };
}
