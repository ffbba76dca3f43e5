import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, oneOf, optional } from "../../core/check/readers.ts";
import { type EmulatorApplicationInit, readApplicationInit, EmulatorApplication } from "./application.ts";
import { type GuildInit, readGuildInit } from "./guild-init.ts";
import {
  type PlayerInit,
  readPlayer,
  Friendships,
  describeBot,
  describePlayer,
  type Player,
  Players,
} from "./players.ts";
import type { Profile } from "../../commands/rules/grades.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import { type WebhookEventType, webhookEventTypes } from "../../wire/webhook-event.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { Clock } from "../base/clock.ts";
import { duplicateId, Listeners } from "../base/recent.ts";
import { Faults } from "../base/faults.ts";
import { type RateLimit, RateLimits } from "../base/rate-limits.ts";
import { refuseLaunch } from "./form-errors.ts";
import { Activities } from "./activities.ts";
import { ChannelBook } from "./channels.ts";
import { Guilds, type Guild } from "./guild.ts";
import { IdTokenKeys } from "./id-token-keys.ts";
import { ExternalAccounts, type Lobby } from "./lobbies.ts";
import { type WorldEvent, WorldEvents, createMemberListener } from "./world-events.ts";
import { createMessage, writeMessage, History } from "./messages.ts";
import { StoredFiles } from "./attachments.ts";
import { OpenInteractions } from "./open-interactions.ts";
import { DevicePolls, MemoryStorage } from "./memory-adapter.ts";
import { OnlineBots } from "./online-bots.ts";
import { Presences } from "./presences.ts";
import type { Quest, QuestEnrollment } from "./quest.ts";
import { Shop } from "./shop.ts";
import type { ActivityInstance } from "../../wire/application.ts";

/** An emulator's initial content. @stable */
export interface WorldInit {
  /** The format's version. Default 1. */
  readonly version?: 1 | undefined;
  /** The applications. Default: one public application with random secrets. */
  readonly applications?: readonly EmulatorApplicationInit[] | undefined;
  /** The players' accounts, as names or options. Default: Ada and Grace, with fixed ids. */
  readonly players?: readonly (string | PlayerInit)[] | undefined;
  /**
   * The guilds. Default: `Example Guild`, with the id 1000000000000002, a channel `general` and the first player as its owner.
   * Using another guild id creates a guild in which every member has all permissions.
   */
  readonly guilds?: readonly GuildInit[] | undefined;
}

export const readWorldInit: Reader<WorldInit> = fields<WorldInit>({
  version: optional(oneOf([1])),
  applications: optional(listOf(readApplicationInit)),
  players: optional(listOf(readPlayer)),
  guilds: optional(listOf(readGuildInit)),
});

/** Options for an emulated world. */
export interface WorldOptions {
  readonly world?: WorldInit | undefined;
  /**
   * The minimum number of seconds between a device's polls for its token. May be a fraction such as 0.05. Default 5, as on the
   * service.
   */
  readonly deviceIntervalSeconds?: number | undefined;
  /** The rule profile for commands. Default `live`. */
  readonly profile?: Profile | undefined;
  /**
   * The rate limits, most specific first. Each request counts toward its first matching `global` limit and its first other
   * matching limit. Default: none; see `observedRateLimits`.
   */
  readonly rateLimits?: readonly RateLimit[] | undefined;
  /** The seed that determines which requests a fault with a `share` affects. Default 0. */
  readonly seed?: number | undefined;
}

interface Enrollment {
  readonly application: EmulatorApplication;
  readonly quest: Quest;
  readonly progress: QuestEnrollment;
}

export class World {
  apiBase: string | undefined;
  readonly clock: Clock = new Clock();
  readonly players: Players;
  readonly friendships: Friendships;
  readonly presences: Presences;
  readonly guilds: Guilds;
  readonly channels: ChannelBook = new ChannelBook(this.clock.now);
  readonly history: History = new History();
  readonly activities: Activities = new Activities(this.clock.now);
  readonly files: StoredFiles = new StoredFiles();
  readonly worldEvents: WorldEvents = new WorldEvents();
  readonly enrollments: Listeners<Enrollment> = new Listeners();
  readonly shop: Shop = new Shop(this);
  readonly bots: OnlineBots = new OnlineBots(this.clock.now);
  readonly interactions: OpenInteractions = new OpenInteractions(this);
  readonly faults: Faults;
  readonly rateLimits: RateLimits;
  readonly storage: MemoryStorage = new MemoryStorage(this.clock);
  readonly signingKeys: IdTokenKeys = new IdTokenKeys();
  readonly externalAccounts: ExternalAccounts;
  readonly polls: DevicePolls;
  readonly #memberListener = createMemberListener(this.worldEvents, this.clock.now);
  readonly profile: Profile | undefined;
  readonly #first: EmulatorApplication;
  readonly #applications = new Map<string, EmulatorApplication>();

  constructor(options: WorldOptions) {
    const { applications = [], players = ["Ada", "Grace"], guilds = [] } = options.world ?? {};
    const [first = {}, ...more] = applications;
    this.profile = options.profile;
    this.faults = new Faults(this.clock, options.seed);
    this.players = new Players(players, this.clock.now);
    this.friendships = new Friendships(this.players);
    this.presences = new Presences(this.players);
    for (const init of players) if (typeof init !== "string") this.#befriend(init);
    this.guilds = new Guilds(this.players, this.#memberListener);
    this.guilds.listen(({ channels: added }) => this.channels.add(added));
    for (const guild of guilds) this.addGuild(guild);
    this.#first = this.addApplication(first);
    for (const application of more) this.addApplication(application);
    this.externalAccounts = new ExternalAccounts(this.players);
    this.polls = new DevicePolls(options.deviceIntervalSeconds ?? 5, this.clock.now);
    this.rateLimits = new RateLimits(options.rateLimits ?? [], this.clock.now);
    this.worldEvents.listen((event) => this.#sendEvent(event));
  }

  get applications(): readonly [EmulatorApplication, ...EmulatorApplication[]] {
    return [this.#first, ...[...this.#applications.values()].slice(1)];
  }

  application(id: string | undefined): EmulatorApplication | undefined {
    return this.#applications.get(id ?? "");
  }

  lobby(id: string): { readonly application: EmulatorApplication; readonly lobby: Lobby } | undefined {
    return [...this.#applications.values()]
      .flatMap((application) => application.lobbies.map((lobby) => ({ application, lobby })))
      .find(({ lobby }) => lobby.id === id);
  }

  addApplication(init: EmulatorApplicationInit): EmulatorApplication {
    const application = new EmulatorApplication(init, this);
    const { id, guilds = [], players } = application;
    if (this.#applications.has(id)) throw duplicateId("an application", id);
    const lobbyIds = application.lobbies.map((lobby) => lobby.id);
    const taken = lobbyIds.find((one, index) => this.lobby(one) ?? lobbyIds.indexOf(one) !== index);
    if (taken !== undefined) throw duplicateId("a lobby", taken);
    for (const guild of guilds) this.guilds.findOrAdd(guild);
    for (const player of players) this.players.findOrAdd(player);
    for (const [index, { members = [] }] of (init.lobbies ?? []).entries()) {
      for (const name of members) application.lobbies[index]?.update({ id: this.players.findOrAdd(name).id });
    }
    const { quest } = application;
    quest?.enrollments.listen((progress) => this.enrollments.emit({ application, quest, progress }));
    this.#applications.set(id, application);
    return application;
  }

  addPlayer(checked: PlayerInit): Player {
    const player = this.players.add(checked);
    this.#befriend(checked);
    for (const guild of this.guilds.all.filter(({ isOpen }) => isOpen))
      this.#memberListener.joined(guild, { player, nick: null, roles: [] });
    return player;
  }

  #befriend({ name, friends = [] }: PlayerInit): void {
    const player = this.players.findOrAdd(name);
    for (const friend of friends) this.friendships.set(player, this.players.findOrAdd(friend), true);
  }

  addGuild(checked: GuildInit): Guild {
    this.#refuseTaken(checked);
    const guild = this.guilds.add(checked);
    for (const [index, { messages = [] }] of (checked.channels ?? []).entries()) {
      const channelId = guild.channels[index]?.id ?? "";
      for (const { id, author, content } of messages) {
        const user = describePlayer(this.players.findOrAdd(author));
        const message = writeMessage(channelId, user, content, this.clock.now());
        this.history.keep(id === undefined ? message : { ...message, id: String(id) });
      }
    }
    return guild;
  }

  #refuseTaken({ channels = [] }: GuildInit): void {
    const channel = channels.find(({ id }) => this.channels.byId(String(id)));
    if (channel) throw duplicateId("a channel", channel.id);
    const messageIds = channels.flatMap(({ messages = [] }) => messages.flatMap(({ id }) => id ?? []));
    const message = messageIds.find(
      (id, index) => this.history.byId(String(id)) || messageIds.indexOf(id) !== index,
    );
    if (message !== undefined) throw duplicateId("a message", message);
  }

  launch({ application_id, channel_id = "0", guild_id, member, user }: InteractionPayload): ActivityInstance {
    refuseLaunch(this.application(application_id) ?? { activities: false });
    return this.activities.launch({
      applicationId: application_id,
      userId: (member?.user ?? user)?.id ?? "0",
      channelId: channel_id,
      guildId: guild_id,
    });
  }

  /** See Application Commands Interface, "Entry point handler types". */
  announceLaunch(payload: InteractionPayload): WireMessage {
    const { application_id, member, user = member?.user } = payload;
    const author = this.describeAuthor(application_id);
    const content = `${user?.global_name ?? user?.username} launched ${author.username}.`;
    const origin = { payload, author, files: this.files, now: this.clock.now() };
    const message = createMessage(origin, { body: { content } });
    this.history.keep(message);
    return message;
  }

  describeAuthor(applicationId: Snowflake): WireUser {
    return describeBot(this.application(applicationId) ?? { id: applicationId, name: "" });
  }

  deauthorize(playerId: Snowflake, applicationId: Snowflake): void {
    this.storage.revoke(playerId, applicationId);
    const player = this.players.byId(playerId);
    if (!player) return;
    const data = { user: describePlayer(player) };
    this.worldEvents.emit({ name: "APPLICATION_DEAUTHORIZED", data, applicationId });
  }

  close(): void {
    for (const application of this.#applications.values()) application.events.stop();
  }

  /** Guild events are sent only through the gateway. */
  #sendEvent({ name, data, applicationId }: WorldEvent): void {
    const isWebhookEvent = (webhookEventTypes as readonly string[]).includes(name);
    if (isWebhookEvent) this.application(applicationId)?.events.send(name as WebhookEventType, data);
  }
}
