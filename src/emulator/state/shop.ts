import { fields } from "../../core/check/fields.ts";
import { optional, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { createSnowflake, pushRecent, Recent } from "../base/recent.ts";
import { validationError } from "../../core/errors.ts";
import { inspectAs } from "../../core/printing.ts";
import { type EmulatorApplication, readApplication } from "./application.ts";
import {
  createEntitlement,
  describeEntitlement,
  type Entitlement,
  type EntitlementInit,
  isInForce,
} from "./monetization.ts";
import type { Clock } from "../base/clock.ts";
import type { Players } from "./players.ts";
import type { WorldEvents } from "./world-events.ts";
import {
  type EntitlementData,
  SkuType,
  type SubscriptionData,
  SubscriptionStatus,
} from "../../wire/monetization.ts";
import { readName } from "./guild-init.ts";

/** A player's purchase. @stable */
export interface Purchase {
  /** Default: the first application. */
  readonly application?: EmulatorApplication | undefined;
  readonly player: string;
  /** The id of the guild to buy the SKU for. */
  readonly guild?: SnowflakeInput | undefined;
  readonly sku: SnowflakeInput;
}

const readPurchase = fields<Purchase>({
  application: optional(readApplication),
  player: readName,
  guild: optional(parseSnowflake),
  sku: parseSnowflake,
});

const mostStored = 10_000;

const monthMs = 30 * 86_400_000;

interface ShopWorld {
  readonly applications: readonly [EmulatorApplication, ...EmulatorApplication[]];
  readonly clock: Clock;
  readonly worldEvents: WorldEvents;
  readonly players: Players;
  application(id: string): EmulatorApplication | undefined;
}

interface Subscribed {
  readonly application: EmulatorApplication;
  readonly data: SubscriptionData;
}

/** A shop for the applications' SKUs. Purchases send events to the applications. @stable */
export class Shop {
  static {
    inspectAs(this.prototype, (shop) => ({
      subscriptions: Array.from(shop.#subscriptions.values(), ({ data }) => data),
    }));
  }
  readonly #world: ShopWorld;
  readonly #subscriptions = new Recent<Snowflake, Subscribed>();

  /** @internal */
  constructor(world: ShopWorld) {
    this.#world = world;
  }

  /**
   * Buys a SKU for a player or a guild (`ENTITLEMENT_CREATE`).
   *
   * @throws ClientError `invalid_argument`, `invalid_id`, `unknown_application` (ValidationError).
   */
  buy(purchase: Purchase): EntitlementData {
    const { application, ...bought } = this.#read(purchase);
    return this.give(application, bought);
  }

  /**
   * Revokes a purchase (`ENTITLEMENT_DELETE`).
   *
   * @param entitlement - The entitlement's id.
   * @throws ClientError `invalid_id`, `unknown_entitlement` (ValidationError).
   */
  refund(entitlement: SnowflakeInput): EntitlementData {
    const id = parseSnowflake(entitlement, "entitlement");
    const application = this.#world.applications.find((entry) => findStored(entry, id));
    if (!application)
      throw validationError("unknown_entitlement", `There is no entitlement with the id ${id}.`);
    return this.take(application, id);
  }

  /**
   * Starts a monthly subscription (`ENTITLEMENT_CREATE`, `SUBSCRIPTION_CREATE`).
   *
   * @throws the errors thrown by {@link buy}.
   */
  subscribe(purchase: Purchase): SubscriptionData {
    const { application, ...bought } = this.#read(purchase);
    return this.#subscribe(application, bought.player, this.give(application, bought));
  }

  /**
   * Cancels a subscription, which then expires at the end of the current month (`SUBSCRIPTION_UPDATE`).
   *
   * @param subscription - The subscription's id.
   * @throws ClientError `invalid_id`, `unknown_subscription` (ValidationError).
   */
  cancel(subscription: SnowflakeInput): SubscriptionData {
    return this.#changeSubscription(this.#subscribed(subscription), {
      status: SubscriptionStatus.Ending,
      renewal_sku_ids: null,
      canceled_at: new Date(this.#world.clock.now()).toISOString(),
    });
  }

  /**
   * Immediately ends a subscription and its entitlements (`ENTITLEMENT_UPDATE`, `SUBSCRIPTION_UPDATE`).
   *
   * @param subscription - The subscription's id.
   * @throws the errors thrown by {@link cancel}.
   */
  end(subscription: SnowflakeInput): SubscriptionData {
    const subscribed = this.#subscribed(subscription);
    const endsAt = new Date(this.#world.clock.now()).toISOString();
    for (const id of subscribed.data.entitlement_ids)
      this.#change(subscribed.application, id, "ENTITLEMENT_UPDATE", { endsAt });
    return this.#changeSubscription(subscribed, {
      status: SubscriptionStatus.Inactive,
      renewal_sku_ids: null,
    });
  }

  /** @internal */
  list(application: EmulatorApplication): readonly EntitlementData[] {
    return application.entitlements.map((entitlement) => this.#describe(application, entitlement));
  }

  /** @internal */
  held(
    application: EmulatorApplication,
    playerId: Snowflake,
    guildId?: Snowflake,
  ): readonly EntitlementData[] {
    const { clock, players } = this.#world;
    const now = clock.now();
    return application.entitlements
      .filter(({ player = "", guild }) =>
        guild === undefined ? players.find(player)?.id === playerId : guild === guildId,
      )
      .map((entitlement) => this.#describe(application, entitlement))
      .filter((data) => isInForce(data, now));
  }

  /** @internal */
  give(application: EmulatorApplication, init: EntitlementInit): EntitlementData {
    const entitlement = createEntitlement(init, this.#world.clock.now());
    pushRecent(application.owned, entitlement, mostStored);
    const data = this.#describe(application, entitlement);
    this.#world.worldEvents.emit({ name: "ENTITLEMENT_CREATE", data, applicationId: application.id });
    return data;
  }

  /**
   * @throws ClientError `unknown_guild` (ValidationError) if a guild SKU is bought outside a guild.
   * @internal
   */
  sell(
    application: EmulatorApplication,
    { player, sku, guild }: { player: string; sku: Snowflake; guild: Snowflake | undefined },
  ): EntitlementData {
    const { name, type, forGuilds } = application.skus.find(({ id }) => id === sku) ?? {};
    if (forGuilds && guild === undefined)
      throw validationError(
        "unknown_guild",
        `${JSON.stringify(name)} can only be bought for a guild, but ${player} is not in a guild.`,
        "Create the player in a guild: emulator.player(name, { guild }).",
      );
    const entitlement = this.give(application, { player, sku, guild: forGuilds ? guild : undefined });
    if (type === SkuType.Subscription) this.#subscribe(application, player, entitlement);
    return entitlement;
  }

  /** @internal */
  take(application: EmulatorApplication, id: Snowflake): EntitlementData {
    return this.#change(application, id, "ENTITLEMENT_DELETE", { deleted: true }) as EntitlementData;
  }

  /** @internal */
  consume(application: EmulatorApplication, id: Snowflake): void {
    this.#change(application, id, "ENTITLEMENT_UPDATE", { consumed: true });
  }

  /** @internal */
  subscriptionsTo(application: EmulatorApplication, sku: Snowflake): readonly SubscriptionData[] {
    return [...this.#subscriptions.values()]
      .filter(
        (subscription) => subscription.application === application && subscription.data.sku_ids.includes(sku),
      )
      .map(({ data }) => data);
  }

  #read(purchase: Purchase): Purchase & { readonly application: EmulatorApplication } {
    const { application = this.#world.applications[0], ...bought } = readPurchase(purchase, "purchase");
    if (this.#world.application(application.id) === application) return { application, ...bought };
    throw validationError("unknown_application", "The application belongs to another emulator.");
  }

  #subscribe(
    application: EmulatorApplication,
    player: string,
    entitlement: EntitlementData,
  ): SubscriptionData {
    const now = this.#world.clock.now();
    const data: SubscriptionData = {
      id: createSnowflake(now),
      user_id: this.#world.players.findOrAdd(player).id,
      sku_ids: [entitlement.sku_id],
      entitlement_ids: [entitlement.id],
      renewal_sku_ids: [entitlement.sku_id],
      current_period_start: new Date(now).toISOString(),
      current_period_end: new Date(now + monthMs).toISOString(),
      status: SubscriptionStatus.Active,
      canceled_at: null,
    };
    this.#subscriptions.set(data.id, { application, data });
    this.#world.worldEvents.emit({ name: "SUBSCRIPTION_CREATE", data, applicationId: application.id });
    return data;
  }

  #describe(application: EmulatorApplication, entitlement: Entitlement): EntitlementData {
    const { player } = entitlement;
    const userId = player === undefined ? undefined : this.#world.players.findOrAdd(player).id;
    return describeEntitlement(entitlement, application.id, userId);
  }

  #change(
    application: EmulatorApplication,
    id: Snowflake,
    name: "ENTITLEMENT_UPDATE" | "ENTITLEMENT_DELETE",
    change: Partial<Entitlement>,
  ): EntitlementData | undefined {
    const stored = findStored(application, id);
    if (!stored) return undefined;
    const changed = { ...stored, ...change };
    application.owned[application.owned.indexOf(stored)] = changed;
    const data = this.#describe(application, changed);
    this.#world.worldEvents.emit({ name, data, applicationId: application.id });
    return data;
  }

  #subscribed(given: SnowflakeInput): Subscribed {
    const id = parseSnowflake(given, "subscription");
    const found = this.#subscriptions.get(id);
    if (found && found.data.status !== SubscriptionStatus.Inactive) return found;
    throw validationError("unknown_subscription", `There is no active subscription ${id}.`);
  }

  #changeSubscription(subscribed: Subscribed, change: Partial<SubscriptionData>): SubscriptionData {
    const { application } = subscribed;
    const data = { ...subscribed.data, ...change };
    this.#subscriptions.set(data.id, { application, data });
    this.#world.worldEvents.emit({ name: "SUBSCRIPTION_UPDATE", data, applicationId: application.id });
    return data;
  }
}

function findStored({ owned }: EmulatorApplication, id: Snowflake): Entitlement | undefined {
  return owned.find((entitlement) => entitlement.id === id && !entitlement.deleted);
}
