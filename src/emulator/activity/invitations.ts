import type { Snowflake } from "../../wire/snowflake.ts";
import { pushRecent } from "../base/recent.ts";
import type { Player } from "../state/players.ts";

/** An invitation to join an Activity. */
export interface Invitation {
  readonly from: Player;
  readonly to: Player;
  readonly applicationId: Snowflake;
  readonly instanceId: string;
  /** May be empty. */
  readonly content: string;
  /** `custom_id` of the shared link, passed to the Activity. */
  readonly customId?: string | undefined;
  /** The player whose shared link is used. */
  readonly referrerId?: Snowflake | undefined;
  /** `secrets.join` from the status set with `SET_ACTIVITY`, sent to the joined Activity in `ACTIVITY_JOIN`. */
  readonly secret?: string | undefined;
}

export class Invitations {
  readonly #open: Invitation[] = [];

  send(invitation: Invitation): void {
    pushRecent(this.#open, invitation);
  }

  to(player: Player): readonly Invitation[] {
    return this.#open.filter(({ to }) => to.id === player.id);
  }

  take(player: Player, instanceId: string): Invitation | undefined {
    const followed = this.to(player).filter((invitation) => invitation.instanceId === instanceId);
    for (const invitation of followed) this.#open.splice(this.#open.indexOf(invitation), 1);
    return followed.at(-1);
  }
}
