import { ownWords } from "./run-command.ts";

/** Read before the command line is parsed, since they affect how its errors are printed. */
export const commonOptions = {
  "--env-file <file>": "Read variables from a file. Default: the project's .env.",
  "--json": "Print one JSON object, for programs.",
  "--no-color": "Print without colours.",
  "--verbose": "Print each request on standard error, without secrets.",
} as const;

export const helpWords = {
  "help [command...]": "Print the help of the program, or of a command.",
  version: "Print the version.",
} as const;

export function has(words: readonly string[], option: keyof typeof commonOptions): boolean {
  return ownWords(words).includes(option);
}

const withValue = ["--config", "-e", "--environment", "--env-file"];

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
