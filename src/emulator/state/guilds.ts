import { validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { Recent } from "../base/recent.ts";
import { Guild, type MemberListener } from "./guild.ts";
import type { GuildInit } from "./guild-init.ts";
import { allPermissions } from "./permission-bits.ts";
import type { Players } from "./players.ts";

/** Every guild: those that were arranged, and those that somebody has named by an id. */
export class Guilds {
  readonly #players: Players;
  readonly #listener: MemberListener | undefined;
  readonly #listeners = new Set<(guild: Guild) => void>();
  readonly #arranged = new Map<Snowflake, Guild>();
  readonly #named = new Recent<Snowflake, Guild>();

  constructor(players: Players, listener?: MemberListener) {
    this.#players = players;
    this.#listener = listener;
  }

  /**
   * Hears of every guild that there is from then on.
   *
   * @returns a function that ends it.
   */
  listen(listener: (guild: Guild) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get all(): readonly Guild[] {
    return [...this.#arranged.values(), ...this.#named.values()];
  }

  byId(id: string): Guild | undefined {
    return this.#arranged.get(id) ?? this.#named.get(id);
  }

  /** The guild of an id or a name. */
  find(reference: string): Guild | undefined {
    return this.byId(reference) ?? this.all.find(({ name }) => name === reference);
  }

  /** @param checked - read by `readGuildInit`. @throws ClientError `duplicate` (ValidationError). */
  add(checked: GuildInit): Guild {
    if (checked.id !== undefined && this.byId(String(checked.id)))
      throw validationError("duplicate", `There is a guild with the id ${checked.id} already.`);
    return this.#put(this.#arranged, checked);
  }

  /** The guild of an id; where there is none, one in which everybody may do everything. */
  findOrAdd(id: Snowflake): Guild {
    const known = this.byId(id);
    if (known) return known;
    return this.#put(this.#named, { id, name: `Guild ${id}`, permissions: allPermissions });
  }

  #put(guilds: Map<Snowflake, Guild>, checked: GuildInit): Guild {
    const guild = new Guild(checked, this.#players, this.#listener);
    guilds.set(guild.id, guild);
    for (const listener of this.#listeners) listener(guild);
    return guild;
  }
}
