import type { Snowflake } from "../../wire/snowflake.ts";
import { ChannelType } from "../../wire/command-option.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import type { Player } from "./players.ts";

/** A channel of messages. */
export interface Channel {
  /** The id in the paths of the API. */
  readonly id: Snowflake;
  /** {@link ChannelType}. */
  readonly type: ChannelType;
  /** Empty for direct messages. */
  readonly name: string;
  /** Whether it is age-restricted. */
  readonly nsfw: boolean;
  /** Its guild; undefined for direct messages. */
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
  /** The status text of a voice channel: set by the API. */
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
