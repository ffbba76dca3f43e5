import { parseArgs } from "node:util";

/** What the person asks for. */
export type CommandLine =
  | { readonly command: "help" }
  | { readonly command: "version" }
  | { readonly command: "emulator"; readonly port: number | undefined }
  | { readonly command: "misunderstood"; readonly reason: string };

const options = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  port: { type: "string" },
} as const;

/** Reads the arguments after the program's name. */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const parsed = tryParse(words);
  if (typeof parsed === "string") return misunderstood(parsed);
  const { values, positionals } = parsed;
  if (values.help) return { command: "help" };
  if (values.version) return { command: "version" };
  const [command, unexpected] = positionals;
  if (command === undefined) return misunderstood("No command is given.");
  if (command !== "emulator") return misunderstood(`There is no command '${command}'.`);
  if (unexpected !== undefined) return misunderstood(`'${unexpected}' is not expected.`);
  if (values.port === undefined) return { command, port: undefined };
  const port = Number(values.port);
  if (/^\d{1,5}$/.test(values.port) && port <= 65_535) return { command, port };
  return misunderstood(`--port takes a number from 0 to 65535, not '${values.port}'.`);
}

function tryParse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : "The command line cannot be read.";
  }
}

function misunderstood(reason: string): CommandLine {
  return { command: "misunderstood", reason };
}
