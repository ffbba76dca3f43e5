import type { Snowflake } from "../../wire/snowflake.ts";
import { pushRecent } from "../base/recent.ts";
import type { Player } from "../state/players.ts";

/** An invitation to join an Activity. @experimental */
export interface Invitation {
  readonly from: Player;
  readonly to: Player;
  readonly applicationId: Snowflake;
  readonly instanceId: string;
  readonly content: string;
  /** The shared link's `custom_id`, which is passed to the Activity. */
  readonly customId?: string | undefined;
  /** The id of the player whose shared link was used. */
  readonly referrerId?: Snowflake | undefined;
  /**
   * The `secrets.join` value that the inviting player's Activity set with `SET_ACTIVITY`. Sent to the joined Activity in
   * `ACTIVITY_JOIN`.
   */
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
