import { ComponentType } from "../../../wire/component.ts";
import { limits, messageLimits } from "../../../wire/limits.ts";
import {
  checkFields,
  checkOrder,
  type Fields,
  list,
  type Path,
  problem,
  type Problems,
  text,
} from "./checks.ts";
import { checkChosen, checkComponents } from "./component-rules.ts";
import { formComponent, type CheckedComponent, listPlaced } from "./components.ts";

const modal: Fields = {
  required: {
    custom_id: text(limits.customIdLength, 1),
    title: text(45, 1),
    components: list(formComponent, messageLimits.components, 1),
  },
};

/** @returns All errors, worded like the service's. Documented rules are checked only if the shape is valid. */
export function findInModal(data: unknown, path: Path = []): Problems {
  const misshapen = checkFields(data, modal, path);
  return misshapen.length > 0 ? misshapen : checkProse(data as object, path);
}

function checkProse(data: object, path: Path): Problems {
  const { components } = data as { readonly components: readonly unknown[] };
  const componentsPath = [...path, "components"];
  return [
    ...checkComponents(components, componentsPath, []),
    ...listPlaced(components, componentsPath).flatMap((one) => checkInput(one.component, one.path)),
  ];
}

function checkInput(input: CheckedComponent, path: Path): Problems {
  const { type, disabled, required, components } = input;
  const least = minSelected(input);
  return [
    ...(disabled === true ? problem([...path, "disabled"], "COMPONENT_DISABLED_IN_MODAL") : []),
    ...(least === 0 && required !== false
      ? problem([...path, "min_values"], "NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
      : []),
    ...(countsPicked(input) ? checkOrder("min_values", least, maxSelected(input), path) : []),
    ...(type === ComponentType.TextInput ? checkLengths(input, path) : []),
    ...(type === ComponentType.ActionRow ? checkRow(components as readonly CheckedComponent[], path) : []),
    ...(type === ComponentType.RadioGroup
      ? checkChosen(input["options"] as [], 1, [...path, "options"])
      : []),
  ];
}

/** Excludes select menus, which `component-rules.ts` checks. */
function countsPicked({ type }: CheckedComponent): boolean {
  return type === ComponentType.FileUpload || type === ComponentType.CheckboxGroup;
}

/**
 * Returns the maximum number of selections. Default: 1, or all options of a checkbox group (Discord documentation, Component
 * Reference, "File Upload" and "Checkbox Group").
 */
export function maxSelected({ type, options, max_values: most }: Readonly<Record<string, unknown>>): number {
  const all = type === ComponentType.CheckboxGroup && Array.isArray(options) ? options.length : 1;
  return integerOr(all, most);
}

/** Returns the minimum number of selections. Default: 1. */
export function minSelected({ min_values: least }: Readonly<Record<string, unknown>>): number {
  return integerOr(1, least);
}

function integerOr(fallback: number, given: unknown): number {
  const count = typeof given === "string" ? Number(given) : given;
  return typeof count === "number" && Number.isInteger(count) ? count : fallback;
}

function checkLengths(input: CheckedComponent, path: Path): Problems {
  const least = Number(input["min_length"] ?? 0);
  return checkOrder("min_length", least, Number(input["max_length"] ?? Infinity), path);
}

/**
 * In an action row, which is deprecated in forms, the label belongs to the input itself (Discord documentation, Component
 * Reference, "Text Input").
 */
function checkRow(inputs: readonly CheckedComponent[], path: Path): Problems {
  return inputs.flatMap((input, index) =>
    (input["label"] ?? "") === ""
      ? problem([...path, "components", String(index), "label"], "BASE_TYPE_REQUIRED")
      : [],
  );
}
