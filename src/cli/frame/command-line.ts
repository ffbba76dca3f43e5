import { Argument, Command, CommanderError, Option } from "commander";
import type { Entry } from "./run-command.ts";
import { type Definition, parametersOf } from "./definition.ts";
import { misunderstood } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

/** Read before the command line is parsed, because these options affect how errors are printed. */
export const commonOptions = {
  "--env-file <file>": "Read variables from a file. Default: the project's .env.",
  "--json": "Print the result as JSON.",
  "--no-color": "Disable colors.",
  "--verbose": "Print each request to standard error, without secrets.",
} as const;

export const helpWords = {
  "help [command...]": "Print help for the program or a command.",
  version: "Print the version.",
} as const;

export function has(words: readonly string[], option: keyof typeof commonOptions): boolean {
  return ownWords(words).includes(option);
}

const withValue = ["--config", "-e", "--environment", "--env-file"];

function commandAndOptions(
  words: readonly string[],
): readonly [command: readonly string[], options: readonly string[]] {
  const before = optionsBefore(words);
  return [words.slice(before), words.slice(0, before)];
}

function optionsBefore(words: readonly string[]): number {
  const [option = "", ...rest] = words;
  if (Object.hasOwn(commonOptions, option) || withValue.some((name) => option.startsWith(`${name}=`)))
    return 1 + optionsBefore(rest);
  return withValue.includes(option) && rest.length > 0 ? 2 + optionsBefore(rest.slice(1)) : 0;
}

export function isHttpUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

export type CommandLine =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "run";
      readonly entry: Entry;
      readonly envFile: string | undefined;
      readonly options: Readonly<Record<string, unknown>>;
      readonly arguments: Readonly<Record<string, unknown>>;
    };

export interface ProgramShape {
  readonly version: string;
  readonly summary: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly entries: readonly Entry[];
  readonly epilogue: string;
}

export function parseCommandLine(
  typed: readonly string[],
  shape: ProgramShape,
  width: Pick<Terminal, "columns">,
): CommandLine {
  refuseSecrets(typed);
  const words = withHelp(typed, shape);
  const output: string[] = [];
  let chosen: CommandLine | undefined;
  const entry = findEntry(words, shape);
  const program = new Command("slashpass").exitOverride().configureOutput({
    writeOut: (text) => output.push(text),
    writeErr: () => undefined,
    getOutHelpWidth: () => width.columns,
  });
  addCommands(program, entry ? { ...shape, entries: [entry] } : shape, (line) => (chosen = line));
  try {
    program.parse([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw refuse(error, words, shape);
  }
  return chosen ?? { kind: "text", text: output.join("") };
}

function withHelp(typed: readonly string[], shape: ProgramShape): readonly string[] {
  const [words, options] = commandAndOptions(typed);
  const [first, ...rest] = words;
  if (first === undefined) return has(typed, "--json") ? [] : ["--help"];
  if (first === "version") return ["--version"];
  const commandWords = first === "help" ? rest : words;
  const isGroup = commandWords.length === 0 || isOnlyGroup(commandWords.join(" "), shape);
  if (isGroup || (first === "help" && findEntry(commandWords, shape))) return [...commandWords, "--help"];
  const own = ownWords(commandWords);
  return [...own, ...options, ...commandWords.slice(own.length)];
}

function isOnlyGroup(name: string, { groups, entries }: ProgramShape): boolean {
  return Object.hasOwn(groups, name) && entries.every(({ definition }) => definition.name !== name);
}

function addCommands(program: Command, shape: ProgramShape, choose: (line: CommandLine) => void): void {
  program
    .helpOption("-h, --help", "Print this help.")
    .helpCommand(false)
    .description(shape.summary)
    .version(shape.version, "-v, --version", helpWords.version)
    .addHelpText("after", `\n${shape.epilogue}`);
  for (const entry of shape.entries) {
    const words = entry.definition.name.split(" ");
    const name = words.pop() ?? "";
    define(groupOf(words, program, shape).command(name), entry, choose);
  }
  for (const [usage, summary] of Object.entries(helpWords)) program.command(usage).summary(summary);
}

function groupOf(words: readonly string[], program: Command, { groups }: ProgramShape): Command {
  return words.reduce((above, name, at) => {
    const known = above.commands.find((command) => command.name() === name);
    if (known) return known;
    const summary = groups[words.slice(0, at + 1).join(" ")] ?? "";
    return above.command(name).helpCommand(false).summary(summary).description(summary);
  }, program);
}

function define(command: Command, entry: Entry, choose: (line: CommandLine) => void): void {
  const { definition } = entry;
  command
    .summary(definition.summary)
    .description([definition.summary, definition.details].filter(Boolean).join("\n\n"))
    .addHelpText("after", `\n${examplesOf(definition)}`);
  for (const { flags, summary, choices } of parametersOf(definition.arguments)) {
    const argument = new Argument(flags, summary);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const { flags, summary, choices } of parametersOf(definition.options)) {
    const option = new Option(flags, summary);
    command.addOption(choices ? option.choices(choices) : option);
  }
  const unset = command.options.map((option) => [option.attributeName(), option.variadic ? [] : undefined]);
  for (const [flags, summary] of Object.entries(commonOptions)) command.option(flags, summary);
  command.action(() => {
    const given = command.registeredArguments.map((argument, at) => [
      argument.name(),
      command.processedArgs[at],
    ]);
    const { envFile, ...options } = command.opts<{ envFile?: string }>();
    choose({
      kind: "run",
      entry,
      envFile,
      options: { ...Object.fromEntries(unset), json: false, ...options },
      arguments: Object.fromEntries(given),
    });
  });
}

function examplesOf({ examples }: Definition): string {
  const lines = Object.entries(examples).map(([line, meaning]) => `  ${meaning}\n    $ slashpass ${line}`);
  return `Examples:\n${lines.join("\n")}`;
}

/** Omits option values, which may be secret. */
function refuse(error: CommanderError, words: readonly string[], shape: ProgramShape) {
  const reason =
    error.code === "commander.help" ? "No command is specified." : error.message.replace(/^error: /, "");
  const known = findEntry(words, shape);
  const group = longestMatch(words, Object.keys(shape.groups));
  const help = ["slashpass", known?.definition.name ?? group, "--help"].filter(Boolean).join(" ");
  return misunderstood(sentence(reason.replace(/(--[\w-]+)=[^']*/g, "$1")), `Try '${help}'.`);
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?)]$/.test(begun) ? begun : `${begun}.`;
}

/** Returns `undefined` for group help, which needs all entries. */
function findEntry(words: readonly string[], { entries }: ProgramShape): Entry | undefined {
  const name = longestMatch(
    words,
    entries.map(({ definition }) => definition.name),
  );
  return entries.find(({ definition }) => definition.name === name);
}

/** The longest match wins: `emulator export` rather than `emulator`. */
function longestMatch(words: readonly string[], names: readonly string[]): string | undefined {
  const matches = names.filter((name) => name.split(" ").every((word, index) => words[index] === word));
  return matches.toSorted((one, other) => other.length - one.length)[0];
}

const secretOption =
  /^--?(?:bot-?token|client-?secret|access-?token|refresh-?token|token|secret|password)(?:=|$)/i;

function refuseSecrets(words: readonly string[]): void {
  const name = ownWords(words)
    .find((word) => secretOption.test(word))
    ?.replace(/=.*/s, "");
  if (name === undefined) return;
  throw misunderstood(
    `${name} cannot be passed on the command line: other programs on this machine can read it there, and the shell saves it in its history.`,
    "Set SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET, or omit the option and enter the value at the prompt. Reset the exposed secret in the developer portal.",
    "secret_in_arguments",
  );
}

/** The arguments after `--` are for the program that slashpass runs. */
function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}
