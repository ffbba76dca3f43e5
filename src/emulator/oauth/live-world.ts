import type { World } from "../state/world.ts";
import type { OidcProvider } from "./oidc-provider.ts";

/** A served world, with its authorization server and its address. */
export interface LiveWorld {
  readonly world: World;
  readonly provider: () => Promise<OidcProvider>;
  /** Base of its pages, and the issuer of its tokens. */
  readonly webBase: string;
}

/** Notes that a player granted an application these scopes. @returns the id of the grant. */
export async function saveGrant(
  { Grant }: OidcProvider,
  of: { readonly accountId: string; readonly clientId: string },
  scope: string,
): Promise<string> {
  const grant = new Grant(of);
  grant.addOIDCScope(scope);
  return await grant.save();
}
