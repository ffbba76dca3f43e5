import { loadOnce } from "../../core/lazy.ts";
import type { World } from "../state/world.ts";
import type { OidcProvider } from "./oidc-provider.ts";
import type { AuthorizationServerInit } from "./provider.ts";

const loadProvider = loadOnce(() => import("./provider.ts"));

/**
 * Configured like the service: PKCE only with S256, single-use refresh tokens, and revocation of all of a player's tokens at
 * once. Loaded on first use, because loading and key creation dominate startup.
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
