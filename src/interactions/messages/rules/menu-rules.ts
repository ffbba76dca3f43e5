import { ComponentType } from "../../../wire/component.ts";
import type { FieldProblem } from "../../../wire/error.ts";
import { type Path, problem } from "./checks.ts";
import type { CheckedComponent } from "./walk-components.ts";

const { StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect } = ComponentType;
const types: readonly number[] = [StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect];

export function isMenu({ type }: CheckedComponent): boolean {
  return types.includes(type);
}

interface Option {
  readonly value: string;
  readonly default?: boolean | null;
}

/** How many may be chosen, and what is chosen already (Discord documentation, Component Reference, "Select Menus"). */
export function checkMenu(menu: CheckedComponent, path: Path): readonly FieldProblem[] {
  const least = (menu["min_values"] as number | null | undefined) ?? 1;
  const most = (menu["max_values"] as number | null | undefined) ?? 1;
  const options = menu["options"] as readonly Option[] | undefined;
  const defaults = menu["default_values"] as readonly unknown[] | null | undefined;
  return [
    ...(least > most
      ? problem(
          [...path, "min_values"],
          "NUMBER_TYPE_MAX",
          `min_values value should be less than or equal to ${most}.`,
        )
      : []),
    ...(options ? checkOptions(options, most, [...path, "options"]) : []),
    ...(defaults && defaults.length > 0 && (defaults.length < least || defaults.length > most)
      ? problem(
          [...path, "default_values"],
          "BASE_TYPE_BAD_LENGTH",
          `Must be between ${least} and ${most} in length.`,
        )
      : []),
  ];
}

function checkOptions(options: readonly Option[], most: number, path: Path): readonly FieldProblem[] {
  const values = options.map(({ value }) => value);
  const isTooFew = options.length < most;
  const chosen = options.filter((option) => option.default).length;
  return [
    ...(isTooFew ? problem(path, "BASE_TYPE_MIN_LENGTH", `Must be ${most} or more in length.`) : []),
    ...values.flatMap((value, index) =>
      values.indexOf(value) === index
        ? []
        : problem(
            [...path, String(index), "value"],
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
          ),
    ),
    ...(chosen > most
      ? problem(
          path,
          "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
          "The specified number of default values exceeds the specified maximum values",
        )
      : []),
  ];
}
