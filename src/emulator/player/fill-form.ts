import { ComponentType } from "../../wire/component.ts";
import { validationError } from "../../core/errors.ts";
import type { ModalData, SubmittedComponent } from "../../wire/interaction.ts";
import type { ModalBody } from "../../wire/interaction-callback.ts";
import {
  type Component,
  fillComponents,
  type FormFields,
  listComponents,
  kindOfMenu,
  optionsOf,
  recordsIn,
} from "./components.ts";
import { findNamed, unknownName } from "./find-named.ts";
import { isPlayerFile, type PlayerFile } from "./player-file.ts";
import type { Records } from "./records.ts";
import { minSelected, maxSelected } from "../../interactions/messages/rules/modals.ts";

export function fillForm(modal: ModalBody, fields: FormFields, records: Records): ModalData {
  const inputs = listComponents(modal.components).filter(({ custom_id: id }) => typeof id === "string");
  const stranger = Object.keys(fields).find((key) => !inputs.some((input) => isCalled(input, key)));
  if (stranger !== undefined) {
    const names = inputs.map((input) => ({ name: nameOf(input) }));
    throw unknownName("field", stranger, names);
  }
  const components = fillComponents(modal.components, (component) => {
    const key = Object.keys(fields).find((name) => isCalled(component, name));
    return valueOf(component, key === undefined ? undefined : fields[key], records);
  });
  return { custom_id: modal.custom_id, components, ...records.resolved };
}

function nameOf({ label, custom_id: id }: Component): string {
  return typeof label === "string" ? label : String(id);
}

function isCalled({ label, custom_id: id }: Component, name: string): boolean {
  return id === name || label === name;
}

type Field = FormFields[string] | undefined;

function valueOf(component: Component, field: Field, records: Records): Partial<SubmittedComponent> {
  const { type, value } = component;
  if (type === ComponentType.Checkbox)
    return { value: field === undefined ? component["default"] === true : field === true };
  if (type === ComponentType.TextInput) {
    const text = field ?? (typeof value === "string" ? value : "");
    if (typeof text !== "string") throw wrongField(component, "takes a string");
    return { value: checkText(component, text) };
  }
  if (typeof field === "boolean") throw wrongField(component, "takes the selected items' names");
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
  throw wrongField(component, "takes no file");
}

function checkText(component: Component, text: string): string {
  const { min_length: least, max_length: most, required } = component;
  if (text === "" && required === false) return text;
  if (text === "" && required !== false) throw missingField(component);
  const length = Array.from(text).length;
  if (typeof least === "number" && length < least)
    throw wrongField(component, `takes at least ${least} characters`);
  if (typeof most === "number" && length > most)
    throw wrongField(component, `takes at most ${most} characters`);
  return text;
}

function checkCount(component: Component, count: number): void {
  if (count > 0) return requireAccepted(component, count);
  if (component["required"] !== false) throw missingField(component);
}

function missingField(component: Component) {
  return validationError("missing_field", `The field ${JSON.stringify(nameOf(component))} is required.`);
}

function wrongField(component: Component, problem: string) {
  return validationError("invalid_field", `The field ${JSON.stringify(nameOf(component))} ${problem}.`);
}

export function pickFrom(menu: Component, values: readonly string[], records: Records): readonly string[] {
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
  throw validationError("wrong_count", `The ${what} takes ${bounds}, not ${count}.`);
}

function pickOne(menu: Component, field: string, records: Records): string {
  const kind = kindOfMenu(menu);
  if (kind) return records.pick(kind, field, menu["channel_types"] as readonly number[] | undefined);
  const options = optionsOf(menu).map(({ label, value }) => ({ id: value, name: label }));
  return findNamed("choice", field, options).id;
}

export function preset(menu: Component, records: Records): readonly string[] {
  const kind = kindOfMenu(menu);
  if (!kind) return optionsOf(menu).flatMap((option) => (option.isPicked ? [option.value] : []));
  return recordsIn(menu["default_values"]).map(({ id }) => records.pick(kind, String(id)));
}
