import { isObject } from "../../core/check/readers.ts";
import type { PathKey } from "../../core/request/path.ts";
import { CommandType } from "../../wire/command.ts";
import { OptionType } from "../../wire/command-option.ts";
import { limits } from "../../wire/limits.ts";
import { frozenCopies } from "../rules/input.ts";
import type { Fields } from "../rules/visit.ts";

/** The field that a string belongs to (Discord documentation, Application Commands, "Localization"). @experimental */
export type TextKind =
  | "command-name"
  | "command-description"
  | "option-name"
  | "option-description"
  | "choice-name";

/** A translatable string in a definition. @experimental */
export interface Text {
  /**
   * A key built from the names along the path to the string: `slash/play.name`, `slash/play/map.description`,
   * `slash/play/map=desert.name`.
   */
  readonly key: string;
  /** The key under the command's former name, if `renamedFrom` is set. */
  readonly formerKey?: string;
  readonly kind: TextKind;
  readonly source: string;
  /** The maximum length of a translation: 32 or 100 code points. */
  readonly limit: number;
  /** A note for translators that describes where the string appears and which characters are allowed. */
  readonly context: string;
  /** The path to the string's translations, for example `[0, "options", 1, "name_localizations"]`. */
  readonly keys: readonly PathKey[];
  readonly localizations: Readonly<Record<string, string>>;
}

/**
 * Returns all translatable strings, in the order in which they appear in the definitions.
 *
 * @experimental
 * @param commands - the definitions. Other values are ignored.
 */
export function textsOf(commands: readonly object[]): Text[] {
  return (frozenCopies(commands) ?? []).flatMap((command, index) => [...ofCommand(command as Fields, index)]);
}

interface Owner {
  readonly kind: "command" | "option" | "choice";
  readonly key: string;
  readonly formerKey: string | undefined;
  readonly keys: readonly PathKey[];
  readonly label: string;
  readonly line: string;
}

const label: Readonly<Record<number, string>> = {
  [CommandType.User]: "user",
  [CommandType.Message]: "message",
  [CommandType.PrimaryEntryPoint]: "entry-point",
};

function* ofCommand(command: Fields, index: number): Generator<Text> {
  const { type, name, renamedFrom } = command as Record<string, unknown>;
  if (typeof name !== "string") return;
  const word = label[Number(type)];
  const keyOf = (text: string) => `${word ?? "slash"}/${escaped(text)}`;
  const owner: Owner = {
    kind: "command",
    key: keyOf(name),
    formerKey: typeof renamedFrom === "string" ? keyOf(renamedFrom) : undefined,
    keys: [index],
    label:
      word === undefined ? `the slash command /${name}` : `the ${word.replace("-", " ")} command "${name}"`,
    line: `/${name}`,
  };
  yield* ofNode(command, owner, word === undefined);
  yield* ofOptions(command["options"], owner);
}

function* ofOptions(options: unknown, above: Owner): Generator<Text> {
  for (const [index, option] of listOf(options)) {
    const { name, type, choices, options: below } = option;
    if (typeof name !== "string") continue;
    const owner: Owner = {
      kind: "option",
      ...childOf(above, `/${escaped(name)}`, ["options", index]),
      label: `the ${nouns[Number(type)] ?? "option"} "${name}" of ${above.line}`,
      line: `${above.line} ${name}`,
    };
    yield* ofNode(option, owner, true);
    yield* ofChoices(choices, owner);
    yield* ofOptions(below, owner);
  }
}

const nouns: Readonly<Record<number, string>> = {
  [OptionType.SubCommand]: "subcommand",
  [OptionType.SubCommandGroup]: "subcommand group",
};

function* ofChoices(choices: unknown, above: Owner): Generator<Text> {
  const occurrences = new Map<string, number>();
  for (const [index, { name, value, ...choice }] of listOf(choices)) {
    const text = escaped(String(value));
    const count = (occurrences.get(text) ?? 0) + 1;
    occurrences.set(text, count);
    // Numbers duplicates, because the service accepts multiple choices with the same value.
    const step = count === 1 ? `=${text}` : `=${text}~${count}`;
    yield* ofNode(
      { ...choice, name },
      {
        kind: "choice",
        ...childOf(above, step, ["choices", index]),
        label: `a choice of ${above.label}`,
        line: above.line,
      },
      false,
    );
  }
}

function listOf(list: unknown): (readonly [index: number, item: Fields & Record<string, unknown>])[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index) => (isObject(item) ? [[index, item] as const] : []));
}

function childOf({ key, formerKey, keys }: Owner, step: string, below: readonly PathKey[]) {
  return {
    key: key + step,
    formerKey: formerKey === undefined ? undefined : formerKey + step,
    keys: [...keys, ...below],
  };
}

function* ofNode(node: Fields, owner: Owner, isStrict: boolean): Generator<Text> {
  const { kind } = owner;
  const letters = isStrict ? ", in lower case: letters, digits, - and _, no spaces" : "";
  yield* ofField(node, "name", owner, kind === "choice" ? limits.textLength : limits.nameLength, letters);
  if (kind !== "choice") yield* ofField(node, "description", owner, limits.textLength, "");
}

function* ofField(
  node: Fields,
  field: "name" | "description",
  { kind, key, formerKey, keys, label: owner }: Owner,
  limit: number,
  letters: string,
): Generator<Text> {
  const source = node[field];
  if (typeof source !== "string" || source === "") return;
  const noun = field === "name" ? "Name" : "Description";
  yield {
    key: `${key}.${field}`,
    ...(formerKey !== undefined && { formerKey: `${formerKey}.${field}` }),
    kind: `${kind}-${field}` as TextKind,
    source,
    limit,
    context: `${noun} of ${owner}. 1 to ${limit} characters${letters}.`,
    keys: [...keys, `${field}_localizations`],
    localizations: filled(node[`${field}_localizations`]),
  };
}

function filled(dictionary: unknown): Readonly<Record<string, string>> {
  if (!isObject(dictionary)) return {};
  const texts = Object.entries(dictionary).filter(([, text]) => typeof text === "string" && text !== "");
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Escapes key separators and characters that XML cannot represent. For example, `/` becomes `~2f~`. */
function escaped(name: string): string {
  return name.replaceAll(/[/=~\p{C}]/gu, (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`);
}
