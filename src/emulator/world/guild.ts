import type { Snowflake } from "../../snowflake.ts";
import type { Locale } from "../../wire/locale.ts";
import { createSnowflake } from "../base/new-id.ts";
import { createChannel, type Channel } from "./channels.ts";
import type { GuildInit, MemberInit, RoleInit } from "./guild-init.ts";
import { allPermissions, joinPermissions, ordinaryPermissions } from "./permission-bits.ts";
import type { Player, Players } from "./players.ts";

/** A role; the first one of a guild is `@everyone`, which has the guild's id. */
export interface Role {
  readonly id: Snowflake;
  readonly name: string;
  /** Permission bits as a decimal string. */
  readonly permissions: string;
  readonly mentionable: boolean;
  /** How high it stands. */
  readonly position: number;
}

/** Somebody who is in a guild. */
export interface Member {
  readonly player: Player;
  readonly nick: string | null;
  /** Ids of roles, `@everyone` left out. */
  readonly roles: readonly Snowflake[];
}

/** A guild of the emulator. */
export class Guild {
  readonly id: Snowflake;
  readonly name: string;
  readonly locale: Locale;
  readonly ownerId: Snowflake;
  readonly roles: readonly Role[];
  readonly channels: readonly Channel[];
  /** By the player's id; undefined: every player. */
  readonly #members: ReadonlyMap<Snowflake, Member> | undefined;

  /** @param checked - read by `readGuildInit`; names of players are accounts from now on. */
  constructor(checked: GuildInit, players: Players) {
    const { name, locale = "en-US", owner, roles = [], channels = [{ name: "general" }], members } = checked;
    const now = players.now();
    this.id = idOf(checked, now);
    this.name = name;
    this.locale = locale;
    const ownMember: readonly MemberInit[] = owner === undefined ? [] : [{ player: owner }];
    this.ownerId = owner === undefined ? createSnowflake(now) : players.findOrAdd(owner).id;
    const everyone = {
      id: this.id,
      name: "@everyone",
      permissions: checked.permissions ?? ordinaryPermissions,
    };
    this.roles = [everyone, ...roles].map((role, position) => createRole(role, position, now));
    this.channels = channels.map((channel) =>
      createChannel({ ...channel, id: idOf(channel, now), guildId: this.id }, now),
    );
    this.#members =
      members &&
      new Map(
        [...ownMember, ...members].map(({ player: account, nick = null, roles: names = [] }) => {
          const player = players.findOrAdd(account);
          return [player.id, { player, nick, roles: this.#idsOf(names) }];
        }),
      );
  }

  /** Somebody who is in it; undefined for who is not. */
  member(player: Player): Member | undefined {
    return this.#members ? this.#members.get(player.id) : { player, nick: null, roles: [] };
  }

  /** What a member may do, as a decimal string. */
  permissionsOf({ player, roles }: Member): string {
    if (player.id === this.ownerId) return allPermissions;
    const ids = [this.id, ...roles];
    return joinPermissions(this.roles.filter(({ id }) => ids.includes(id)).map((role) => role.permissions));
  }

  #idsOf(names: readonly string[]): Snowflake[] {
    return this.roles.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  }
}

function createRole(init: RoleInit, position: number, now: number): Role {
  const { name, permissions = "0", mentionable = false } = init;
  return { id: idOf(init, now), name, permissions, mentionable, position };
}

/** Ids were read already. */
function idOf({ id }: { readonly id?: string | bigint | undefined }, now: number): Snowflake {
  return id === undefined ? createSnowflake(now) : String(id);
}
