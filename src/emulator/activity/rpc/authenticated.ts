import type { Caller } from "../../oauth/bearer.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import { type DescribedUser, describePlayer, type Player } from "../../state/players.ts";

/** Whose token it is, and what it allows. */
interface Authenticated {
  readonly application: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly icon: null;
    readonly rpc_origins: readonly string[];
  };
  readonly scopes: readonly string[];
  /** When the token ends, in ISO 8601. */
  readonly expires: string | undefined;
  readonly user: DescribedUser;
}

/** The answer to AUTHENTICATE (Discord documentation, RPC, "AUTHENTICATE"). */
export function describeAuthenticated(
  { scopes, expires }: Pick<Caller, "scopes" | "expires">,
  { id, name }: EmulatorApplication,
  player: Player,
): Authenticated {
  return {
    application: { id, name, description: "", icon: null, rpc_origins: [] },
    scopes: scopes.split(" "),
    expires: expires?.toISOString(),
    user: describePlayer(player),
  };
}
