import { validationError } from "../../errors.ts";
import type { Snowflake } from "../../snowflake.ts";
import { Recent } from "../base/recent.ts";
import { Guild } from "./guild.ts";
import type { GuildInit } from "./guild-init.ts";
import { allPermissions } from "./permission-bits.ts";
import type { Players } from "./players.ts";

/** Every guild: those that were arranged, and those that somebody has named by an id. */
export class Guilds {
  readonly #players: Players;
  readonly #arranged = new Map<Snowflake, Guild>();
  readonly #named = new Recent<Snowflake, Guild>();

  constructor(players: Players) {
    this.#players = players;
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
    const guild = new Guild(checked, this.#players);
    this.#arranged.set(guild.id, guild);
    return guild;
  }

  /** The guild of an id; where there is none, one in which everybody may do everything. */
  findOrAdd(id: Snowflake): Guild {
    const known = this.byId(id);
    if (known) return known;
    const guild = new Guild({ id, name: `Guild ${id}`, permissions: allPermissions }, this.#players);
    this.#named.set(id, guild);
    return guild;
  }
}
