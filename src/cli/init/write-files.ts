import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { SlashpassConfig } from "slashpass/config";
import { mkdir, rm } from "node:fs/promises";
import { Failure } from "../frame/failure.ts";
import { stageFile, type StagedFile } from "../frame/private-file.ts";
import { readManifest } from "./dev-script.ts";

/** How the files are written. */
export type Format = "mjs" | "json" | "ts";

/** The formats that this Node reads: TypeScript from 22.18 and 23.6 on (nodejs.org, "Type stripping"). */
export function readableFormats(features: object): readonly Format[] {
  const { typescript } = features as { readonly typescript?: unknown };
  return typescript ? ["mjs", "json", "ts"] : ["mjs", "json"];
}

/** How the names of the files end. Node warns of `.ts` in a folder whose package.json does not say that it holds modules. */
export function extensionOf(format: Format, folder: string): string {
  return format === "ts" && readManifest(folder)?.manifest["type"] !== "module" ? "mts" : format;
}

/** The module kind that the nearest package.json gives files in a folder; undefined if it leaves it to Node. */
export function moduleKindOf(folder: string): unknown {
  const found = readManifest(folder);
  if (found) return found.manifest["type"];
  const above = dirname(folder);
  return above === folder ? undefined : moduleKindOf(above);
}

const firstCommands = [
  { name: "ping", description: "Answers, so that you see that it works." },
  {
    name: "score",
    description: "Shows the score of a player.",
    options: [{ type: 6, name: "player", description: "Whose; yours if left out." }],
  },
];
/** Else the first 'commands apply' would have to delete the command that launches the Activity. */
const launch = { type: 4, name: "launch", description: "Wave together", handler: 2 };
const schemas = "./node_modules/slashpass/dist/schemas";

/** The text of a config. */
export function configText(config: SlashpassConfig, format: Format): string {
  if (format === "json") return asJson({ $schema: `${schemas}/config.json`, ...config });
  return moduleText(format, {
    head: "The applications that the slashpass program works on. Secrets do not belong here.",
    from: "slashpass/config",
    type: "SlashpassConfig",
    value: config,
  });
}

/** The text of a first file with commands, which shows how a command and an option look. */
export function firstCommandsText(format: Format, withActivity = false): string {
  return commandsText(format, withActivity ? [...firstCommands, launch] : firstCommands);
}

/** The text of a file with commands. */
export function commandsText(format: Format, commands: readonly object[]): string {
  if (format === "json") return asJson({ $schema: `${schemas}/commands.json`, commands });
  return moduleText(format, {
    head: "The application's commands. 'slashpass commands plan' shows what applying them changes.",
    from: "slashpass/commands",
    type: "DesiredCommand",
    list: true,
    value: commands,
  });
}

/** The text of a file with the settings of an application, which a config imports. */
export function applicationText(format: Format, application: object): string {
  if (format === "json") return asJson(application);
  return moduleText(format, {
    head: "The application's settings. 'slashpass app plan' shows what applying them changes.",
    from: "slashpass/config",
    type: "ApplicationConfig",
    value: application,
  });
}

interface Module {
  readonly head: string;
  readonly from: string;
  readonly type: string;
  readonly list?: boolean;
  readonly value: object;
}

/** Types alone are imported: the files are read where the package is not installed too. */
function moduleText(format: "mjs" | "ts", { head, from, type, list = false, value }: Module): string {
  const literal = asJson(value)
    .trimEnd()
    .replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
  const wanted = `${type}${list ? "[]" : ""}`;
  return format === "ts"
    ? `import type { ${type} } from "${from}";\n\n// ${head}\nexport default ${literal} satisfies ${wanted};\n`
    : `// ${head}\n/** @type {import("${from}").${wanted}} */\nexport default ${literal};\n`;
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Writes files, by their paths, each whole. If one cannot be written, the new ones are removed.
 *
 * @param folders - made before, where they are missing.
 * @throws Failure `file_not_written`.
 */
export async function writeFiles(
  files: ReadonlyMap<string, string>,
  folders: readonly string[] = [],
): Promise<void> {
  const created: string[] = [];
  const staged: StagedFile[] = [];
  try {
    for (const folder of folders) {
      const made = await mkdir(folder, { recursive: true });
      if (made !== undefined) created.push(made);
    }
    for (const [path, text] of files) staged.push(await stageFile(path, text));
    for (const { path, put } of staged) {
      const isNew = !existsSync(path);
      await put();
      if (isNew) created.push(path);
    }
  } catch (error) {
    for (const path of created.toReversed()) await rm(path, { recursive: true });
    const { code = "unknown", path = "the file" } = error as { code?: string; path?: string };
    throw new Failure(`${path} cannot be written (${code}).`, {
      code: "file_not_written",
      hint: "Check that the folder may be written to.",
    });
  } finally {
    for (const { discard } of staged) await discard();
  }
}
