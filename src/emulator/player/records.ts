import type { Snowflake } from "../../wire/snowflake.ts";
import type { ResolvedData } from "../../wire/interaction.ts";
import type { WireAttachment, WireMessage } from "../../wire/message.ts";
import { attachFiles } from "../state/attachments.ts";
import type { Channel } from "../state/channels.ts";
import { describeChannel, describeMember, describeRole, permissionsIn } from "../state/descriptions.ts";
import { describePlayer } from "../state/players.ts";
import { findNamed, type Named, type RecordKind, unknownName } from "./find-named.ts";
import type { ResolvedLocation } from "./location.ts";
import { isPlayerFile, type PlayerFile } from "./player-file.ts";

/** See Discord documentation, Interactions, "Resolved Data Structure". */
export class Records {
  readonly #location: ResolvedLocation;
  readonly #data: { readonly [Kind in keyof ResolvedData]-?: Record<Snowflake, object> } = {
    users: {},
    members: {},
    roles: {},
    channels: {},
    messages: {},
    attachments: {},
  };

  constructor(location: ResolvedLocation) {
    this.#location = location;
  }

  list(kind: RecordKind, channelTypes: readonly number[] = []): readonly Named[] {
    const { world, guild, player, channel } = this.#location;
    const players = world.players.all.filter((account) => !guild || guild.member(account));
    const roles = guild?.roles ?? [];
    if (kind === "user") return guild ? players : [...new Set([player, ...channel.recipients, ...players])];
    if (kind === "role") return roles;
    if (kind === "mentionable") return [...players, ...roles];
    const channels = guild?.channels ?? [];
    return channels.filter(({ type }) => channelTypes.length === 0 || channelTypes.includes(type));
  }

  pick(kind: RecordKind, reference: string, channelTypes?: readonly number[]): Snowflake {
    const { id } = findNamed(kind, reference, this.list(kind, channelTypes));
    this.#add(id);
    return id;
  }

  attach(file: string | PlayerFile): Snowflake {
    const { files, clock } = this.#location.world;
    const target = { channelId: this.#location.channel.id, isEphemeral: true, files, now: clock.now() };
    const {
      name,
      data,
      type = "application/octet-stream",
    } = isPlayerFile(file) ? file : { name: file, data: file };
    const content = new Blob([typeof data === "string" ? data : Uint8Array.from(data)]);
    const upload = { key: "0", filename: name, size: content.size, contentType: type, content };
    const [attached] = attachFiles(target, [upload], []) as [WireAttachment];
    this.#data.attachments[attached.id] = attached;
    return attached.id;
  }

  addMessage(message: WireMessage): void {
    this.#data.messages[message.id] = message;
  }

  get resolved(): { readonly resolved?: ResolvedData } {
    const used = Object.entries(this.#data).filter(([, records]) => Object.keys(records).length > 0);
    return used.length > 0 ? { resolved: Object.fromEntries(used) } : {};
  }

  #add(id: Snowflake): void {
    const { world, guild } = this.#location;
    const player = world.players.byId(id);
    const role = guild?.roles.find((entry) => entry.id === id);
    const channel: Channel | undefined = guild?.channels.find((init) => init.id === id);
    const member = player && guild?.member(player);
    if (player) this.#data.users[id] = describePlayer(player);
    if (guild && member) this.#data.members[id] = describeMember(guild, member);
    if (role) this.#data.roles[id] = describeRole(role);
    if (channel) this.#data.channels[id] = describeChannel(channel, permissionsIn(this.#location));
  }
}

export function findMessages(location: ResolvedLocation, id: string | undefined): readonly WireMessage[] {
  const { world, channel, player } = location;
  return id === undefined ? world.history.in(channel.id, player.id) : [findMessage(location, id)];
}

export function findMessage({ world, channel, player }: ResolvedLocation, id: string): WireMessage {
  const messages = world.history.in(channel.id, player.id);
  const found = messages.find((message) => message.id === id);
  if (found) return found;
  throw unknownName("message", id, []);
}
