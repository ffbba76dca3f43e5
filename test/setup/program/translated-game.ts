import { folderWith } from "./game-folder.ts";
import { type ProgramSetting, runInProcess } from "./run-in-process.ts";
import { readObject } from "./schema.ts";

const config = {
  environments: { development: { applicationId: "1400000000000000001" } },
  commands: "commands.json",
  languages: "languages",
};

/** Creates a directory with translated commands and other files. */
export function translatedGame(commands: unknown, files: Readonly<Record<string, unknown>> = {}) {
  const cwd = folderWith({ "slashpass.config.json": config, "commands.json": commands, ...files });
  const run = (args: string, setting: ProgramSetting = {}) =>
    runInProcess(args.split(" "), { cwd, ...setting });
  return {
    cwd,
    run,
    /** Runs the program with `--json` and returns the exit code and the object. */
    read: async (args: string) => {
      const { code, stdout } = await run(`${args} --json`);
      return { code, ...readObject(stdout) };
    },
  };
}

/** Returns the content of a language file in which all strings have the same source text. */
export function languageFile(locale: string, texts: Readonly<Record<string, string>>, source = "ping") {
  const entries = Object.entries(texts).map(([key, text]) => [key, { source, text }]);
  return { locale, texts: Object.fromEntries(entries) as object };
}

/** Returns a command that exceeds the size limit if its choices are translated: their keys, source text and translation. */
export function longCommand() {
  const options = Array.from({ length: 25 }, (_, index) => ({
    type: 3,
    name: `o${index}`,
    description: "d".repeat(100),
    choices: Array.from({ length: 3 }, (__, at) => ({ name: "n".repeat(70 + at), value: `${at}` })),
  }));
  return {
    command: { name: "ping", description: "Answers.", options },
    keys: options.map(({ name }) => `slash/ping/${name}=0.name`),
    source: "n".repeat(70),
    translation: "x".repeat(100),
  };
}
