import type { Snowflake } from "../../wire/snowflake.ts";
import { pushRecent } from "../base/recent.ts";
import type { Player } from "../state/players.ts";

/** An invitation of a player to join an Activity. */
export interface Invitation {
  /** The player who invites. */
  readonly from: Player;
  /** The player who is invited. */
  readonly to: Player;
  /** The Activity's application. */
  readonly applicationId: Snowflake;
  /** The running Activity. */
  readonly instanceId: string;
  /** The text of the invitation; it may be empty. */
  readonly content: string;
  /** The `custom_id` of a shared link, for the Activity that is joined. */
  readonly customId?: string | undefined;
  /** The player who shared the link. */
  readonly referrerId?: Snowflake | undefined;
  /** `secrets.join` of the status that `SET_ACTIVITY` set: `ACTIVITY_JOIN` tells it to the Activity that is joined. */
  readonly secret?: string | undefined;
}

/** The invitations that nobody has accepted yet. */
export class Invitations {
  readonly #open: Invitation[] = [];

  send(invitation: Invitation): void {
    pushRecent(this.#open, invitation);
  }

  /** The invitations to a player, the oldest first. Their Activities may have ended. */
  to(player: Player): readonly Invitation[] {
    return this.#open.filter(({ to }) => to.id === player.id);
  }

  /** Removes the invitations of a player to an Activity that they join. @returns the newest of them. */
  take(player: Player, instanceId: string): Invitation | undefined {
    const followed = this.to(player).filter((one) => one.instanceId === instanceId);
    for (const one of followed) this.#open.splice(this.#open.indexOf(one), 1);
    return followed.at(-1);
  }
}
