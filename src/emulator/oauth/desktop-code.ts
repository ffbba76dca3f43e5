import type { EmulatorApplication } from "../state/application.ts";
import type { Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { type LiveWorld, saveGrant } from "./live-world.ts";

export interface DesktopConsent {
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
}

/** A placeholder for the redirect URI, which these codes do not have. */
const noRedirect = "desktop-client:";

export async function issueDesktopCode(
  live: LiveWorld,
  { application, player, scope, codeChallenge, nonce }: DesktopConsent,
): Promise<string> {
  const provider = await live.provider();
  const { id: accountId } = player;
  const code = new provider.AuthorizationCode({
    client: await provider.Client.find(application.id),
    accountId,
    grantId: await saveGrant(provider, { accountId, clientId: application.id }, scope),
    scope,
    redirectUri: noRedirect,
    ...(codeChallenge !== undefined && { codeChallenge, codeChallengeMethod: "S256" }),
    ...(nonce !== undefined && { nonce }),
  });
  return await code.save();
}

/**
 * Adds the placeholder to a token request, provided that the code has a PKCE challenge or the client sent its secret.
 *
 * @returns `false` if the code is unknown.
 */
export async function fillRedirect(
  world: World,
  form: URLSearchParams,
  hasSecret: boolean,
): Promise<boolean> {
  const code = form.get("code");
  if (code === null || form.has("redirect_uri")) return true;
  const issued = await world.storage.adapter("AuthorizationCode").find(code);
  if (!issued) return false;
  const isProven = hasSecret || issued.codeChallenge !== undefined;
  if (issued.redirectUri === noRedirect && isProven) form.set("redirect_uri", noRedirect);
  return true;
}
