import { validationError } from "../../core/errors.ts";
import { leastPicked, mostPicked } from "../../interactions/messages/rules/modals.ts";
import { ComponentType } from "../../wire/component.ts";
import { type Component, kindOfMenu, optionsOf, recordsIn } from "./components.ts";
import { unknownName } from "./find-named.ts";
import type { Records } from "./records.ts";

/**
 * The values of what a player picks from a menu by its labels, values, names or ids.
 *
 * @throws ClientError `unknown_choice`, `wrong_count` (ValidationError), and as `Records.pick`.
 */
export function pickFrom(menu: Component, wanted: readonly string[], records: Records): readonly string[] {
  mustTake(menu, wanted.length);
  return wanted.map((one) => pickOne(menu, one, records));
}

/**
 * Holds what is picked to the bounds of its menu, group or file upload. Whether nothing may be picked is the form's matter.
 *
 * @throws ClientError `wrong_count` (ValidationError).
 */
export function mustTake(component: Component, count: number): void {
  const least = leastPicked(component);
  const most = mostPicked(component);
  if (count === 0 || (count >= least && count <= most)) return;
  const what = component["type"] === ComponentType.FileUpload ? "file upload" : "menu";
  const bounds = least === most ? String(most) : `${least} to ${most}`;
  throw validationError("wrong_count", `The ${what} takes ${bounds}, not ${count}.`);
}

function pickOne(menu: Component, wanted: string, records: Records): string {
  const kind = kindOfMenu(menu);
  if (kind) return records.pick(kind, wanted, menu["channel_types"] as readonly number[] | undefined);
  const options = optionsOf(menu);
  const option =
    options.find(({ label }) => label === wanted) ?? options.find(({ value }) => value === wanted);
  if (option) return option.value;
  throw unknownName(
    "choice",
    wanted,
    options.map(({ label }) => label),
  );
}

/** What is picked already when the player sees a menu. */
export function preset(menu: Component, records: Records): readonly string[] {
  const kind = kindOfMenu(menu);
  if (!kind) return optionsOf(menu).flatMap((option) => (option.default ? [option.value] : []));
  return recordsIn(menu["default_values"]).map(({ id }) => records.pick(kind, String(id)));
}
