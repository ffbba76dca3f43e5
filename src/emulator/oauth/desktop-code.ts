import type { EmulatorApplication } from "../world/application.ts";
import type { Player } from "../world/players.ts";
import type { World } from "../world/world.ts";
import type { LiveWorld } from "./live-world.ts";

/** What a player agreed to in the desktop client. */
export interface DesktopConsent {
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Separated by spaces. */
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
}

/** Stands in the server's records for the redirect URI that such a code does not have. */
const noRedirect = "desktop-client:";

/** A code for what a player agreed to in the desktop client: nobody is redirected. */
export async function issueDesktopCode(
  { provider }: LiveWorld,
  { application, player, scope, codeChallenge, nonce }: DesktopConsent,
): Promise<string> {
  const grant = new provider.Grant({ accountId: player.id, clientId: application.id });
  grant.addOIDCScope(scope);
  const code = new provider.AuthorizationCode({
    client: await provider.Client.find(application.id),
    accountId: player.id,
    grantId: await grant.save(),
    scope,
    redirectUri: noRedirect,
    ...(codeChallenge !== undefined && { codeChallenge, codeChallengeMethod: "S256" }),
    ...(nonce !== undefined && { nonce }),
  });
  return await code.save();
}

/**
 * The token request for a code of the desktop client has no redirect URI, which the authorization server insists on: it is
 * given the one that stands for none. A request that has one is left to be refused.
 */
export async function fillRedirect(world: World, form: URLSearchParams): Promise<void> {
  const code = form.get("code");
  if (code === null || form.has("redirect_uri")) return;
  const issued = await world.storage.adapter("AuthorizationCode").find(code);
  if (issued?.redirectUri === noRedirect) form.set("redirect_uri", noRedirect);
}
