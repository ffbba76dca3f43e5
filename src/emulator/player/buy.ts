import { ButtonStyle, ComponentType } from "../../wire/component.ts";
import { validationError } from "../../core/errors.ts";
import type { EntitlementData } from "../../wire/monetization.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { listComponents } from "./components.ts";
import { findNamed } from "./find-named.ts";
import type { FoundPlace } from "./place.ts";
import type { Control } from "./press.ts";
import { findMessages } from "./records.ts";

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly application: EmulatorApplication;
}

/** @throws ClientError `unknown_button`, `unknown_message`, `disabled_component`, `unknown_guild` (ValidationError). */
export function buy(place: FoundPlace, wanted: Omit<Control, "values">): EntitlementData {
  const offer = findNamed("button", wanted.name, listOffers(place, wanted));
  if (offer.isDisabled)
    throw validationError("disabled_component", `${JSON.stringify(offer.name)} is switched off.`);
  const { world, player, guild } = place;
  return world.shop.sell(offer.application, { player: player.name, sku: offer.id, guild: guild?.id });
}

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
