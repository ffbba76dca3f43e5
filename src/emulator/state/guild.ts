import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import {
  isObject,
  listOf,
  orNull,
  parseSnowflake,
  readable,
  type Reader,
  textOf,
  wrongArgument,
} from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Locale } from "../../wire/locale.ts";
import { createSnowflake, duplicateId, Recent, Listeners, idOf } from "../base/recent.ts";
import { buildChannel, type Channel } from "./channels.ts";
import {
  type ChannelInit,
  type GuildInit,
  type MemberChange,
  type MemberInit,
  readMemberChange,
  readMemberInit,
  readName,
  findAllReferred,
  referTo,
  type RoleInit,
} from "./guild-init.ts";
import { everyPermission, joinPermissions, ordinaryPermissions } from "./permission-book.ts";
import type { Player, Players } from "./players.ts";

/** A guild's role. @stable */
export interface Role {
  /** The role's id. For `@everyone`, the guild's id. */
  readonly id: Snowflake;
  readonly name: string;
  readonly permissions: string;
  readonly mentionable: boolean;
  /** The position in the hierarchy. 0 is the lowest. */
  readonly position: number;
}

/** A guild's member. @stable */
export interface Member {
  readonly player: Player;
  readonly nick: string | null;
  /** The role ids, without `@everyone`. */
  readonly roles: readonly Snowflake[];
}

export interface MemberListener {
  joined(this: void, guild: Guild, member: Member): void;
  changed(this: void, guild: Guild, member: Member, before: Member): void;
  left(this: void, guild: Guild, member: Member): void;
}

const readPlayer: Reader<Player> = (value, name) => {
  if (isObject(value) && typeof readable(name, () => value["id"]) === "string")
    return value as unknown as Player;
  throw wrongArgument(name, value, "one of the emulator's players");
};

const readMember = fields<Member>({
  player: readPlayer,
  nick: orNull(textOf()),
  roles: listOf(parseSnowflake),
});

/** A guild. @stable */
export class Guild {
  /** The guild's id, which is also the id of `@everyone`. */
  readonly id: Snowflake;
  readonly name: string;
  readonly locale: Locale;
  /** The owner's id. The owner has all permissions. */
  readonly ownerId: Snowflake;
  /** The roles, with `@everyone` first. */
  readonly roles: readonly Role[];
  readonly channels: readonly Channel[];
  readonly banner: string | null;
  /** Whether all players are members until they leave. */
  readonly #isOpen: boolean;
  /** Contains `undefined` for former members. */
  readonly #members = new Map<Snowflake, Member | undefined>();
  readonly #players: Players;
  readonly #listener: MemberListener | undefined;

  /** @internal */
  constructor(checked: GuildInit, players: Players, listener?: MemberListener) {
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
    this.banner = checked.banner ?? null;
    this.channels = createChannels(channels, this.id, players);
    this.#players = players;
    this.#listener = listener;
    this.#isOpen = members === undefined;
    for (const member of [...ownMember, ...(members ?? [])]) this.#put(member);
  }

  /** Whether new players become members automatically. @internal */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns a player's membership, or `undefined`. @throws ClientError `invalid_argument`. */
  member(player: Player): Member | undefined {
    const { id } = readPlayer(player, "player");
    if (this.#members.has(id)) return this.#members.get(id);
    return this.#isOpen ? { player, nick: null, roles: [] } : undefined;
  }

  /** @internal */
  get members(): readonly Member[] {
    return this.#players.all.flatMap((player) => this.member(player) ?? []);
  }

  /**
   * Adds a member and sends `GUILD_MEMBER_ADD`.
   *
   * @throws ClientError `duplicate`, `unknown_role` (ValidationError).
   */
  addMember(init: MemberInit): Member {
    const checked = readMemberInit(this.#ownRoles)(init, "init");
    const known = this.#players.find(checked.player);
    if (known && this.member(known))
      throw validationError("duplicate", `${known.name} is already a member of the guild.`);
    const member = this.#put(checked);
    this.#listener?.joined(this, member);
    return member;
  }

  /**
   * Changes a member and sends `GUILD_MEMBER_UPDATE`.
   *
   * @param name - The player's name.
   * @throws ClientError `not_a_member`, `unknown_role` (ValidationError).
   */
  editMember(name: string, change: MemberChange): Member {
    const { nick, roles } = readMemberChange(this.#ownRoles)(change, "change");
    const before = this.#find(name);
    const member = {
      player: before.player,
      nick: nick === undefined ? before.nick : nick,
      roles: roles ? this.#idsOf(roles) : before.roles,
    };
    this.#members.set(member.player.id, member);
    this.#listener?.changed(this, member, before);
    return member;
  }

  /**
   * Removes a member and sends `GUILD_MEMBER_REMOVE`.
   *
   * @param name - The player's name.
   * @throws ClientError `not_a_member` (ValidationError).
   */
  removeMember(name: string): void {
    const member = this.#find(name);
    this.#members.set(member.player.id, undefined);
    this.#listener?.left(this, member);
  }

  /** Returns the highest position among the member's roles, or `Infinity` for the owner. */
  rankOf(member: Member): number {
    const { player, roles } = readMember(member, "member");
    if (player.id === this.ownerId) return Infinity;
    return Math.max(0, ...this.roles.filter(({ id }) => roles.includes(id)).map(({ position }) => position));
  }

  /** Returns the member's permission bits as a decimal string. */
  permissionsOf(member: Member): string {
    const { player, roles } = readMember(member, "member");
    if (player.id === this.ownerId) return everyPermission;
    const ids = [this.id, ...roles];
    return joinPermissions(this.roles.filter(({ id }) => ids.includes(id)).map((role) => role.permissions));
  }

  /** @internal */
  save(): GuildInit {
    const [everyone, ...others] = this.roles;
    return {
      id: this.id,
      name: this.name,
      locale: this.locale,
      banner: this.banner ?? undefined,
      owner: this.#players.byId(this.ownerId)?.name,
      permissions: everyone?.permissions,
      roles: others.map(({ id, name, permissions, mentionable }) => ({ id, name, permissions, mentionable })),
      channels: this.channels.map((channel) => this.#saveChannel(channel)),
      members: this.#saveMembers(),
    };
  }

  #saveChannel({ id, name, type, nsfw, parentId, members, connectedBots }: Channel): ChannelInit {
    const parentChannel = this.channels.find((channel) => channel.id === parentId);
    const parents = this.channels.filter((channel) => channel.parentId === undefined);
    const parent = parentChannel && referTo(parentChannel, parents);
    const ofThread = parent !== undefined && { parent, members: members.map((player) => player.name) };
    return { id, name, type, nsfw, connectedBots, ...ofThread };
  }

  #saveMembers(): MemberInit[] | undefined {
    if (
      this.#isOpen &&
      [...this.#members.values()].every((one) => one?.nick === null && one.roles.length === 0)
    )
      return undefined;
    return this.members.map(({ player, nick, roles }) => {
      const own = this.#ownRoles;
      const names = own.filter(({ id }) => roles.includes(id)).map((role) => referTo(role, own));
      return { player: player.name, nick: nick ?? undefined, roles: names };
    });
  }

  get #ownRoles(): readonly Role[] {
    return this.roles.slice(1);
  }

  #put({ player: name, nick, roles = [] }: MemberInit): Member {
    const player = this.#players.findOrAdd(name);
    const member = { player, nick: nick ?? null, roles: this.#idsOf(roles) };
    this.#members.set(player.id, member);
    return member;
  }

  #find(name: string): Member {
    const player = this.#players.find(readName(name, "name"));
    const member = player && this.member(player);
    if (member) return member;
    throw validationError(
      "not_a_member",
      `${JSON.stringify(name)} is not a member of the guild ${JSON.stringify(this.name)}.`,
    );
  }

  #idsOf(references: readonly string[]): Snowflake[] {
    const chosen = new Set(references.flatMap((one) => findAllReferred(this.#ownRoles, one)));
    return this.#ownRoles.filter((role) => chosen.has(role)).map(({ id }) => id);
  }
}

function createChannels(inits: readonly ChannelInit[], guildId: Snowflake, players: Players): Channel[] {
  const now = players.now();
  const drafts = inits.map((init) => ({ ...init, id: idOf(init, now) }));
  const parents = drafts.filter((one) => one.parent === undefined);
  return drafts.map(({ id, name, type, nsfw, parent, members = [], connectedBots = [] }) => {
    const [parentDraft] = findAllReferred(parents, parent);
    return buildChannel(
      {
        id,
        guildId,
        name,
        type,
        nsfw: parentDraft ? parentDraft.nsfw : nsfw,
        parentId: parentDraft?.id,
        members: members.map((member) => players.findOrAdd(member)),
        connectedBots: connectedBots.map(String),
      },
      now,
    );
  });
}

function createRole(init: RoleInit, position: number, now: number): Role {
  const { name, permissions = "0", mentionable = false } = init;
  return { id: idOf(init, now), name, permissions, mentionable, position };
}

export class Guilds extends Listeners<Guild> {
  readonly #players: Players;
  readonly #listener: MemberListener | undefined;
  readonly #arranged = new Map<Snowflake, Guild>();
  readonly #named = new Recent<Snowflake, Guild>();

  constructor(players: Players, listener?: MemberListener) {
    super();
    this.#players = players;
    this.#listener = listener;
  }

  get all(): readonly Guild[] {
    return [...this.#arranged.values(), ...this.#named.values()];
  }

  byId(id: string): Guild | undefined {
    return this.#arranged.get(id) ?? this.#named.get(id);
  }

  find(reference: string): Guild | undefined {
    return this.byId(reference) ?? this.all.find(({ name }) => name === reference);
  }

  add(checked: GuildInit): Guild {
    if (this.byId(String(checked.id))) throw duplicateId("a guild", checked.id);
    return this.#put(this.#arranged, checked);
  }

  /** In a new guild, every member has all permissions. */
  findOrAdd(id: Snowflake): Guild {
    const known = this.byId(id);
    if (known) return known;
    return this.#put(this.#named, { id, name: `Guild ${id}`, permissions: everyPermission });
  }

  #put(guilds: Map<Snowflake, Guild>, checked: GuildInit): Guild {
    const guild = new Guild(checked, this.#players, this.#listener);
    guilds.set(guild.id, guild);
    this.emit(guild);
    return guild;
  }
}
