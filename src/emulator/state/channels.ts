import type { Snowflake } from "../../wire/snowflake.ts";
import { ChannelType } from "../../wire/command-option.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import type { Player } from "./players.ts";

/** A channel. @stable */
export interface Channel {
  readonly id: Snowflake;
  /** {@link ChannelType}. */
  readonly type: ChannelType;
  /** Empty for direct messages. */
  readonly name: string;
  readonly nsfw: boolean;
  /** `undefined` for direct messages. */
  readonly guildId: Snowflake | undefined;
  /** The application whose bot takes part in the direct messages. */
  readonly applicationId: Snowflake | undefined;
  /** The players in the direct messages. Empty in guilds. */
  readonly recipients: readonly Player[];
  readonly parentId: Snowflake | undefined;
  readonly members: readonly Player[];
  /** The ids of the applications whose bots are in the voice channel. */
  readonly connectedBots: readonly Snowflake[];
  status: string | null;
}

type ChannelDraft = { readonly [Key in keyof Channel]?: Channel[Key] | undefined };

export function buildChannel(init: ChannelDraft, now: number): Channel {
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

export class ChannelBook {
  readonly #ofGuilds = new Map<Snowflake, Channel>();
  readonly #direct = new Recent<string, Channel>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  byId(id: string): Channel | undefined {
    return this.#ofGuilds.get(id) ?? [...this.#direct.values()].find((channel) => channel.id === id);
  }

  add(channels: readonly Channel[]): void {
    for (const channel of channels) this.#ofGuilds.set(channel.id, channel);
  }

  ofApplication(applicationId: Snowflake, player: Player): Channel {
    return this.#open(`${applicationId} ${player.id}`, { applicationId, recipients: [player] });
  }

  among(recipients: readonly Player[]): Channel {
    const ids = recipients.map(({ id }) => id).sort();
    return this.#open(ids.join(" "), { recipients });
  }

  #open(key: string, init: ChannelDraft): Channel {
    const known = this.#direct.get(key);
    if (known) return known;
    const isGroup = (init.recipients?.length ?? 0) > 2;
    const type = isGroup ? ChannelType.GroupDm : ChannelType.Dm;
    const channel = buildChannel({ ...init, type }, this.#now());
    this.#direct.set(key, channel);
    return channel;
  }
}
