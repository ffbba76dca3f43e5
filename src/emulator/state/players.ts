import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  isObject,
  listOf,
  oneOf,
  optional,
  parseSnowflake,
  textLike,
} from "../../core/check/readers.ts";
import type { SnowflakeInput, Snowflake } from "../../wire/snowflake.ts";
import { type Locale, locales } from "../../wire/locale.ts";
import { Listeners, createSnowflake, duplicateId, Recent, idOf } from "../base/recent.ts";
import { validationError } from "../../core/errors.ts";
import type { WireUser } from "../../wire/user.ts";
import { readName } from "./guild-init.ts";

/** Options for an account. @stable */
export interface PlayerInit {
  /** The account's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The display name: 1 to 100 characters. */
  readonly name: string;
  /** The username: 2 to 32 lowercase letters, digits, dots and underscores. Default: derived from the name. */
  readonly username?: string | undefined;
  /** The locale of the player's client. Default `en-US`. */
  readonly locale?: Locale | undefined;
  /** Whether the player is 18 or older, which age-restricted commands require. Default true. */
  readonly adult?: boolean | undefined;
  /** The friends' names. Friendships are mutual. */
  readonly friends?: readonly string[] | undefined;
}

export const readUsername: Reader<string> = textLike(
  /^[a-z0-9_.]{2,32}$/,
  "2 to 32 lowercase letters, digits, dots and underscores",
);

export const readPlayerInit: Reader<PlayerInit> = fields<PlayerInit>({
  id: optional(parseSnowflake),
  name: readName,
  username: optional(readUsername),
  locale: optional(oneOf(locales)),
  adult: optional(flag),
  friends: optional(listOf(readName)),
});

export const readPlayer: Reader<string | PlayerInit> = (value, name) =>
  isObject(value) ? readPlayerInit(value, name) : readName(value, name);

interface FriendshipChange {
  readonly players: readonly [Player, Player];
  readonly areFriends: boolean;
}

export class Friendships {
  readonly changes: Listeners<FriendshipChange> = new Listeners();
  readonly #players: Players;
  readonly #pairs = new Set<string>();

  constructor(players: Players) {
    this.#players = players;
  }

  of(player: Player): readonly Player[] {
    return this.#players.all.filter((other) => this.#pairs.has(keyOf(player, other)));
  }

  set(player: Player, other: Player, areFriends: boolean): void {
    const key = keyOf(player, other);
    if (player.id === other.id || this.#pairs.has(key) === areFriends) return;
    if (areFriends) this.#pairs.add(key);
    else this.#pairs.delete(key);
    this.changes.emit({ players: [player, other], areFriends });
  }
}

function keyOf(player: Player, other: Player): string {
  return [player.id, other.id].sort().join(" ");
}

/** A player's account. @stable */
export interface Player {
  readonly id: Snowflake;
  readonly username: string;
  readonly name: string;
  readonly locale: Locale;
  readonly adult: boolean;
}

export class Players {
  /** Players from the options. They are never dropped. */
  readonly #arranged = new Map<Snowflake, Player>();
  readonly #named = new Recent<Snowflake, Player>();
  readonly #provisional = new Recent<Snowflake, Player>();
  readonly renamed: Listeners<Player> = new Listeners();
  readonly now: () => number;

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

  get first(): Player {
    const [first = this.add({ name: "Ada" })] = this.all;
    return first;
  }

  byId(id: string): Player | undefined {
    return this.#arranged.get(id) ?? this.#named.get(id) ?? this.#provisional.get(id);
  }

  addProvisional(): Player {
    const id = createSnowflake(this.now());
    const init = { id, username: `provisional_${id}`, name: `Player ${id.slice(-4)}` };
    const player = createPlayer(init, this.now());
    this.#provisional.set(id, player);
    return player;
  }

  add(checked: PlayerInit): Player {
    const { id, name } = checked;
    if (this.find(name))
      throw validationError("duplicate", `There is already a player named ${JSON.stringify(name)}.`);
    if (this.byId(String(id))) throw duplicateId("a player", id);
    const player = createPlayer(checked, this.now());
    this.#arranged.set(player.id, player);
    return player;
  }

  findOrAdd(name: string): Player {
    const known = this.find(name);
    if (known) return known;
    const player = createPlayer({ name }, this.now());
    this.#named.set(player.id, player);
    return player;
  }

  /** Renames the player in place, because existing references must see the change. */
  rename(player: Player, username: string): void {
    Object.assign(player, { username });
    this.renamed.emit(player);
  }

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

export interface DescribedUser extends WireUser {
  readonly discriminator: string;
  readonly avatar: null;
  readonly public_flags: number;
  readonly flags: number;
  readonly primary_guild: null;
  readonly bot?: boolean;
}

interface DescribedAccount extends DescribedUser {
  readonly mfa_enabled: boolean;
  readonly locale: string;
  readonly premium_type: number;
  readonly verified: boolean;
  readonly email: string | null;
}

export function describePlayer({ id, username, name }: Omit<Player, "locale" | "adult">): DescribedUser {
  return describeUser(id, username, { discriminator: "0", global_name: name });
}

export function describeBot({ id, name }: { readonly id: Snowflake; readonly name: string }): DescribedUser {
  return { ...describeUser(id, name, { discriminator: "0000", global_name: null }), bot: true };
}

export function describeAccount(player: Player): DescribedAccount {
  return { ...ownAccount(describePlayer(player), `${player.username}@example.com`), locale: player.locale };
}

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
