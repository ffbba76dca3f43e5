import { CallbackType } from "../../wire/interaction-callback.ts";
import { type FieldProblem, invalidForm } from "../base/refusal.ts";

/**
 * What a message may hold. Shapes and bounds are those of the published description, with which they are compared in a
 * test; a rule that only prose has names its source.
 *
 * @throws Refusal 50035 with every problem at its place below `path`.
 */
export function checkMessage(body: unknown, path: readonly string[] = []): void {
  refuse([...checkFields(body ?? {}, message, path), ...checkButtons(body, path)]);
}

/** What an answer to an interaction may hold. @throws Refusal 50035. */
export function checkCallback({ type, data }: { readonly type: number; readonly data?: unknown }): void {
  if (messageCallbacks.includes(type)) return checkMessage(data, ["data"]);
  const fields = dataOf[type];
  if (fields) refuse(checkFields(data, fields, ["data"]));
}

function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidForm(problems);
}

/** What is wrong with a value that stands at a path. */
type Check = (value: unknown, path: readonly string[]) => FieldProblem[];

const problem = (path: readonly string[], code: string, words: string): FieldProblem[] => [
  { path, error: { code, message: words } },
];

function text(most: number, least = 0): Check {
  return (value, path) => {
    if (typeof value !== "string") {
      return problem(path, "STRING_TYPE_CONVERT", `Could not interpret ${JSON.stringify(value)} as string.`);
    }
    return checkLength(Array.from(value).length, least, most, path);
  };
}

function list(most: number, item: Check, least = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value)) {
      return problem(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    }
    const wrong = value.flatMap((one, index) => item(one, [...path, String(index)]));
    return [...checkLength(value.length, least, most, path), ...wrong];
  };
}

function checkLength(length: number, least: number, most: number, path: readonly string[]): FieldProblem[] {
  if (length >= least && length <= most) return [];
  return least > 0
    ? problem(path, "BASE_TYPE_BAD_LENGTH", `Must be between ${least} and ${most} in length.`)
    : problem(path, "BASE_TYPE_MAX_LENGTH", `Must be ${most} or fewer in length.`);
}

const flag: Check = (value, path) =>
  typeof value === "boolean" ? [] : problem(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");

const number: Check = (value, path) =>
  typeof value === "number"
    ? []
    : problem(path, "NUMBER_TYPE_COERCE", `Value ${JSON.stringify(value)} is not int.`);

/** Fields by name. A required one has to be there; another may be left out or null. */
interface Fields {
  readonly required?: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const record =
  (fields: Fields): Check =>
  (value, path) =>
    checkFields(value, fields, path);

function checkFields(
  value: unknown,
  { required = {}, optional = {} }: Fields,
  path: readonly string[],
): FieldProblem[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return problem(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
  }
  const given = value as Readonly<Record<string, unknown>>;
  const missing = Object.keys(required).filter((name) => given[name] === undefined || given[name] === null);
  return [
    ...missing.flatMap((name) => problem([...path, name], "BASE_TYPE_REQUIRED", "This field is required")),
    ...Object.entries({ ...required, ...optional }).flatMap(([name, check]) =>
      given[name] === undefined || given[name] === null ? [] : check(given[name], [...path, name]),
    ),
  ];
}

const embedField = record({
  required: { name: text(256), value: text(1024) },
  optional: { inline: flag },
});
const embed = record({
  optional: {
    title: text(256),
    description: text(4096),
    url: text(2048),
    color: number,
    fields: list(25, embedField),
    footer: record({ optional: { text: text(2048) } }),
    author: record({ optional: { name: text(256) } }),
  },
});
const component = record({
  required: { type: number },
  optional: { custom_id: text(100, 1), label: text(80), placeholder: text(150), disabled: flag },
});
const row = record({ required: { components: list(5, component, 1) } });

const actionRow = 1;

const topLevel: Check = (value, path) => [
  ...component(value, path),
  ...((value as { type?: unknown } | null)?.type === actionRow ? row(value, path) : []),
];

const message: Fields = {
  optional: {
    content: text(2000),
    tts: flag,
    flags: number,
    embeds: list(10, embed),
    components: list(40, topLevel),
    attachments: list(10, record({ optional: { filename: text(1024, 1), description: text(1024) } })),
  },
};

const messageCallbacks: readonly number[] = [
  CallbackType.ChannelMessage,
  CallbackType.DeferredChannelMessage,
  CallbackType.DeferredUpdate,
  CallbackType.UpdateMessage,
];

const dataOf: Readonly<Record<number, Fields>> = {
  [CallbackType.AutocompleteResult]: {
    optional: { choices: list(25, record({ required: { name: text(100, 1) } })) },
  },
  [CallbackType.Modal]: {
    required: { custom_id: text(100, 1), title: text(45, 1), components: list(40, component, 1) },
  },
};

const button = 2;
const linkStyle = 5;
const premiumStyle = 6;

/** A button that is no link and sells nothing has a `custom_id` (Discord documentation, Component Reference, "Button"). */
function checkButtons(value: unknown, path: readonly string[]): FieldProblem[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, style, custom_id: id } = value as Readonly<Record<string, unknown>>;
  const isSilent = type === button && style !== linkStyle && style !== premiumStyle && (id ?? "") === "";
  const below = ["components", "accessory"].flatMap((name) => listBelow(value, name, path));
  return [
    ...(isSilent
      ? problem([...path, "custom_id"], "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
      : []),
    ...below.flatMap(([one, place]) => checkButtons(one, place)),
  ];
}

function listBelow(value: object, name: string, path: readonly string[]): [unknown, readonly string[]][] {
  const below = (value as Readonly<Record<string, unknown>>)[name];
  if (!Array.isArray(below)) return [[below, [...path, name]]];
  return below.map((one, index): [unknown, readonly string[]] => [one, [...path, name, String(index)]]);
}
