import { ComponentType, ButtonStyle } from "../../../wire/component.ts";
import { checkOrder, type Path, problem, type Problems, repeated } from "./checks.ts";
import { type CheckedComponent, listPlaced, type PlacedComponent } from "./components.ts";
import { messageLimits } from "../../../wire/limits.ts";

const { StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect } = ComponentType;
const types: readonly number[] = [StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect];

export function isMenu({ type }: CheckedComponent): boolean {
  return types.includes(type);
}

interface Option {
  readonly value: string;
  readonly default?: boolean | null;
}

/** Checks the number of options and default values (Discord documentation, Component Reference, "Select Menus"). */
export function checkMenu(menu: CheckedComponent, path: Path): Problems {
  const least = (menu["min_values"] as number | null | undefined) ?? 1;
  const most = (menu["max_values"] as number | null | undefined) ?? 1;
  const options = menu["options"] as readonly Option[] | undefined;
  const defaults = menu["default_values"] as readonly unknown[] | null | undefined;
  return [
    ...checkOrder("min_values", least, most, path),
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

function checkOptions(options: readonly Option[], most: number, path: Path): Problems {
  const isTooFew = options.length < most;
  return [
    ...(isTooFew ? problem(path, "BASE_TYPE_MIN_LENGTH", `Must be ${most} or more in length.`) : []),
    ...repeated(options.map(({ value }) => value)).flatMap((index) =>
      problem([...path, String(index), "value"], "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    ),
    ...checkChosen(options, most, path),
  ];
}

export function checkChosen(options: readonly Pick<Option, "default">[], most: number, path: Path): Problems {
  const chosen = options.filter((option) => option.default).length;
  return chosen > most ? problem(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES") : [];
}

/**
 * Checks the rules listed in {@link https://github.com/slashpass/slashpass/blob/main/docs/emulator.md#request-rules}. The shape
 * must already be valid. `filenames` is `undefined` if the files are unknown.
 */
export function checkComponents(
  components: readonly unknown[],
  path: Path,
  filenames: readonly string[] | undefined,
): Problems {
  const placed = listPlaced(components, path);
  return [
    ...placed.flatMap((one) => checkOne(one, filenames)),
    ...checkUnique(placed, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ...checkUnique(placed, "id", "COMPONENT_ID_DUPLICATED"),
    ...checkTotals(placed, path),
  ];
}

function checkOne({ component, path }: PlacedComponent, filenames: readonly string[] | undefined): Problems {
  if (component.type === ComponentType.Button) return checkButton(component, path);
  if (component.type === ComponentType.ActionRow) return checkRow(component, path);
  if (isMenu(component)) return checkMenu(component, path);
  return checkFiles(component, path, filenames);
}

/** Checks a button's required and forbidden fields (Discord documentation, Component Reference, "Button"). */
function checkButton(button: CheckedComponent, path: Path): Problems {
  const { style } = button;
  const has = (name: string) => (button[name] ?? "") !== "";
  const needed = (name: string) => (has(name) ? [] : problem([...path, name], "BASE_TYPE_REQUIRED"));
  const oneOfBoth = (other: string) =>
    has(other) ? problem(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE") : [];
  if (style === ButtonStyle.Link) return [...needed("url"), ...oneOfBoth("custom_id")];
  if (style === ButtonStyle.Premium) {
    const odd = ["custom_id", "label", "url", "emoji"].filter(has);
    return [
      ...needed("sku_id"),
      ...odd.flatMap((name) =>
        problem([...path, name], "BUTTON_COMPONENT_PREMIUM_FIELD", `A premium button has no ${name}.`),
      ),
    ];
  }
  if (!has("custom_id")) return problem([...path, "custom_id"], "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED");
  const sku = has("sku_id") ? problem([...path, "sku_id"], "BUTTON_COMPONENT_SKU_FIELD") : [];
  return [...oneOfBoth("url"), ...sku];
}

/** A row contains up to five buttons or one select menu (Discord documentation, Component Reference, "Action Row"). */
function checkRow({ components }: CheckedComponent, path: Path): Problems {
  const inside = components as readonly CheckedComponent[];
  if (inside.length === 1 || inside.every(({ type }) => type === ComponentType.Button)) return [];
  return inside
    .slice(1)
    .flatMap((_, index) =>
      problem([...path, "components", String(index + 1)], "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    );
}

/** Components refer to files by name (Discord documentation, Component Reference, "Unfurled Media Item"). */
function checkFiles(
  component: CheckedComponent,
  path: Path,
  filenames: readonly string[] | undefined,
): Problems {
  if (!filenames) return [];
  return namedFiles(component, path).flatMap(({ filename, path: mediaPath }) =>
    filenames.includes(filename)
      ? []
      : problem(mediaPath, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
  );
}

export function listReferencedFiles(components: readonly unknown[]): readonly string[] {
  return listPlaced(components, [])
    .flatMap(({ component, path }) => namedFiles(component, path))
    .map(({ filename }) => filename);
}

interface NamedFile {
  readonly filename: string;
  readonly path: Path;
}

function namedFiles(component: CheckedComponent, path: Path): readonly NamedFile[] {
  const items = (component["items"] ?? []) as readonly CheckedComponent[];
  const sources: readonly [CheckedComponent, Path][] = [
    [component, path],
    ...items.map((item, index): [CheckedComponent, Path] => [item, [...path, "items", String(index)]]),
  ];
  return sources.flatMap(([one, mediaPath]) =>
    ["media", "file"].flatMap((name) => {
      const { url = "" } = (one[name] ?? {}) as { readonly url?: string };
      const [, filename] = /^attachment:\/\/(.*)$/is.exec(url.trim()) ?? [];
      return filename === undefined ? [] : [{ filename, path: [...mediaPath, name] }];
    }),
  );
}

/** Every `id` and `custom_id` must be unique (Discord documentation, Component Reference, "Anatomy of a Component"). */
function checkUnique(
  placed: readonly PlacedComponent[],
  field: "id" | "custom_id",
  code: "COMPONENT_ID_DUPLICATED" | "COMPONENT_CUSTOM_ID_DUPLICATED",
): Problems {
  const named = placed.filter(({ component }) => (component[field] ?? 0) !== 0);
  const again = repeated(named.map(({ component }) => component[field]));
  return again.flatMap((index) => problem([...(named[index]?.path ?? []), field], code));
}

function checkTotals(placed: readonly PlacedComponent[], path: Path): Problems {
  const { components, displayedText } = messageLimits;
  const textLength = placed
    .filter(({ component }) => component.type === ComponentType.TextDisplay)
    .reduce((sum, { component }) => sum + Array.from(String(component["content"])).length, 0);
  const tooMany = `The maximum number of components is ${components}`;
  const tooLong = `Components displayable text size exceeds maximum size of ${displayedText}`;
  return [
    ...(placed.length > components ? problem(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", tooMany) : []),
    ...(textLength > displayedText ? problem(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", tooLong) : []),
  ];
}
