import { ComponentType } from "../../wire/component.ts";
import { validationError } from "../../core/errors.ts";
import { InteractionType } from "../../wire/interaction.ts";
import type { ModalBody } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import { type Component, type FormFields, kindOfMenu, listComponents } from "./components.ts";
import { fillForm, pickFrom } from "./fill-form.ts";
import { unknownName } from "./find-named.ts";
import { describeEnvelope, listOwners, type Owners } from "./interaction-payload.ts";
import type { FoundPlace } from "./place.ts";
import { findMessages, Records } from "./records.ts";
import { type InvocationResult, runInteraction } from "./run-interaction.ts";

/** A component that a player uses. */
export interface Control {
  /** Its label, placeholder or `custom_id`. */
  readonly name: string;
  /** Id of its message. Default: the newest message with a component of that name. */
  readonly message?: string | undefined;
  /** The options that are picked from a menu; undefined for a button. */
  readonly values?: readonly string[] | undefined;
}

export interface FoundControl {
  readonly component: Component;
  readonly message: WireMessage;
  /** The place of the player, with the application that wrote the message. */
  readonly place: FoundPlace;
}

/**
 * Lets a player press a button, or pick from a menu.
 *
 * @param wanted - the options that are picked from a menu; undefined for a button.
 * @throws ClientError as `pickFrom` and `runInteraction`.
 */
export async function press(
  { component, message, place }: FoundControl,
  wanted: readonly string[] | undefined,
): Promise<InvocationResult> {
  const records = new Records(place);
  const values = wanted && pickFrom(component, wanted, records);
  const data = {
    custom_id: String(component["custom_id"]),
    component_type: Number(component["type"]),
    ...(values && { values }),
    ...records.resolved,
  };
  const envelope = describeEnvelope(place, InteractionType.MessageComponent, ownersOf(place, message));
  return runInteraction(place, { ...envelope, message, data });
}

/** A form that is open in front of a player. */
export interface OpenForm {
  readonly modal: ModalBody;
  readonly place: FoundPlace;
  /** The message whose component opened it. */
  readonly message?: WireMessage | undefined;
}

/**
 * Lets a player send a form that an application opened.
 *
 * @throws ClientError as `fillForm` and `runInteraction`.
 */
export async function submit(
  { modal, place, message }: OpenForm,
  fields: FormFields,
): Promise<InvocationResult> {
  const data = fillForm(modal, fields, new Records(place));
  const owners = message ? ownersOf(place, message) : listOwners(place);
  const envelope = describeEnvelope(place, InteractionType.ModalSubmit, owners);
  return runInteraction(place, { ...envelope, ...(message && { message }), data });
}

/**
 * Finds a component. Any application may have written the message.
 *
 * @throws ClientError `unknown_button`, `unknown_menu`, `unknown_message`, `disabled_component` (ValidationError).
 */
export function findControl(place: FoundPlace, { name, message, values }: Control): FoundControl {
  const isMeant = values ? isMenu : isButton;
  const all = findMessages(place, message).flatMap((one) =>
    listComponents(one.components)
      .filter(isMeant)
      .map((component) => ({ message: one, component, name: nameOf(component) })),
  );
  const found = all.findLast(({ component }) => isCalled(component, name));
  if (!found) throw unknownName(values ? "menu" : "button", name, all);
  const application = place.world.application(found.message.author.id) ?? place.application;
  if (found.component["disabled"] !== true) return { ...found, place: { ...place, application } };
  throw validationError("disabled_component", `${JSON.stringify(name)} is switched off.`);
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

/** The owners of the interaction that created the message. The player who presses may be another one. */
function ownersOf(place: FoundPlace, message: WireMessage): Owners {
  const { interaction_metadata: cause } = message as {
    interaction_metadata?: { authorizing_integration_owners: Owners };
  };
  return cause?.authorizing_integration_owners ?? listOwners(place);
}
