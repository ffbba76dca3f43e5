import { idOf } from "../base/recent.ts";
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
import type { ApplicationSettings } from "./application-settings.ts";
import { type InitialSettings, keepInitialSettings, readInitialSettings } from "./initial-settings.ts";
import { settableFlags } from "../../wire/application.ts";
import { checkEndpoint, refuseOtherService } from "../outbound/endpoint.ts";
import {
  type EventDelivery,
  EventSender,
  checkEventsEndpoint,
  readEventTypes,
} from "../outbound/event-sender.ts";
import { EventWebhooksStatus, type WebhookEventType, webhookEventTypes } from "../../wire/webhook-event.ts";
import { pushRecent } from "../base/recent.ts";
import { Exchanges } from "../outbound/exchanges.ts";
import { Lobby } from "./lobbies.ts";
import {
  createEntitlement,
  type Entitlement,
  type EntitlementInit,
  readEntitlementInit,
} from "./entitlements.ts";
import { allPermissions, permissionBits } from "./permission-book.ts";
import { Quest, type QuestInit, readQuestInit } from "./quest.ts";
import { RoleConnections } from "./role-connections.ts";
import { type ActivityInit, readActivityInit } from "./url-mappings.ts";
import { createSku, readSkuInit, type Sku, type SkuInit } from "./skus.ts";

/** How an application of the emulator is set up; whatever is left out is made at random. */
export interface EmulatorApplicationInit {
  /** Its application id. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Name that players see. Default `Example Game`. */
  readonly name?: string | undefined;
  /**
   * The `client_secret` of token requests: 16 to 200 printable ASCII characters without spaces. A secret. Default: made at
   * random.
   */
  readonly clientSecret?: string | undefined;
  /** Authenticates its bot: of the same form. A secret. Default: made at random. */
  readonly botToken?: string | undefined;
  /** A secret: the Ed25519 key that its interactions are signed with, 64 hexadecimal digits (RFC 8032, section 5.1.5). */
  readonly privateKey?: string | undefined;
  /** The portal's "Public Client" switch: codes may be exchanged without the secret. Default true. */
  readonly publicClient?: boolean | undefined;
  /**
   * Id of the publisher's application: its players' tokens can be exchanged for tokens of this one, its child. Default: none.
   */
  readonly parentApplication?: SnowflakeInput | undefined;
  /** Registered redirects. Default: the loopback redirect and the custom scheme of the application. */
  readonly redirectUris?: readonly string[] | undefined;
  /** The guilds that added it with the scope `applications.commands`. Default: every guild. */
  readonly guilds?: readonly SnowflakeInput[] | undefined;
  /** Its installation contexts: 0 guild, 1 user. Default both. */
  readonly integrationTypes?: readonly (0 | 1)[] | undefined;
  /** Names of the players who added it to their account. Default: nobody. */
  readonly players?: readonly string[] | undefined;
  /** The permissions of its bot in guilds: permission bits as a decimal string. Default: everything. */
  readonly permissions?: string | undefined;
  /** The portal's switches for the intents `GUILD_PRESENCES`, `GUILD_MEMBERS` and `MESSAGE_CONTENT`. Default false. */
  readonly privilegedIntents?: boolean | undefined;
  /**
   * Whether Activities are enabled (the EMBEDDED flag), so that an entry point command exists already. Without them no command
   * may have a `handler`, and nothing can be launched. Default: true where there is an `activity`, else false.
   */
  readonly activities?: boolean | undefined;
  /** The address of its Activity: the portal's URL mappings. Default: none; a launch is then reported, but shows nothing. */
  readonly activity?: ActivityInit | undefined;
  /** Whether it can be found by everybody in the directory; it has no age-restricted commands then. Default false. */
  readonly discoverable?: boolean | undefined;
  /**
   * The settings that its developer has made already, as the API takes them: without pictures, without the URLs that the service
   * tries, and without flags. Error: `invalid_argument` for those that it would refuse. Default: those of a new application.
   */
  readonly settings?: InitialSettings | undefined;
  /** Commands that are registered already, for every guild. Default none. */
  readonly commands?: readonly object[] | undefined;
  /** The entitlements to what it sells, of players and guilds. Default none. */
  readonly entitlements?: readonly EntitlementInit[] | undefined;
  /** The goods that it sells. Default none. */
  readonly skus?: readonly SkuInit[] | undefined;
  /** Its Quest. Default none. */
  readonly quest?: QuestInit | undefined;
  /** Its lobbies. Default none. */
  readonly lobbies?: readonly LobbyInit[] | undefined;
}

/** A player's answer to a request for authorization. */
export interface ConsentAnswer {
  /** Name of the player. */
  readonly player: string;
  /** The requested scopes, separated by spaces. */
  readonly scopes: string;
  readonly isGranted: boolean;
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly at: number;
}

/** A lobby of an application. */
export interface LobbyInit {
  /** Id of the lobby. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** Names of the players who are in it. Default nobody. */
  readonly members?: readonly string[] | undefined;
}

const readName = textOf({ most: 100 });

/** How an application is set up. */
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

/** An application as its developer portal shows it. Secrets are getters, so that printing it shows none. */
export class EmulatorApplication {
  static {
    inspectAs(this.prototype, (application) => Object.assign({}, application));
  }
  /** @internal An object that only has the prototype lacks the content. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #guilds in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  /** Also the `client_id` of its requests. */
  readonly id: Snowflake;
  /** Name that players see. */
  readonly name: string;
  /** The portal's "Public Client" switch: codes may be exchanged without the secret. */
  readonly publicClient: boolean;
  /** Id of the publisher's application, whose tokens can be exchanged for its own. */
  readonly parentApplication: Snowflake | undefined;
  /** Registered redirects. */
  readonly redirectUris: readonly string[];
  #guilds: readonly Snowflake[] | undefined;
  /** Its installation contexts: 0 guild, 1 user. */
  readonly integrationTypes: readonly (0 | 1)[];
  /** Names of the players who added it to their account. */
  readonly players: readonly string[];
  /** The permissions of its bot in guilds: permission bits as a decimal string. */
  readonly permissions: string;
  #activities: boolean;
  /** Whether it can be found by everybody in the directory. */
  readonly discoverable: boolean;
  /** The entitlements to what it sells, also those that are over or were taken away. */
  readonly entitlements: readonly Entitlement[];
  /** The goods that it sells. */
  readonly skus: readonly Sku[];
  /** Its Quest, with how far each player is; undefined: none. */
  readonly quest: Quest | undefined;
  /** Its lobbies, with who is in each now. */
  readonly lobbies: readonly Lobby[];
  /** The Ed25519 key that interactions are verified with, 64 hexadecimal digits. */
  declare readonly publicKey: string;
  readonly #owned: Entitlement[];
  readonly #clientSecret: string;
  readonly #botToken: string;
  readonly #privateKeyHex: string;
  #privateKey: KeyObject | undefined;
  readonly #clock: Clock;
  #activity: ActivityInit | undefined;
  #endpoint: Endpoint | undefined;
  #eventsHandler: InteractionsHandler | undefined;
  readonly #events = new EventSender(this);
  readonly #exchanges = new Exchanges();
  readonly #consents: ConsentAnswer[] = [];
  /** The settings made through the API. @internal */
  settings: ApplicationSettings = {};
  /** Sees to it that there is an entry point command. @internal */
  enableActivities: () => void = () => undefined;
  /** The base of the API that it is registered at. @internal */
  servedAt: () => string | undefined = () => undefined;
  /** Its linked-role metadata, and the values of players. @internal */
  readonly roleConnections: RoleConnections = new RoleConnections();

  constructor(init?: EmulatorApplicationInit);
  /** @internal */
  constructor(init?: EmulatorApplicationInit, clock?: Clock);
  constructor(init: EmulatorApplicationInit = {}, clock: Clock = new Clock()) {
    this.#clock = clock;
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
    this.permissions = checked.permissions ?? allPermissions;
    this.#activity = checked.activity;
    this.#activities = checked.activities ?? checked.activity !== undefined;
    this.discoverable = checked.discoverable ?? false;
    if (checked.privilegedIntents === true) this.settings = { flags: settableFlags };
    if (checked.settings) keepInitialSettings(this, checked.settings);
    this.#owned = (checked.entitlements ?? []).map((one) => createEntitlement(one, now));
    this.entitlements = this.#owned;
    this.skus = (checked.skus ?? []).map((sku) => createSku(sku, now));
    this.quest = checked.quest && new Quest(checked.quest, clock);
    this.lobbies = (checked.lobbies ?? []).map((lobby) => new Lobby(idOf(lobby, now)));
    this.#privateKeyHex = checked.privateKey ?? generatePrivateKey();
    // Made at the first use: OpenSSL takes half a millisecond for the key, and most applications sign nothing.
    Object.defineProperty(this, "publicKey", {
      enumerable: true,
      get: () => publicKeyHexOf(this.privateKey),
    });
    this.#clientSecret = checked.clientSecret ?? randomBytes(24).toString("base64url");
    this.#botToken = checked.botToken ?? createBotToken(this.id);
  }

  /** The guilds that added it; undefined: every guild. */
  get guilds(): readonly Snowflake[] | undefined {
    return this.#guilds;
  }

  /** A member has added it to a guild. @internal */
  joinGuild(id: Snowflake): void {
    if (this.#guilds && !this.#guilds.includes(id)) this.#guilds = [...this.#guilds, id];
  }

  /** Whether a guild has added it. @internal */
  isIn(guildId: Snowflake): boolean {
    return this.guilds?.includes(guildId) !== false;
  }

  /** The `client_secret` of token requests. A secret. */
  get clientSecret(): string {
    return this.#clientSecret;
  }

  /** Authenticates its bot: `Authorization: Bot`. A secret. */
  get botToken(): string {
    return this.#botToken;
  }

  /** The address of its Activity; undefined for none. */
  get activity(): ActivityInit | undefined {
    return this.#activity;
  }

  /**
   * Sets the address of its Activity, as the portal's page "URL Mappings" does. Open Activities use it from then on.
   *
   * @throws ClientError `invalid_argument` (ValidationError) for a mapping that leads to another machine, or that is never
   *   used.
   */
  setActivity(activity: ActivityInit | undefined): void {
    this.#activity = optional(readActivityInit)(activity, "activity");
    if (!this.#activity) return;
    this.#activities = true;
    this.enableActivities();
  }

  /** Whether Activities are enabled: the EMBEDDED flag. */
  get activities(): boolean {
    return this.#activities;
  }

  /** The URL that interactions go to; undefined where there is none, and for a handler. */
  get interactionsEndpoint(): string | undefined {
    return typeof this.#endpoint === "string" ? this.#endpoint : undefined;
  }

  /**
   * Sets where interactions go, after the check that the service makes: PING is answered, a wrong signature refused.
   *
   * @param endpoint - a URL, or the handler itself, such as `createInteractionHandler` makes: it is then called without a
   * server between.
   * @throws ClientError `other_service` (ValidationError) for a handler that would send follow-ups to another service,
   * `bad_endpoint` (ValidationError) or `endpoint_unreachable` (NetworkError).
   */
  async setInteractionsEndpoint(endpoint: string | InteractionsHandler): Promise<void> {
    const checked = readEndpoint(endpoint, "endpoint");
    refuseOtherService(checked, this.servedAt());
    await checkEndpoint(this, checked);
    this.#endpoint = checked;
  }

  /** The URL that events go to; undefined where there is none, and for a handler. */
  get eventsEndpoint(): string | undefined {
    return this.settings["event_webhooks_url"] as string | undefined;
  }

  /**
   * Sets where webhook events go, and which, after the check that the service makes: PING is answered 204, a wrong signature
   * refused.
   *
   * @param endpoint - a URL, or the handler itself, such as `createEventHandler` makes.
   * @param types - default: all.
   * @throws ClientError `bad_endpoint` (ValidationError).
   */
  async setEventsEndpoint(
    endpoint: string | InteractionsHandler,
    types: readonly WebhookEventType[] = webhookEventTypes,
  ): Promise<void> {
    const checked = readEndpoint(endpoint, "endpoint");
    const wanted = readEventTypes(types, "types");
    await checkEventsEndpoint(this, checked);
    this.#eventsHandler = typeof checked === "string" ? undefined : checked;
    this.settings = {
      ...this.settings,
      event_webhooks_url: typeof checked === "string" ? checked : undefined,
      event_webhooks_status: EventWebhooksStatus.Enabled,
      event_webhooks_types: wanted,
    };
  }

  /** Events go to the URL of the settings, or nowhere. @internal */
  removeEventsHandler(): void {
    this.#eventsHandler = undefined;
  }

  /** The deliveries of the last 100 events to the events endpoint, once none is being sent any more. */
  eventsSent(): Promise<readonly EventDelivery[]> {
    return this.events.settled();
  }

  /** The endpoint of events, and their types. @internal */
  get eventSubscription(): { endpoint: Endpoint; types: readonly WebhookEventType[] } | undefined {
    const endpoint = this.eventsEndpoint ?? this.#eventsHandler;
    const { event_webhooks_status: status, event_webhooks_types: types = [] } = this.settings;
    if (endpoint === undefined || status !== EventWebhooksStatus.Enabled) return undefined;
    return { endpoint, types: types as readonly WebhookEventType[] };
  }

  /** @internal */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /** Interactions go nowhere any more. @internal */
  removeInteractionsEndpoint(): void {
    this.#endpoint = undefined;
  }

  /** The entitlements, for the code that changes them. @internal */
  get owned(): Entitlement[] {
    return this.#owned;
  }

  /** @internal */
  get clock(): Clock {
    return this.#clock;
  }

  /** The exchanges between it and the emulator. @internal */
  get exchanges(): Exchanges {
    return this.#exchanges;
  }

  /** The players' answers to its requests for authorization, the oldest first. @internal */
  get consents(): readonly ConsentAnswer[] {
    return this.#consents;
  }

  /** @internal */
  addConsent(answer: Omit<ConsentAnswer, "at">): void {
    pushRecent(this.#consents, { ...answer, at: this.#clock.now() });
  }

  /** Sends its webhook events. @internal */
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

/** An application of this emulator. */
export const readApplication: Reader<EmulatorApplication> = instanceOf(
  EmulatorApplication,
  "an application of this emulator",
);

/** Made as the service makes them: whose it is, and two parts that nobody can guess. */
function createBotToken(id: Snowflake): string {
  const parts = [Buffer.from(id), randomBytes(4), randomBytes(28)];
  return parts.map((part) => part.toString("base64url")).join(".");
}
