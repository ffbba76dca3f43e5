import type { EmulatorApplication } from "../state/application.ts";
import type { Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import type { LiveWorld } from "./live-world.ts";

/** What a player agreed to in the desktop client, or in an Activity. */
interface DesktopConsent {
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Separated by spaces. */
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
}

/** Stands in the server's records for the redirect URI that such a code does not have. */
const noRedirect = "desktop-client:";

/** A code for what a player agreed to where nobody is redirected. */
export async function issueDesktopCode(
  live: LiveWorld,
  { application, player, scope, codeChallenge, nonce }: DesktopConsent,
): Promise<string> {
  const provider = await live.provider();
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
 * The token request for such a code has no redirect URI, which the authorization server insists on: it is given the one that
 * stands for none. A request that has one is left to be refused, and so is one that proves nothing: a code without a
 * challenge needs the application's secret.
 */
export async function fillRedirect(world: World, form: URLSearchParams, hasSecret: boolean): Promise<void> {
  const code = form.get("code");
  if (code === null || form.has("redirect_uri")) return;
  const issued = await world.storage.adapter("AuthorizationCode").find(code);
  const isProven = hasSecret || issued?.codeChallenge !== undefined;
  if (issued?.redirectUri === noRedirect && isProven) form.set("redirect_uri", noRedirect);
}
