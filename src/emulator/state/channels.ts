import type { Snowflake } from "../../wire/snowflake.ts";
import { ChannelType } from "../../wire/command-option.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import type { Player, Players } from "./players.ts";
import { validationError } from "../../core/errors.ts";
import { Guild, type MemberListener } from "./guild.ts";
import type { GuildInit } from "./guild-init.ts";
import { allPermissions } from "./permission-book.ts";

/** Where messages stand. */
export interface Channel {
  readonly id: Snowflake;
  readonly type: ChannelType;
  /** Empty for direct messages. */
  readonly name: string;
  /** Whether it is age-restricted. */
  readonly nsfw: boolean;
  readonly guildId: Snowflake | undefined;
  /** The application whose direct messages they are; undefined in guilds and among players. */
  readonly applicationId: Snowflake | undefined;
  /** The players of direct messages; none in guilds. */
  readonly recipients: readonly Player[];
  /** The channel that a thread is in. */
  readonly parentId: Snowflake | undefined;
  /** The players who follow a thread. */
  readonly members: readonly Player[];
  /** Ids of the applications whose bots are connected to a voice channel. */
  readonly connectedBots: readonly Snowflake[];
  /** What a voice channel says it is about: set by the API. */
  status: string | null;
}

type ChannelDraft = { readonly [Key in keyof Channel]?: Channel[Key] | undefined };

/** @param now - milliseconds since 1970. */
export function createChannel(init: ChannelDraft, now: number): Channel {
  return {
    id: init.id ?? createSnowflake(now),
    type: init.type ?? ChannelType.GuildText,
    name: init.name ?? "",
    nsfw: init.nsfw ?? false,
    guildId: init.guildId,
    applicationId: init.applicationId,
    recipients: init.recipients ?? [],
    parentId: init.parentId,
    members: init.members ?? [],
    connectedBots: init.connectedBots ?? [],
    status: init.status ?? null,
  };
}

/** Every channel, of guilds and outside of them. */
export class ChannelBook {
  readonly #ofGuilds = new Map<Snowflake, Channel>();
  readonly #direct = new Recent<string, Channel>();
  readonly #now: () => number;

  /** @param now - milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  byId(id: string): Channel | undefined {
    return this.#ofGuilds.get(id) ?? [...this.#direct.values()].find((channel) => channel.id === id);
  }

  add(channels: readonly Channel[]): void {
    for (const channel of channels) this.#ofGuilds.set(channel.id, channel);
  }

  /** The direct messages of a player with an application's bot. */
  ofApplication(applicationId: Snowflake, player: Player): Channel {
    return this.#open(`${applicationId} ${player.id}`, { applicationId, recipients: [player] });
  }

  /** The direct messages among players: of two, or of a group. */
  among(recipients: readonly Player[]): Channel {
    const ids = recipients.map(({ id }) => id).sort();
    return this.#open(ids.join(" "), { recipients });
  }

  #open(key: string, init: ChannelDraft): Channel {
    const known = this.#direct.get(key);
    if (known) return known;
    const isGroup = (init.recipients?.length ?? 0) > 2;
    const type = isGroup ? ChannelType.GroupDm : ChannelType.Dm;
    const channel = createChannel({ ...init, type }, this.#now());
    this.#direct.set(key, channel);
    return channel;
  }
}

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
