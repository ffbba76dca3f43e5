import { loadOnce } from "../../core/lazy.ts";
import type { World } from "../state/world.ts";
import type { OidcProvider } from "./oidc-provider.ts";
import type { AuthorizationServerInit } from "./provider.ts";

const loadProvider = loadOnce(() => import("./provider.ts"));

/**
 * The certified authorization server, set up like the service: PKCE only with S256; a refresh token works once and takes its
 * access token along; the revocation of one token ends all tokens of that player for the application. It is created when it
 * is first needed: loading the package and making its key take longer than the rest of a start, and tests of commands need
 * neither.
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
