import type { Snowflake } from "../../wire/snowflake.ts";
import { pushRecent } from "../base/recent.ts";
import type { Player } from "../state/players.ts";

/** A player asks another one into an Activity. */
export interface Invitation {
  readonly from: Player;
  readonly to: Player;
  readonly applicationId: Snowflake;
  /** Where they play. */
  readonly instanceId: string;
  /** What was written with it; it may be empty. */
  readonly content: string;
  /** What a link hands over to the Activity that is joined by it. */
  readonly customId?: string | undefined;
  /** Who shared the link. */
  readonly referrerId?: Snowflake | undefined;
  /** `secrets.join` of what `SET_ACTIVITY` showed: the Activity that is joined is told (`ACTIVITY_JOIN`). */
  readonly secret?: string | undefined;
}

/** Every invitation that nobody has followed yet. */
export class Invitations {
  readonly #open: Invitation[] = [];

  send(invitation: Invitation): void {
    pushRecent(this.#open, invitation);
  }

  /** Those to a player, the oldest first; some may be for Activities that have ended. */
  to(player: Player): readonly Invitation[] {
    return this.#open.filter(({ to }) => to.id === player.id);
  }

  /** The player has come: all that led there are over. The newest is what they followed. */
  take(player: Player, instanceId: string): Invitation | undefined {
    const followed = this.to(player).filter((one) => one.instanceId === instanceId);
    for (const one of followed) this.#open.splice(this.#open.indexOf(one), 1);
    return followed.at(-1);
  }
}
