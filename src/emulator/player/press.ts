import { ComponentType, ButtonStyle } from "../../wire/component.ts";
import { validationError } from "../../core/errors.ts";
import { InteractionType, type ModalData, type SubmittedComponent } from "../../wire/interaction.ts";
import type { ModalBody } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import {
  type Component,
  type FormFields,
  kindOfMenu,
  listComponents,
  fillComponents,
  optionsOf,
  recordsIn,
} from "./components.ts";
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
import { isPlayerFile, type PlayerFile } from "./player-file.ts";
import { minSelected, maxSelected } from "../../interactions/messages/rules/modals.ts";

export interface Control {
  readonly name: string;
  readonly message?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

interface FoundControl {
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

export function fillForm(modal: ModalBody, fields: FormFields, records: Records): ModalData {
  const inputs = listComponents(modal.components).filter(({ custom_id: id }) => typeof id === "string");
  const stranger = Object.keys(fields).find((key) => !inputs.some((input) => isFieldNamed(input, key)));
  if (stranger !== undefined) {
    const names = inputs.map((input) => ({ name: fieldName(input) }));
    throw unknownName("field", stranger, names);
  }
  const components = fillComponents(modal.components, (component) => {
    const key = Object.keys(fields).find((name) => isFieldNamed(component, name));
    return valueOf(component, key === undefined ? undefined : fields[key], records);
  });
  return { custom_id: modal.custom_id, components, ...records.resolved };
}

function fieldName({ label, custom_id: id }: Component): string {
  return typeof label === "string" ? label : String(id);
}

function isFieldNamed({ label, custom_id: id }: Component, name: string): boolean {
  return id === name || label === name;
}

type Field = FormFields[string] | undefined;

function valueOf(component: Component, field: Field, records: Records): Partial<SubmittedComponent> {
  const { type, value } = component;
  if (type === ComponentType.Checkbox)
    return { value: field === undefined ? component["default"] === true : field === true };
  if (type === ComponentType.TextInput) {
    const text = field ?? (typeof value === "string" ? value : "");
    if (typeof text !== "string") throw wrongField(component, "must be a string");
    return { value: checkText(component, text) };
  }
  if (typeof field === "boolean") throw wrongField(component, "must be the selected items' names");
  const values = typeof field === "string" || isPlayerFile(field) ? [field] : field;
  if (type === ComponentType.FileUpload) {
    const files = values ?? [];
    checkCount(component, files.length);
    return { values: files.map((file) => records.attach(file)) };
  }
  const names = values?.map((one) => requireName(component, one));
  const picked = names ? pickFrom(component, names, records) : preset(component, records);
  checkCount(component, picked.length);
  return type === ComponentType.RadioGroup ? { value: picked[0] ?? null } : { values: picked };
}

function requireName(component: Component, field: string | PlayerFile): string {
  if (typeof field === "string") return field;
  throw wrongField(component, "does not accept a file");
}

function checkText(component: Component, text: string): string {
  const { min_length: least, max_length: most, required } = component;
  if (text === "" && required === false) return text;
  if (text === "" && required !== false) throw missingField(component);
  const length = Array.from(text).length;
  if (typeof least === "number" && length < least)
    throw wrongField(component, `must have at least ${least} characters`);
  if (typeof most === "number" && length > most)
    throw wrongField(component, `must have at most ${most} characters`);
  return text;
}

function checkCount(component: Component, count: number): void {
  if (count > 0) return requireAccepted(component, count);
  if (component["required"] !== false) throw missingField(component);
}

function missingField(component: Component) {
  return validationError("missing_field", `The field ${JSON.stringify(fieldName(component))} is required.`);
}

function wrongField(component: Component, problem: string) {
  return validationError("invalid_field", `The field ${JSON.stringify(fieldName(component))} ${problem}.`);
}

function pickFrom(menu: Component, values: readonly string[], records: Records): readonly string[] {
  requireAccepted(menu, values.length);
  return values.map((one) => pickOne(menu, one, records));
}

/** Accepts zero items, because required fields are checked separately. */
function requireAccepted(component: Component, count: number): void {
  const least = minSelected(component);
  const most = maxSelected(component);
  if (count === 0 || (count >= least && count <= most)) return;
  const what = component["type"] === ComponentType.FileUpload ? "file upload" : "menu";
  const bounds = least === most ? String(most) : `${least} to ${most}`;
  throw validationError("wrong_count", `The ${what} accepts ${bounds}, not ${count}.`);
}

function pickOne(menu: Component, field: string, records: Records): string {
  const kind = kindOfMenu(menu);
  if (kind) return records.pick(kind, field, menu["channel_types"] as readonly number[] | undefined);
  const options = optionsOf(menu).map(({ label, value }) => ({ id: value, name: label }));
  return findNamed("choice", field, options).id;
}

function preset(menu: Component, records: Records): readonly string[] {
  const kind = kindOfMenu(menu);
  if (!kind) return optionsOf(menu).flatMap((option) => (option.isPicked ? [option.value] : []));
  return recordsIn(menu["default_values"]).map(({ id }) => records.pick(kind, String(id)));
}
