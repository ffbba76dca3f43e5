import { type KeyObject, randomBytes } from "node:crypto";
import { inspectAs } from "../../core/printing.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  instanceOf,
  flag,
  isObject,
  listOf,
  object,
  oneOf,
  optional,
  textOf,
  parseSnowflake,
} from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { Clock } from "../base/clock.ts";
import {
  generatePrivateKey,
  privateKeyOf,
  publicKeyHexOf,
  readPrivateKey,
  readSecret,
  type Endpoint,
  type InteractionsHandler,
  readEndpoint,
} from "../outbound/signed-post.ts";
import {
  applyInitialSettings,
  type InitialSettings,
  readInitialSettings,
  RoleConnections,
  type StoredSettings,
} from "./application-settings.ts";
import { settableApplicationFlags } from "../../wire/application.ts";
import { checkEndpoint, refuseOtherService } from "../outbound/endpoint.ts";
import {
  type EventDelivery,
  EventSender,
  checkEventsEndpoint,
  readEventTypes,
} from "../outbound/event-sender.ts";
import { EventWebhooksStatus, type WebhookEventType, webhookEventTypes } from "../../wire/webhook-event.ts";
import { idOf, pushRecent } from "../base/recent.ts";
import { Exchanges } from "../outbound/exchanges.ts";
import type { Profile } from "../../commands/rules/grades.ts";
import { CommandBook } from "./command-book.ts";
import { Lobby } from "./lobbies.ts";
import {
  createSku,
  readSkuInit,
  type Sku,
  type SkuInit,
  createEntitlement,
  type Entitlement,
  type EntitlementInit,
  readEntitlementInit,
} from "./monetization.ts";
import { everyPermission, permissionBits } from "./permission-book.ts";
import { Quest, type QuestInit, readQuestInit } from "./quest.ts";
import { type ActivityInit, readActivityInit } from "./url-mappings.ts";
import { readName } from "./guild-init.ts";

/** Options for an application. @stable */
export interface EmulatorApplicationInit {
  /** The application's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The displayed name. Default `Example Game`. */
  readonly name?: string | undefined;
  /** The client secret: 16 to 200 printable ASCII characters without spaces. Default: random. */
  readonly clientSecret?: string | undefined;
  /** The bot token, in the same format. Default: random. */
  readonly botToken?: string | undefined;
  /** The Ed25519 private key that signs interactions: 64 hexadecimal digits (RFC 8032, section 5.1.5). Default: random. */
  readonly privateKey?: string | undefined;
  /** Whether codes can be exchanged without the client secret ("Public Client" in the developer portal). Default true. */
  readonly publicClient?: boolean | undefined;
  /** The id of the publisher's application, whose tokens can be exchanged for this application's tokens. Default: none. */
  readonly parentApplication?: SnowflakeInput | undefined;
  /** The redirect URIs. Default: the application's loopback URIs and custom scheme. */
  readonly redirectUris?: readonly string[] | undefined;
  /** The ids of the guilds in which the application is installed with the `applications.commands` scope. Default: all. */
  readonly guilds?: readonly SnowflakeInput[] | undefined;
  /** The installation contexts. 0: guild; 1: user. Default: both. */
  readonly integrationTypes?: readonly (0 | 1)[] | undefined;
  /** The names of the players who have a user installation. Default: none. */
  readonly players?: readonly string[] | undefined;
  /** The bot's permission bits in guilds, as a decimal string. Default: all. */
  readonly permissions?: string | undefined;
  /** Whether the intents `GUILD_PRESENCES`, `GUILD_MEMBERS` and `MESSAGE_CONTENT` are enabled. Default false. */
  readonly privilegedIntents?: boolean | undefined;
  /**
   * Whether Activities are enabled (the EMBEDDED flag), which adds an entry point command. Commands with a `handler` require
   * this. Default: true if `activity` is set.
   */
  readonly activities?: boolean | undefined;
  readonly activity?: ActivityInit | undefined;
  /** Whether the application is listed in the app directory. If so, age-restricted commands are rejected. Default false. */
  readonly discoverable?: boolean | undefined;
  /** The initial settings. Invalid ones are rejected with `invalid_argument`. */
  readonly settings?: InitialSettings | undefined;
  readonly commands?: readonly object[] | undefined;
  readonly entitlements?: readonly EntitlementInit[] | undefined;
  readonly skus?: readonly SkuInit[] | undefined;
  readonly quest?: QuestInit | undefined;
  readonly lobbies?: readonly LobbyInit[] | undefined;
}

export interface ConsentAnswer {
  readonly player: string;
  readonly scopes: string;
  readonly isGranted: boolean;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Options for a lobby. @stable */
export interface LobbyInit {
  /** The lobby's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  readonly members?: readonly string[] | undefined;
}

/** The properties of its world that an application needs. */
interface ApplicationHome {
  readonly clock: Clock;
  readonly profile?: Profile | undefined;
  /** `undefined` until the emulator is listening. */
  readonly apiBase?: string | undefined;
}

export const readApplicationInit: Reader<EmulatorApplicationInit> = fields<EmulatorApplicationInit>({
  id: optional(parseSnowflake),
  name: optional(readName),
  clientSecret: optional(readSecret),
  botToken: optional(readSecret),
  privateKey: optional(readPrivateKey),
  publicClient: optional(flag),
  parentApplication: optional(parseSnowflake),
  redirectUris: optional(listOf(textOf({ most: 2048 }))),
  guilds: optional(listOf(parseSnowflake)),
  integrationTypes: optional(listOf(oneOf<0 | 1>([0, 1]))),
  players: optional(listOf(readName)),
  permissions: optional(permissionBits),
  privilegedIntents: optional(flag),
  activities: optional(flag),
  activity: optional(readActivityInit),
  discoverable: optional(flag),
  settings: optional(readInitialSettings),
  commands: optional(listOf(object())),
  skus: optional(listOf(readSkuInit)),
  quest: optional(readQuestInit),
  lobbies: optional(
    listOf(fields<LobbyInit>({ id: optional(parseSnowflake), members: optional(listOf(readName)) })),
  ),
  entitlements: optional(listOf(readEntitlementInit)),
});

/** An application. Its secrets are hidden when it is printed. @stable */
export class EmulatorApplication {
  static {
    inspectAs(this.prototype, (application) => Object.assign({}, application));
  }
  /** @internal */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #guilds in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  /** The application's id, which is also its `client_id`. */
  readonly id: Snowflake;
  readonly name: string;
  readonly publicClient: boolean;
  readonly parentApplication: Snowflake | undefined;
  readonly redirectUris: readonly string[];
  #guilds: readonly Snowflake[] | undefined;
  readonly integrationTypes: readonly (0 | 1)[];
  readonly players: readonly string[];
  readonly permissions: string;
  #activities: boolean;
  readonly discoverable: boolean;
  readonly entitlements: readonly Entitlement[];
  readonly skus: readonly Sku[];
  readonly quest: Quest | undefined;
  readonly lobbies: readonly Lobby[];
  /** The Ed25519 public key: 64 hexadecimal digits. */
  declare readonly publicKey: string;
  readonly #clientSecret: string;
  readonly #botToken: string;
  readonly #privateKeyHex: string;
  #privateKey: KeyObject | undefined;
  readonly #home: ApplicationHome;
  readonly #commands: CommandBook;
  #activity: ActivityInit | undefined;
  #endpoint: Endpoint | undefined;
  readonly #events = new EventSender(this);
  readonly #exchanges = new Exchanges();
  readonly #consents: ConsentAnswer[] = [];
  /** The events endpoint, if it is not a URL. @internal */
  eventsHandler: InteractionsHandler | undefined;
  /** @internal */
  settings: StoredSettings = {};
  /** @internal */
  readonly roleConnections: RoleConnections = new RoleConnections();

  /** @internal */
  constructor(init: EmulatorApplicationInit = {}, home: ApplicationHome = { clock: new Clock() }) {
    this.#home = home;
    const { clock } = home;
    const checked = readApplicationInit(init, "init");
    const now = clock.now();
    this.id = idOf(checked, now);
    this.name = checked.name ?? "Example Game";
    this.publicClient = checked.publicClient ?? true;
    this.parentApplication = checked.parentApplication?.toString();
    this.redirectUris = checked.redirectUris ?? [
      "http://127.0.0.1/callback",
      "http://[::1]/callback",
      `discord-${this.id}:/authorize/callback`,
    ];
    this.#guilds = checked.guilds?.map(String);
    this.integrationTypes = checked.integrationTypes ?? [0, 1];
    this.players = checked.players ?? [];
    this.permissions = checked.permissions ?? everyPermission;
    this.#activity = checked.activity;
    this.#activities = checked.activities ?? checked.activity !== undefined;
    this.discoverable = checked.discoverable ?? false;
    if (checked.privilegedIntents === true) this.settings = { flags: settableApplicationFlags };
    if (checked.settings) applyInitialSettings(this, checked.settings);
    this.entitlements = (checked.entitlements ?? []).map((entitlement) =>
      createEntitlement(entitlement, now),
    );
    this.skus = (checked.skus ?? []).map((sku) => createSku(sku, now));
    this.quest = checked.quest && new Quest(checked.quest, clock);
    this.lobbies = (checked.lobbies ?? []).map((lobby) => new Lobby(idOf(lobby, now)));
    this.#privateKeyHex = checked.privateKey ?? generatePrivateKey();
    // Computed on first use, because OpenSSL takes half a millisecond.
    Object.defineProperty(this, "publicKey", {
      enumerable: true,
      get: () => publicKeyHexOf(this.privateKey),
    });
    this.#clientSecret = checked.clientSecret ?? randomBytes(24).toString("base64url");
    this.#botToken = checked.botToken ?? createBotToken(this.id);
    this.#commands = new CommandBook(this, home.profile);
    this.#commands.fill(checked.commands);
    if (this.activities) this.#commands.addEntryPoint();
  }

  /** `undefined` means every guild. */
  get guilds(): readonly Snowflake[] | undefined {
    return this.#guilds;
  }

  /** @internal */
  joinGuild(id: Snowflake): void {
    if (this.#guilds && !this.#guilds.includes(id)) this.#guilds = [...this.#guilds, id];
  }

  /** @internal */
  isIn(guildId: Snowflake): boolean {
    return this.guilds?.includes(guildId) !== false;
  }

  get clientSecret(): string {
    return this.#clientSecret;
  }

  get botToken(): string {
    return this.#botToken;
  }

  get activity(): ActivityInit | undefined {
    return this.#activity;
  }

  /**
   * Sets the Activity's URL mappings. Running Activities use them immediately.
   *
   * @throws ClientError `invalid_argument` (ValidationError) for a mapping that points to another machine or can never match.
   */
  setActivity(activity: ActivityInit | undefined): void {
    this.#activity = optional(readActivityInit)(activity, "activity");
    if (!this.#activity) return;
    this.#activities = true;
    this.#commands.addEntryPoint();
  }

  get activities(): boolean {
    return this.#activities;
  }

  /** `undefined` if the endpoint is not set or is a handler. */
  get interactionsEndpoint(): string | undefined {
    return typeof this.#endpoint === "string" ? this.#endpoint : undefined;
  }

  /**
   * Sets the interactions endpoint after checking it as the service does: it must respond to a PING and reject an invalid
   * signature.
   *
   * @param endpoint - A URL, or a handler created with `createInteractionHandler`.
   * @throws ClientError `other_service` (ValidationError) if the handler belongs to another service, `bad_endpoint`
   *   (ValidationError) or `endpoint_unreachable` (NetworkError).
   */
  async setInteractionsEndpoint(endpoint: string | InteractionsHandler): Promise<void> {
    const checked = readEndpoint(endpoint, "endpoint");
    refuseOtherService(checked, this.#home.apiBase);
    await checkEndpoint(this, checked);
    this.#endpoint = checked;
  }

  /** `undefined` if the endpoint is not set or is a handler. */
  get eventsEndpoint(): string | undefined {
    return this.settings["event_webhooks_url"] as string | undefined;
  }

  /**
   * Sets the events endpoint after checking it as the service does: it must respond to a PING with 204 and reject an invalid
   * signature.
   *
   * @param endpoint - A URL, or a handler created with `createEventHandler`.
   * @param types - Default: all.
   * @throws ClientError `bad_endpoint` (ValidationError).
   */
  async setEventsEndpoint(
    endpoint: string | InteractionsHandler,
    types: readonly WebhookEventType[] = webhookEventTypes,
  ): Promise<void> {
    const checked = readEndpoint(endpoint, "endpoint");
    const wanted = readEventTypes(types, "types");
    await checkEventsEndpoint(this, checked);
    this.eventsHandler = typeof checked === "string" ? undefined : checked;
    this.settings = {
      ...this.settings,
      event_webhooks_url: typeof checked === "string" ? checked : undefined,
      event_webhooks_status: EventWebhooksStatus.Enabled,
      event_webhooks_types: wanted,
    };
  }

  /** Waits for delivery attempts in progress and then returns the deliveries of the last 100 events. */
  eventsSent(): Promise<readonly EventDelivery[]> {
    return this.events.settled();
  }

  /** @internal */
  get eventSubscription(): { endpoint: Endpoint; types: readonly WebhookEventType[] } | undefined {
    const endpoint = this.eventsEndpoint ?? this.eventsHandler;
    const { event_webhooks_status: status, event_webhooks_types: types = [] } = this.settings;
    if (endpoint === undefined || status !== EventWebhooksStatus.Enabled) return undefined;
    return { endpoint, types: types as readonly WebhookEventType[] };
  }

  /** May contain a secret, so it is not printed. @internal */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /** @internal */
  removeInteractionsEndpoint(): void {
    this.#endpoint = undefined;
  }

  /** @internal */
  get owned(): Entitlement[] {
    return this.entitlements as Entitlement[];
  }

  /** @internal */
  get clock(): Clock {
    return this.#home.clock;
  }

  /** @internal */
  get commands(): CommandBook {
    return this.#commands;
  }

  /** @internal */
  get exchanges(): Exchanges {
    return this.#exchanges;
  }

  /** @internal */
  get consents(): readonly ConsentAnswer[] {
    return this.#consents;
  }

  /** @internal */
  addConsent(answer: Omit<ConsentAnswer, "at">): void {
    pushRecent(this.#consents, { ...answer, at: this.clock.now() });
  }

  /** @internal */
  get events(): EventSender {
    return this.#events;
  }

  /** A secret. @internal */
  get privateKeyHex(): string {
    return this.#privateKeyHex;
  }

  /** @internal */
  get privateKey(): KeyObject {
    return (this.#privateKey ??= privateKeyOf(this.#privateKeyHex));
  }
}

export const readApplication: Reader<EmulatorApplication> = instanceOf(
  EmulatorApplication,
  "one of this emulator's applications",
);

function createBotToken(id: Snowflake): string {
  const parts = [Buffer.from(id), randomBytes(4), randomBytes(28)];
  return parts.map((part) => part.toString("base64url")).join(".");
}
