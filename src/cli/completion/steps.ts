import type { ProgramShape } from "../frame/command-line.ts";
import { commonOptions, helpWords } from "../frame/common-options.ts";
import { type Definition, type Parameter, parametersOf } from "../frame/definition.ts";

/** A line for each word that leads on: for `commands/plan`, it goes to `commands plan`. */
export function pathChanges(steps: readonly Step[], line: (word: string, to: string) => string): string {
  const lines = steps.flatMap(({ path, next }) =>
    next.map(({ name }) => line([path, name].join("/"), path === "" ? name : `${path} ${name}`)),
  );
  return lines.join("\n");
}

/** A line for each option that takes a value: behind these words stands such a value. */
export function valueLines(steps: readonly Step[], line: (words: string[], value: Value) => string): string {
  const lines = steps.flatMap(({ path, options }) =>
    options.flatMap(({ names, value }) =>
      value
        ? [
            line(
              names.map((name) => `${path} ${name}`),
              value,
            ),
          ]
        : [],
    ),
  );
  return lines.join("\n");
}

/** Text in single quotes, as bash and zsh read them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A possible next word, and its meaning. */
type NextWord = Pick<Definition, "name" | "summary">;

/** The kind of a value: a file name, one of several words, or anything. */
export type Value = "file" | "anything" | readonly string[];

export interface CompletedOption {
  /** `-e`, `--environment`. */
  readonly names: readonly string[];
  readonly summary: string;
  /** Absent where it takes none. */
  readonly value?: Value | undefined;
}

/** A position on the line, and the possible next words. */
export interface Step {
  /** The words after the program's name, for example `commands plan`; empty at the beginning. */
  readonly path: string;
  readonly next: readonly NextWord[];
  readonly options: readonly CompletedOption[];
  /** The kind of its arguments, if it takes some. */
  readonly argument?: Value | undefined;
}

const help: CompletedOption = { names: ["-h", "--help"], summary: "Print this text." };
const common: readonly CompletedOption[] = parametersOf(commonOptions).map(optionOf);
const version: CompletedOption = { names: ["-v", "--version"], summary: helpWords.version };
const inPlaceOfCommands: readonly NextWord[] = [
  { name: "help", summary: helpWords["help [command...]"] },
  { name: "version", summary: helpWords.version },
];

/** Every place in a line, the beginning first. */
export function stepsOf({ entries, groups }: Pick<ProgramShape, "entries" | "groups">): readonly Step[] {
  const definitions = entries.map(({ definition }) => definition);
  const wordsIn = (group: string) => wordsAfter(group, definitions, groups);
  return [
    { path: "", next: [...wordsIn(""), ...inPlaceOfCommands], options: [version, help] },
    ...Object.keys(groups)
      .filter((group) => definitions.every(({ name }) => name !== group))
      .map((group) => ({ path: group, next: wordsIn(group), options: [help] })),
    // A command may be a group too: `emulator`.
    ...definitions.map((definition) => commandStep(definition, wordsIn(definition.name))),
  ];
}

/** The words that follow a group's name; those of the beginning for an empty one. */
function wordsAfter(
  group: string,
  definitions: readonly Definition[],
  groups: ProgramShape["groups"],
): readonly NextWord[] {
  const start = group === "" ? "" : `${group} `;
  const next = new Map<string, NextWord>();
  for (const { name, summary } of definitions) {
    if (!name.startsWith(start)) continue;
    const [word = ""] = name.slice(start.length).split(" ");
    next.set(word, { name: word, summary: groups[start + word] ?? summary });
  }
  return [...next.values()];
}

function commandStep(definition: Definition, next: readonly NextWord[]): Step {
  const [argument] = parametersOf(definition.arguments);
  return {
    path: definition.name,
    next,
    options: [...parametersOf(definition.options).map(optionOf), ...common, help],
    argument: argument && valueOf(argument),
  };
}

function optionOf(parameter: Parameter): CompletedOption {
  const names = parameter.flags.match(/(?<![\w-])--?[\w-]+/g) ?? [];
  return { names, summary: parameter.summary, value: valueOf(parameter) };
}

/** The placeholder names the kind of a value: `--config <file>`. */
function valueOf({ flags, choices }: Parameter): Value | undefined {
  const placeholder = /[<[]([\w-]+)/.exec(flags)?.[1];
  if (placeholder === undefined) return undefined;
  return choices ?? (placeholder === "file" || placeholder === "command" ? "file" : "anything");
}
