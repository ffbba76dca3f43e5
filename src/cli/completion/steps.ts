import { commonOptions, helpWords, type ProgramShape } from "../frame/command-line.ts";
import { type Definition, type Parameter, parametersOf } from "../frame/definition.ts";

export function pathChanges(steps: readonly Step[], line: (word: string, to: string) => string): string {
  const lines = steps.flatMap(({ path, next }) =>
    next.map(({ name }) => line([path, name].join("/"), path === "" ? name : `${path} ${name}`)),
  );
  return lines.join("\n");
}

export function valueLines(steps: readonly Step[], line: (words: string[], value: Value) => string): string {
  const lines = steps.flatMap(({ path, options }) =>
    options.flatMap(({ names, value }) => {
      const words = names.map((name) => `${path} ${name}`);
      return value ? line(words, value) : [];
    }),
  );
  return lines.join("\n");
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

type NextWord = Pick<Definition, "name" | "summary">;

export type Value = "file" | "anything" | readonly string[];

export interface CompletedOption {
  readonly names: readonly string[];
  readonly summary: string;
  readonly value?: Value | undefined;
}

export interface Step {
  readonly path: string;
  readonly next: readonly NextWord[];
  readonly options: readonly CompletedOption[];
  readonly argument?: Value | undefined;
}

const help: CompletedOption = { names: ["-h", "--help"], summary: "Print this help." };
const common: readonly CompletedOption[] = parametersOf(commonOptions).map(optionOf);
const version: CompletedOption = { names: ["-v", "--version"], summary: helpWords.version };
const globalCommands: readonly NextWord[] = [
  { name: "help", summary: helpWords["help [command...]"] },
  { name: "version", summary: helpWords.version },
];

export function stepsOf({ entries, groups }: Pick<ProgramShape, "entries" | "groups">): readonly Step[] {
  const definitions = entries.map(({ definition }) => definition);
  const wordsIn = (group: string) => wordsAfter(group, definitions, groups);
  return [
    { path: "", next: [...wordsIn(""), ...globalCommands], options: [version, help] },
    ...Object.keys(groups)
      .filter((group) => definitions.every(({ name }) => name !== group))
      .map((group) => ({ path: group, next: wordsIn(group), options: [help] })),
    ...definitions.map((definition) => commandStep(definition, wordsIn(definition.name))),
  ];
}

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

function valueOf({ flags, choices }: Parameter): Value | undefined {
  const placeholder = /[<[]([\w-]+)/.exec(flags)?.[1];
  if (placeholder === undefined) return undefined;
  return choices ?? (placeholder === "file" || placeholder === "command" ? "file" : "anything");
}
