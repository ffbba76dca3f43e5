import type { Snowflake } from "../../snowflake.ts";
import type { WireUser } from "../../wire/user.ts";
import { createSnowflake } from "../base/new-id.ts";

/** Somebody with an account at the emulator. */
export interface Player {
  readonly id: Snowflake;
  readonly username: string;
  /** The display name. */
  readonly name: string;
}

/** Everybody with an account. */
export class Players {
  readonly #players: Player[] = [];
  readonly #provisional: Player[] = [];

  constructor(names: readonly string[]) {
    for (const name of names) this.findOrAdd(name);
  }

  get all(): readonly Player[] {
    return this.#players;
  }

  /** The player that is meant when none is named. */
  get first(): Player {
    return this.#players[0] ?? this.findOrAdd("Ada");
  }

  byId(id: string): Player | undefined {
    return [...this.#players, ...this.#provisional].find((player) => player.id === id);
  }

  /** Somebody who plays without an account, and so cannot sign in. */
  addProvisional(): Player {
    const id = createSnowflake();
    const player = { id, username: `provisional_${id}`, name: `Player ${id.slice(-4)}` };
    this.#provisional.push(player);
    return player;
  }

  /** The player called `name`; a new account when there is none. */
  findOrAdd(name: string): Player {
    const known = this.#players.find((player) => player.name === name);
    if (known) return known;
    const player = {
      id: createSnowflake(),
      username: name.toLowerCase().replaceAll(/[^a-z0-9_.]+/g, "_"),
      name,
    };
    this.#players.push(player);
    return player;
  }
}

/** A user object (Discord documentation, User resource). */
export function describePlayer({
  id,
  username,
  name,
}: Player): WireUser & { readonly discriminator: string; readonly avatar: null } {
  return { id, username, discriminator: "0", global_name: name, avatar: null };
}
