import type { EmulatorApplication } from "../state/application.ts";
import type { Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { type LiveWorld, saveGrant } from "./live-world.ts";

/** The consent of a player in the desktop client, or in an Activity. */
export interface DesktopConsent {
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Separated by spaces. */
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
}

/** The redirect URI in the server's record of such a code, which has none. */
const noRedirect = "desktop-client:";

/** Issues a code for a consent without a redirect. */
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
 * Adds the redirect URI of such a code to its token request, because the authorization server requires one. It does not for
 * a request that has a redirect URI, nor for one without proof (a code without a challenge needs the application's secret):
 * the server then refuses them.
 *
 * @returns false for an unknown code, about which the server would only complain that the redirect URI is missing.
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
