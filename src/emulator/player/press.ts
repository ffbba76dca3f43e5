import { ComponentType, ButtonStyle } from "../../wire/component.ts";
import { validationError } from "../../core/errors.ts";
import { InteractionType } from "../../wire/interaction.ts";
import type { ModalBody } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import { type Component, type FormFields, kindOfMenu, listComponents } from "./components.ts";
import { fillForm, pickFrom } from "./fill-form.ts";
import { unknownName, findNamed } from "./find-named.ts";
import {
  describeEnvelope,
  listOwners,
  type Owners,
  type InvocationResult,
  runInteraction,
} from "./interaction.ts";
import type { ResolvedLocation } from "./location.ts";
import { findMessages, Records } from "./records.ts";
import type { EntitlementData } from "../../wire/monetization.ts";
import type { EmulatorApplication } from "../state/application.ts";

export interface Control {
  readonly name: string;
  readonly message?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

export interface FoundControl {
  readonly component: Component;
  readonly message: WireMessage;
  readonly location: ResolvedLocation;
}

export async function press(
  { component, message, location }: FoundControl,
  wanted: readonly string[] | undefined,
): Promise<InvocationResult> {
  const records = new Records(location);
  const values = wanted && pickFrom(component, wanted, records);
  const data = {
    custom_id: String(component["custom_id"]),
    component_type: Number(component["type"]),
    ...(values && { values }),
    ...records.resolved,
  };
  const envelope = describeEnvelope(location, InteractionType.MessageComponent, ownersOf(location, message));
  return runInteraction(location, { ...envelope, message, data });
}

export interface OpenForm {
  readonly modal: ModalBody;
  readonly location: ResolvedLocation;
  readonly message?: WireMessage | undefined;
}

export async function submit(
  { modal, location, message }: OpenForm,
  fields: FormFields,
): Promise<InvocationResult> {
  const data = fillForm(modal, fields, new Records(location));
  const owners = message ? ownersOf(location, message) : listOwners(location);
  const envelope = describeEnvelope(location, InteractionType.ModalSubmit, owners);
  return runInteraction(location, { ...envelope, ...(message && { message }), data });
}

export function findControl(location: ResolvedLocation, { name, message, values }: Control): FoundControl {
  const isMeant = values ? isMenu : isButton;
  const all = findMessages(location, message).flatMap((entry) =>
    listComponents(entry.components)
      .filter(isMeant)
      .map((component) => ({ message: entry, component, name: nameOf(component) })),
  );
  const found = all.findLast(({ component }) => isCalled(component, name));
  if (!found) throw unknownName(values ? "menu" : "button", name, all);
  const application = location.world.application(found.message.author.id) ?? location.application;
  if (found.component["disabled"] !== true) return { ...found, location: { ...location, application } };
  throw validationError("disabled_component", `${JSON.stringify(name)} is disabled.`);
}

function isButton({ type, custom_id: id }: Component): boolean {
  return type === ComponentType.Button && typeof id === "string";
}

function isMenu(component: Component): boolean {
  return component["type"] === ComponentType.StringSelect || kindOfMenu(component) !== undefined;
}

function nameOf({ label, placeholder, custom_id: id }: Component): string {
  return String(label ?? placeholder ?? id);
}

function isCalled({ label, placeholder, custom_id: id }: Component, name: string): boolean {
  return [label, placeholder, id].includes(name);
}

/** The message may be the result of another player's interaction. */
function ownersOf(location: ResolvedLocation, message: WireMessage): Owners {
  const { interaction_metadata: cause } = message as {
    interaction_metadata?: { authorizing_integration_owners: Owners };
  };
  return cause?.authorizing_integration_owners ?? listOwners(location);
}

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly application: EmulatorApplication;
}

export function buy(location: ResolvedLocation, control: Omit<Control, "values">): EntitlementData {
  const offer = findNamed("button", control.name, listOffers(location, control));
  if (offer.isDisabled)
    throw validationError("disabled_component", `${JSON.stringify(offer.name)} is disabled.`);
  const { world, player, guild } = location;
  return world.shop.sell(offer.application, { player: player.name, sku: offer.id, guild: guild?.id });
}

function listOffers(location: ResolvedLocation, { message }: Pick<Control, "message">): readonly Offer[] {
  return findMessages(location, message)
    .toReversed()
    .flatMap(({ author, components }) => {
      const application = location.world.application(author.id) ?? location.application;
      return listComponents(components).flatMap(({ type, style, sku_id: id, disabled }) => {
        if (type !== ComponentType.Button || style !== ButtonStyle.Premium || typeof id !== "string")
          return [];
        const name = application.skus.find((sku) => sku.id === id)?.name ?? id;
        return [{ id, name, isDisabled: disabled === true, application }];
      });
    });
}
