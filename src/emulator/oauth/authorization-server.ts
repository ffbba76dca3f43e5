import { loadOnce } from "../../core/lazy.ts";
import type { World } from "../state/world.ts";
import type { OidcProvider } from "./oidc-provider.ts";

/** How the authorization server is set up. */
export interface AuthorizationServerInit {
  readonly issuer: string;
  /** Seconds that an access token lives. */
  readonly accessTokenSeconds: number;
}

const loadProvider = loadOnce(() => import("./provider.ts"));

/**
 * The certified authorization server, behaving like the service: PKCE is with S256 only, a refresh token works once and takes
 * the access token that came with it along, and revocation of one token ends all tokens of that player for the application. It
 * is made when it is first asked for: reading the package and making its key take longer than all else of a start, and tests of
 * commands need neither.
 */
export function createAuthorizationServer(
  world: World,
  init: AuthorizationServerInit,
): () => Promise<OidcProvider> {
  return loadOnce(async () => {
    const { makeProvider } = await loadProvider();
    return makeProvider(world, init);
  });
}
