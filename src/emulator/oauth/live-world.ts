import type { World } from "../state/world.ts";
import type { OidcProvider } from "./oidc-provider.ts";

export interface LiveWorld {
  readonly world: World;
  readonly provider: () => Promise<OidcProvider>;
  readonly webBase: string;
}

export async function saveGrant(
  { Grant }: OidcProvider,
  of: { readonly accountId: string; readonly clientId: string },
  scope: string,
): Promise<string> {
  const grant = new Grant(of);
  grant.addOIDCScope(scope);
  return await grant.save();
}
