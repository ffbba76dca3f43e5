import { Listeners } from "../base/listeners.ts";
import type { Player, Players } from "./players.ts";

/** Two players who have become friends, or are no longer friends. */
export interface FriendshipChange {
  readonly players: readonly [Player, Player];
  readonly areFriends: boolean;
}

/** Which players are friends of each other. */
export class Friendships {
  readonly changes: Listeners<FriendshipChange> = new Listeners();
  readonly #players: Players;
  readonly #pairs = new Set<string>();

  constructor(players: Players) {
    this.#players = players;
  }

  /** The friends of a player. */
  of(player: Player): readonly Player[] {
    return this.#players.all.filter((other) => this.#pairs.has(keyOf(player, other)));
  }

  /** Two players become friends, or stop being friends. Nobody is a friend of themselves. */
  set(one: Player, other: Player, areFriends: boolean): void {
    const key = keyOf(one, other);
    if (one.id === other.id || this.#pairs.has(key) === areFriends) return;
    if (areFriends) this.#pairs.add(key);
    else this.#pairs.delete(key);
    this.changes.tell({ players: [one, other], areFriends });
  }
}

function keyOf(one: Player, other: Player): string {
  return [one.id, other.id].sort().join(" ");
}
