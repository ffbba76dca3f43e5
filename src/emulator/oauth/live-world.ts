import type { World } from "../state/world.ts";
import type { OidcProvider } from "./oidc-provider.ts";

/** A served world, with its authorization server and its address. */
export interface LiveWorld {
  readonly world: World;
  readonly provider: () => Promise<OidcProvider>;
  /** Base of its pages, and the issuer of its tokens. */
  readonly webBase: string;
}
