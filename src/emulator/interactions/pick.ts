import { validationError } from "../../errors.ts";
import { type Component, kindOfMenu, optionsOf, recordsIn } from "./components.ts";
import { unknownName } from "./find-named.ts";
import type { Records } from "./records.ts";

/**
 * The values of what a player picks from a menu by its labels, values, names or ids.
 *
 * @throws ClientError `unknown_choice`, `wrong_count` (ValidationError), and as `Records.pick`.
 */
export function pickFrom(menu: Component, wanted: readonly string[], records: Records): readonly string[] {
  const { min_values: least = 1, max_values: most = 1 } = menu as {
    min_values?: number;
    max_values?: number;
  };
  if (wanted.length > Math.max(most, 1) || (wanted.length > 0 && wanted.length < least)) {
    throw validationError(
      "wrong_count",
      `The menu takes ${least === most ? String(most) : `${least} to ${most}`}, not ${wanted.length}.`,
    );
  }
  return wanted.map((one) => pickOne(menu, one, records));
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
