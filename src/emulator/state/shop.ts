import { fields } from "../../core/check/fields.ts";
import { optional, textOf, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import { validationError } from "../../core/errors.ts";
import { inspectAs } from "../../core/printing.ts";
import { type EmulatorApplication, type Entitlement, readApplication } from "./application.ts";
import { describeEntitlement } from "./described-application.ts";
import type { World } from "./world.ts";
import { type EntitlementData, type SubscriptionData, SubscriptionStatus } from "../../wire/monetization.ts";

/** A purchase of a player. */
export interface Purchase {
  /** Default: the first application. */
  readonly application?: EmulatorApplication | undefined;
  /** Name of the player. */
  readonly player: string;
  /** The id of the bought SKU. */
  readonly sku: SnowflakeInput;
}

const readPurchase = fields<Purchase>({
  application: optional(readApplication),
  player: textOf({ most: 100 }),
  sku: parseSnowflake,
});

const monthMs = 30 * 86_400_000;

interface Owned {
  readonly application: EmulatorApplication;
  readonly entitlement: Entitlement;
  readonly userId: Snowflake;
}

interface Subscribed extends Owned {
  readonly data: SubscriptionData;
}

/** The shop for players; applications get its events over the gateway and at their URL for events. */
export class Shop {
  static {
    inspectAs(this.prototype, (shop) => ({
      subscriptions: Array.from(shop.#subscriptions.values(), ({ data }) => data),
    }));
  }
  readonly #world: Pick<World, "applications" | "application" | "clock" | "worldEvents" | "players">;
  readonly #subscriptions = new Recent<Snowflake, Subscribed>();

  /** @internal */
  constructor(world: Pick<World, "applications" | "application" | "clock" | "worldEvents" | "players">) {
    this.#world = world;
  }

  /**
   * Lets a player own something from then on (`ENTITLEMENT_CREATE`).
   *
   * @throws ClientError `invalid_argument`, `invalid_id`, `unknown_application` (ValidationError).
   */
  buy(purchase: Purchase): EntitlementData {
    return describeOwned(this.#add(purchase));
  }

  /**
   * Takes a purchase from a player, as after a refund (`ENTITLEMENT_DELETE`).
   *
   * @param entitlement - the id of the purchase.
   * @throws ClientError `invalid_id`, `unknown_entitlement` (ValidationError).
   */
  refund(entitlement: SnowflakeInput): EntitlementData {
    const owned = this.#find(parseSnowflake(entitlement, "entitlement"));
    takeBack(owned);
    const data = { ...describeOwned(owned), deleted: true };
    this.#world.worldEvents.tell({ name: "ENTITLEMENT_DELETE", data, applicationId: owned.application.id });
    return data;
  }

  /**
   * Lets a player pay for something each month (`ENTITLEMENT_CREATE`, `SUBSCRIPTION_CREATE`).
   *
   * @throws ClientError as {@link buy}.
   */
  subscribe(purchase: Purchase): SubscriptionData {
    const owned = this.#add(purchase);
    const { entitlement, application, userId } = owned;
    const now = this.#world.clock.now();
    const data: SubscriptionData = {
      id: createSnowflake(now),
      user_id: userId,
      sku_ids: [entitlement.sku],
      entitlement_ids: [entitlement.id],
      renewal_sku_ids: [entitlement.sku],
      current_period_start: new Date(now).toISOString(),
      current_period_end: new Date(now + monthMs).toISOString(),
      status: SubscriptionStatus.Active,
      canceled_at: null,
    };
    this.#subscriptions.set(data.id, { ...owned, data });
    this.#world.worldEvents.tell({ name: "SUBSCRIPTION_CREATE", data, applicationId: application.id });
    return data;
  }

  /**
   * Lets a subscription last until its month is over, and no longer (`SUBSCRIPTION_UPDATE`).
   *
   * @param subscription - its id.
   * @throws ClientError `invalid_id`, `unknown_subscription` (ValidationError).
   */
  cancel(subscription: SnowflakeInput): SubscriptionData {
    const canceledAt = new Date(this.#world.clock.now()).toISOString();
    return this.#change(subscription, {
      status: SubscriptionStatus.Ending,
      renewal_sku_ids: null,
      canceled_at: canceledAt,
    });
  }

  /**
   * Ends a subscription: the player owns nothing of it any more (`ENTITLEMENT_UPDATE`, `SUBSCRIPTION_UPDATE`).
   *
   * @param subscription - its id.
   * @throws ClientError as {@link cancel}.
   */
  end(subscription: SnowflakeInput): SubscriptionData {
    const owned = this.#subscribed(subscription);
    takeBack(owned);
    const data = { ...describeOwned(owned), ends_at: new Date(this.#world.clock.now()).toISOString() };
    this.#world.worldEvents.tell({ name: "ENTITLEMENT_UPDATE", data, applicationId: owned.application.id });
    return this.#change(subscription, { status: SubscriptionStatus.Inactive, renewal_sku_ids: null });
  }

  #add(purchase: Purchase): Owned {
    const {
      player: name,
      sku,
      application = this.#world.applications[0],
    } = readPurchase(purchase, "purchase");
    if (this.#world.application(application.id) !== application)
      throw validationError("unknown_application", "The application belongs to another emulator.");
    const id = createSnowflake(this.#world.clock.now());
    const entitlement = { id, player: name, sku: String(sku) };
    application.owned.push(entitlement);
    const owned = { application, entitlement, userId: this.#world.players.findOrAdd(name).id };
    const data = describeOwned(owned);
    this.#world.worldEvents.tell({ name: "ENTITLEMENT_CREATE", data, applicationId: application.id });
    return owned;
  }

  #find(id: Snowflake): Owned {
    for (const application of this.#world.applications) {
      const entitlement = application.entitlements.find((one) => one.id === id);
      if (entitlement)
        return { application, entitlement, userId: this.#world.players.findOrAdd(entitlement.player).id };
    }
    throw validationError("unknown_entitlement", `There is no entitlement with the id ${id}.`);
  }

  #subscribed(given: SnowflakeInput): Subscribed {
    const id = parseSnowflake(given, "subscription");
    const found = this.#subscriptions.get(id);
    if (found && found.data.status !== SubscriptionStatus.Inactive) return found;
    throw validationError("unknown_subscription", `There is no subscription ${id} that has not ended.`);
  }

  #change(given: SnowflakeInput, change: Partial<SubscriptionData>): SubscriptionData {
    const subscribed = this.#subscribed(given);
    const data = { ...subscribed.data, ...change };
    this.#subscriptions.set(data.id, { ...subscribed, data });
    const applicationId = subscribed.application.id;
    this.#world.worldEvents.tell({ name: "SUBSCRIPTION_UPDATE", data, applicationId });
    return data;
  }
}

function describeOwned({ application, entitlement, userId }: Owned): EntitlementData {
  return describeEntitlement(entitlement, application.id, userId);
}

/** The player owns it no longer; it may be gone already. */
function takeBack({ application, entitlement }: Owned): void {
  const index = application.owned.indexOf(entitlement);
  if (index >= 0) application.owned.splice(index, 1);
}
