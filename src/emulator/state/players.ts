import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  isObject,
  listOf,
  oneOf,
  optional,
  textOf,
  parseSnowflake,
  textLike,
} from "../../core/check/readers.ts";
import type { SnowflakeInput, Snowflake } from "../../wire/snowflake.ts";
import { type Locale, locales } from "../../wire/locale.ts";
import { Listeners, createSnowflake, Recent, idOf } from "../base/recent.ts";
import { validationError } from "../../core/errors.ts";
import type { WireUser } from "../../wire/user.ts";

/** The settings of an account. Absent fields are made from the name, or at random. */
export interface PlayerInit {
  /** Id of the account. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** The display name: 1 to 100 characters. */
  readonly name: string;
  /** 2 to 32 lower case letters, digits, dots and underscores. */
  readonly username?: string | undefined;
  /** The language of their client. Default `en-US`. */
  readonly locale?: Locale | undefined;
  /** Whether they are 18 or older, as age-restricted commands want it. Default true. */
  readonly adult?: boolean | undefined;
  /** Names of their friends, who are friends of theirs then too. Default nobody. */
  readonly friends?: readonly string[] | undefined;
}

const readName = textOf({ most: 100 });

/** The name of an account. */
export const readUsername: Reader<string> = textLike(
  /^[a-z0-9_.]{2,32}$/,
  "2 to 32 lower case letters, digits, dots and underscores",
);

/** Reads an account as it is to be. */
export const readPlayerInit: Reader<PlayerInit> = fields<PlayerInit>({
  id: optional(parseSnowflake),
  name: readName,
  username: optional(readUsername),
  locale: optional(oneOf(locales)),
  adult: optional(flag),
  friends: optional(listOf(readName)),
});

/** Reads one of a list: a name alone, or more of the account. */
export const readPlayer: Reader<string | PlayerInit> = (value, name) =>
  isObject(value) ? readPlayerInit(value, name) : readName(value, name);

/** Two players who have become friends, or are no longer friends. */
interface FriendshipChange {
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

/** Somebody with an account at the emulator. */
export interface Player {
  /** Id of the account. */
  readonly id: Snowflake;
  /** The name of the account: the scripted player can change it. */
  readonly username: string;
  /** The display name. */
  readonly name: string;
  /** The language of their client. */
  readonly locale: Locale;
  /** Whether they are 18 or older. */
  readonly adult: boolean;
}

/** Everybody with an account. */
export class Players {
  /** Those that were arranged stay; those that somebody has named give way, like those without an account. */
  readonly #arranged = new Map<Snowflake, Player>();
  readonly #named = new Recent<Snowflake, Player>();
  readonly #provisional = new Recent<Snowflake, Player>();
  /** Called with each player whose name changes. */
  readonly renamed: Listeners<Player> = new Listeners();
  /** Milliseconds since 1970. */
  readonly now: () => number;

  /**
   * @param inits - read by `readPlayer`.
   * @param now - milliseconds since 1970.
   */
  constructor(inits: readonly (string | PlayerInit)[], now: () => number) {
    this.now = now;
    for (const init of inits) {
      if (typeof init !== "string") this.add(init);
      else if (!this.find(init)) this.add({ name: init });
    }
  }

  get all(): readonly Player[] {
    return [...this.#arranged.values(), ...this.#named.values()];
  }

  /** The player that is meant when none is named. */
  get first(): Player {
    const [first = this.add({ name: "Ada" })] = this.all;
    return first;
  }

  byId(id: string): Player | undefined {
    return this.#arranged.get(id) ?? this.#named.get(id) ?? this.#provisional.get(id);
  }

  /** Somebody who plays without an account, and so cannot sign in. */
  addProvisional(): Player {
    const id = createSnowflake(this.now());
    const init = { id, username: `provisional_${id}`, name: `Player ${id.slice(-4)}` };
    const player = createPlayer(init, this.now());
    this.#provisional.set(id, player);
    return player;
  }

  /** @param checked - read by `readPlayerInit`. @throws ClientError `duplicate` (ValidationError). */
  add(checked: PlayerInit): Player {
    const { id, name } = checked;
    if (this.find(name))
      throw validationError("duplicate", `There is a player called ${JSON.stringify(name)} already.`);
    if (id !== undefined && this.byId(String(id)))
      throw validationError("duplicate", `There is a player with the id ${id} already.`);
    const player = createPlayer(checked, this.now());
    this.#arranged.set(player.id, player);
    return player;
  }

  /** The player called `name`; a new account when there is none. */
  findOrAdd(name: string): Player {
    const known = this.find(name);
    if (known) return known;
    const player = createPlayer({ name }, this.now());
    this.#named.set(player.id, player);
    return player;
  }

  /** Gives an account another name. The record stays the same: all holders of it see the new name. */
  rename(player: Player, username: string): void {
    Object.assign(player, { username });
    this.renamed.tell(player);
  }

  /** The player called `name`. */
  find(name: string): Player | undefined {
    return this.all.find((player) => player.name === name);
  }
}

function createPlayer(init: PlayerInit, now: number): Player {
  const { name, username, locale = "en-US", adult = true } = init;
  return {
    id: idOf(init, now),
    username: username ?? name.toLowerCase().replaceAll(/[^a-z0-9_.]+/g, "_"),
    name,
    locale,
    adult,
  };
}

/** A user object with all that the published description requires of a `UserResponse`. */
export interface DescribedUser extends WireUser {
  readonly discriminator: string;
  readonly avatar: null;
  readonly public_flags: number;
  readonly flags: number;
  readonly primary_guild: null;
  readonly bot?: boolean;
}

/** The fields that only the user's own token shows. */
interface DescribedAccount extends DescribedUser {
  readonly mfa_enabled: boolean;
  readonly locale: string;
  readonly premium_type: number;
  readonly verified: boolean;
  readonly email: string | null;
}

/** A player as others see them (Discord documentation, User resource). */
export function describePlayer({ id, username, name }: Omit<Player, "locale" | "adult">): DescribedUser {
  return describeUser(id, username, { discriminator: "0", global_name: name });
}

/** The user that an application's bot is: it has the application's id and name. */
export function describeBot({ id, name }: { readonly id: Snowflake; readonly name: string }): DescribedUser {
  return { ...describeUser(id, name, { discriminator: "0000", global_name: null }), bot: true };
}

/** A player as they see themselves, the address for mail included. */
export function describeAccount(player: Player): DescribedAccount {
  return { ...ownAccount(describePlayer(player), `${player.username}@example.com`), locale: player.locale };
}

/** A bot as it sees itself: it has no address. */
export function describeBotAccount(application: Parameters<typeof describeBot>[0]): DescribedAccount {
  return ownAccount(describeBot(application), null);
}

function describeUser(
  id: Snowflake,
  username: string,
  names: Pick<DescribedUser, "discriminator" | "global_name">,
): DescribedUser {
  return { id, username, ...names, avatar: null, public_flags: 0, flags: 0, primary_guild: null };
}

function ownAccount(user: DescribedUser, email: string | null): DescribedAccount {
  return { ...user, mfa_enabled: false, locale: "en-US", premium_type: 0, verified: true, email };
}
