import { countCharacters, isObject, isWhole, isSnowflake } from "../../../core/check/readers.ts";
import type { FieldProblem } from "../../../wire/error.ts";
import { cut } from "../../../core/errors.ts";

export type Path = readonly string[];

export type Problems = readonly FieldProblem[];

/** Returns a value's errors. Unlike a `Reader`, it does not throw. */
export type Check = (value: unknown, path: Path) => Problems;

/** Checks, by field name. Optional fields may be absent or null; unknown fields are ignored. */
export interface Fields {
  readonly required?: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const defaultMessages = {
  ATTACHMENT_NOT_FOUND: "Attachment data was not found",
  BASE_TYPE_REQUIRED: "This field is required",
  BOOLEAN_TYPE_CONVERT: "Must be either true or false.",
  BUTTON_COMPONENT_CUSTOM_ID_REQUIRED: "A custom id is required",
  BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE: "A custom id and url cannot both be specified",
  BUTTON_COMPONENT_SKU_FIELD: "Only a premium button can have a sku_id.",
  COMPONENT_CUSTOM_ID_DUPLICATED: "Component custom id cannot be duplicated",
  COMPONENT_DISABLED_IN_MODAL: "A component in a form cannot be disabled.",
  COMPONENT_ID_DUPLICATED: "Component id cannot be duplicated",
  COMPONENT_LAYOUT_WIDTH_EXCEEDED: "The specified component exceeds the maximum width",
  LIST_TYPE_CONVERT: "Only iterables may be used in a ListType",
  MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG: "The IS_COMPONENTS_V2 flag cannot be removed from a message",
  MODEL_TYPE_CONVERT: "Only dictionaries may be used in a ModelType",
  SELECT_COMPONENT_OPTION_VALUE_DUPLICATED: "The specified option value is already used",
  SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES:
    "The specified number of default values exceeds the specified maximum values",
  SET_TYPE_ALREADY_CONTAINS_VALUE: "The set already contains this value",
  UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND:
    "The referenced attachment in an unfurled media item was not found",
  URL_TYPE_INVALID_URL: "Not a well formed URL.",
} as const;

export function problem(path: Path, code: keyof typeof defaultMessages): Problems;
export function problem(path: Path, code: string, message: string): Problems;
export function problem(
  path: Path,
  code: string,
  message: string = defaultMessages[code as keyof typeof defaultMessages],
): Problems {
  return [{ path, error: { code, message } }];
}

/** Truncates the value, which may be an entire message. */
function formatValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 100 ? `${cut(json, 100)}…` : json;
}

export function text(most: number, least: number = 0): Check {
  return (value, path) =>
    typeof value === "string"
      ? checkLength(countCharacters(value, most, least), least, most, path)
      : problem(path, "STRING_TYPE_CONVERT", `Could not interpret ${formatValue(value)} as string.`);
}

/** A list. Items may be null only if `item` allows it. */
export function list(item: Check, most: number = Infinity, least: number = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return problem(path, "LIST_TYPE_CONVERT");
    const wrong = value.slice(0, most).flatMap((one, index) => item(one, [...path, String(index)]));
    return [...checkLength(value.length, least, most, path), ...wrong];
  };
}

function checkLength(length: number, least: number, most: number, path: Path): Problems {
  if (length >= least && length <= most) return [];
  if (most === Infinity) return problem(path, "BASE_TYPE_MIN_LENGTH", `Must be ${least} or more in length.`);
  return least > 0
    ? problem(path, "BASE_TYPE_BAD_LENGTH", `Must be between ${least} and ${most} in length.`)
    : problem(path, "BASE_TYPE_MAX_LENGTH", `Must be ${most} or fewer in length.`);
}

export const nullable =
  (check: Check): Check =>
  (value, path) =>
    value === null ? [] : check(value, path);

export const flag: Check = (value, path) =>
  typeof value === "boolean" ? [] : problem(path, "BOOLEAN_TYPE_CONVERT");

export function number(least: number = -Infinity, most: number = Infinity): Check {
  return (value, path) => {
    if (typeof value !== "number") return notNumber(value, "float", path);
    return checkRange(value, least, most, path);
  };
}

export function whole(least: number = -Infinity, most: number = Infinity): Check {
  return (value, path) =>
    isWhole(value, -Infinity, Infinity)
      ? checkRange(value, least, most, path)
      : notNumber(value, "int", path);
}

function checkRange(value: number, least: number, most: number, path: Path): Problems {
  if (value < least)
    return problem(path, "NUMBER_TYPE_MIN", `int value should be greater than or equal to ${least}.`);
  if (value <= most) return [];
  return problem(path, "NUMBER_TYPE_MAX", `int value should be less than or equal to ${most}.`);
}

function notNumber(value: unknown, kind: string, path: Path): Problems {
  return problem(path, "NUMBER_TYPE_COERCE", `Value ${formatValue(value)} is not ${kind}.`);
}

export function oneOf(...values: readonly unknown[]): Check {
  return (value, path) =>
    values.includes(value)
      ? []
      : problem(path, "BASE_TYPE_CHOICES", `Value must be one of {${values.join(", ")}}.`);
}

export const id: Check = (value, path) =>
  value === "0" || isSnowflake(value) ? [] : notNumber(value, "snowflake", path);

/** An RFC 3339 date and time. */
export const moment: Check = (value, path) => {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.exec(String(value)) ?? [];
  const isPresent =
    day !== undefined &&
    !Number.isNaN(Date.parse(String(value))) &&
    new Date(Date.parse(day)).toISOString().startsWith(day);
  if (typeof value === "string" && isPresent) return [];
  return problem(path, "DATE_TIME_TYPE_PARSE", `Could not parse ${formatValue(value)}. Should be ISO8601.`);
};

/** A URL with one of the given schemes. If none are given, any scheme is allowed. */
export function url(most: number, ...schemes: readonly string[]): Check {
  const length = text(most);
  return (value, path) => {
    const wrong = length(value, path);
    if (typeof value !== "string" || wrong.length > 0) return wrong;
    if (!URL.canParse(value)) return problem(path, "URL_TYPE_INVALID_URL");
    const scheme = new URL(value).protocol.slice(0, -1);
    if (schemes.length === 0 || schemes.includes(scheme)) return [];
    const known = schemes.map((one) => `'${one}'`).join(", ");
    const message = `Scheme "${scheme}" is not supported. Scheme must be one of (${known}).`;
    return problem(path, "URL_TYPE_INVALID_SCHEME", message);
  };
}

export const record =
  (fields: Fields): Check =>
  (value, path) =>
    checkFields(value, fields, path);

export function dictionary(item: Check): Check {
  return (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => item(one, [...path, name]))
      : problem(path, "MODEL_TYPE_CONVERT");
}

/** A union of objects that are distinguished by `type`. */
export function kinds(byType: Readonly<Record<string, Fields>>): Check {
  return (value, path) => {
    if (!isObject(value)) return problem(path, "MODEL_TYPE_CONVERT");
    const { type } = value;
    if (isAbsent(type)) return problem([...path, "type"], "BASE_TYPE_REQUIRED");
    const isNamed = typeof type === "number" || typeof type === "string";
    const fields = isNamed && Object.hasOwn(byType, type) ? byType[type] : undefined;
    // The keys are strings even if `type` is a number.
    if (fields && isSameKind(type, byType)) return checkFields(value, fields, path);
    const message = `Value of field "type" must be one of (${Object.keys(byType).join(", ")}).`;
    return problem(path, "UNION_TYPE_CHOICES", message);
  };
}

function isSameKind(type: unknown, byType: object): boolean {
  return Object.keys(byType).every((key) => /^\d+$/.test(key)) === (typeof type === "number");
}

export function checkFields(
  value: unknown,
  { required = none, optional = none }: Fields,
  path: Path = [],
): Problems {
  if (!isObject(value)) return problem(path, "MODEL_TYPE_CONVERT");
  const problems: FieldProblem[] = [];
  for (const name of Object.keys(required)) {
    if (isAbsent(value[name])) problems.push(...problem([...path, name], "BASE_TYPE_REQUIRED"));
  }
  checkGiven(value, required, path, problems);
  checkGiven(value, optional, path, problems);
  return problems;
}

const none = {};

/** Runs for every answer, so it avoids creating paths for absent fields and copying empty lists. */
function checkGiven(
  value: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  path: Path,
  problems: FieldProblem[],
): void {
  for (const name of Object.keys(checks)) {
    const given = value[name];
    const check = checks[name];
    if (isAbsent(given) || !check) continue;
    const wrong = check(given, [...path, name]);
    if (wrong.length > 0) problems.push(...wrong);
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

export function checkOrder(name: string, least: number, most: number, path: Path): Problems {
  if (least <= most) return [];
  return problem(
    [...path, name],
    "NUMBER_TYPE_MAX",
    `${name} value should be less than or equal to ${most}.`,
  );
}

export function repeated(values: readonly unknown[]): readonly number[] {
  return [...values.keys()].filter((index) => values.indexOf(values[index]) < index);
}
