import { ownWords } from "./run-command.ts";

/** The options of every command. They count before the line is understood, since they say how its errors look. */
export const commonOptions = {
  "--env-file <file>": "Read variables of a file. Default: the project's .env.",
  "--json": "Print one JSON object, for programs.",
  "--no-color": "Print without colours.",
  "--verbose": "Print each request on standard error, without secrets.",
} as const;

/** Words in the place of a command. */
export const helpWords = {
  "help [command...]": "Print the help of the program, or of a command.",
  version: "Print the version.",
} as const;

/** Whether an option of every command is on a line. */
export function has(words: readonly string[], option: keyof typeof commonOptions): boolean {
  return ownWords(words).includes(option);
}

/** Options with a value that most commands have, and may stand before it. */
const withValue = ["--config", "-e", "--environment", "--env-file"];

/** A line from its command on, and the options before it: those that most commands have may stand there. */
export function commandAndOptions(
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
