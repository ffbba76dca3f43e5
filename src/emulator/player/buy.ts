import { ButtonStyle, ComponentType } from "../../wire/component.ts";
import { validationError } from "../../core/errors.ts";
import { type EntitlementData, SkuType } from "../../wire/monetization.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { listComponents } from "./components.ts";
import { findNamed } from "./find-named.ts";
import type { FoundPlace } from "./place.ts";
import type { Control } from "./press.ts";
import { findMessages } from "./records.ts";

/** A premium button that a player sees. */
interface Offer {
  /** Id of the SKU. */
  readonly id: string;
  /** Name of the SKU, which the button shows. */
  readonly name: string;
  readonly isDisabled: boolean;
  readonly application: EmulatorApplication;
}

/**
 * Lets a player press a premium button, and pay. A subscription for guilds is bought for the guild where the player is.
 *
 * @param wanted - names the SKU, or has its id.
 * @throws ClientError `unknown_button`, `unknown_message`, `disabled_component`, `unknown_guild` (ValidationError).
 */
export function buy(place: FoundPlace, wanted: Omit<Control, "values">): EntitlementData {
  const { shop } = place.world;
  const {
    id: sku,
    name,
    isDisabled,
    application,
  } = findNamed("button", wanted.name, listOffers(place, wanted));
  if (isDisabled) throw validationError("disabled_component", `${JSON.stringify(name)} is switched off.`);
  const { type, forGuilds } = application.skus.find((one) => one.id === sku) ?? {};
  const isSubscription = type === SkuType.Subscription;
  if (isSubscription && forGuilds && !place.guild)
    throw validationError(
      "unknown_guild",
      `${JSON.stringify(name)} is bought for a guild, and ${place.player.name} is in none.`,
      "Let the player be in a guild: emulator.player(name, { guild }).",
    );
  const guild = isSubscription && forGuilds ? place.guild?.id : undefined;
  const purchase = { application, player: place.player.name, guild, sku };
  if (!isSubscription) return shop.buy(purchase);
  const [bought] = shop.subscribe(purchase).entitlement_ids;
  return shop.list(application).find(({ id }) => id === bought) as EntitlementData;
}

/** The premium buttons, those of the newest message first. */
function listOffers(place: FoundPlace, { message }: Pick<Control, "message">): readonly Offer[] {
  return findMessages(place, message)
    .toReversed()
    .flatMap(({ author, components }) => {
      const application = place.world.application(author.id) ?? place.application;
      return listComponents(components).flatMap(({ type, style, sku_id: id, disabled }) => {
        if (type !== ComponentType.Button || style !== ButtonStyle.Premium || typeof id !== "string")
          return [];
        const name = application.skus.find((sku) => sku.id === id)?.name ?? id;
        return [{ id, name, isDisabled: disabled === true, application }];
      });
    });
}
