import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { SlashpassConfig } from "slashpass/config";
import { mkdir, rm } from "node:fs/promises";
import { Failure } from "../frame/failure.ts";
import { stageFile, type StagedFile } from "../frame/private-file.ts";
import { readManifest } from "./dev-script.ts";

export type Format = "mjs" | "json" | "ts";

/** The formats that this Node version can load: TypeScript since 22.18 and 23.6 (nodejs.org, "Type stripping"). */
export function readableFormats(features: object): readonly Format[] {
  const { typescript } = features as { readonly typescript?: unknown };
  return typescript ? ["mjs", "json", "ts"] : ["mjs", "json"];
}

/** Uses `.mts` unless package.json has `"type": "module"`, since Node warns about `.ts` otherwise. */
export function extensionOf(format: Format, folder: string): string {
  return format === "ts" && readManifest(folder)?.manifest["type"] !== "module" ? "mts" : format;
}

export function moduleKindOf(folder: string): unknown {
  const found = readManifest(folder);
  if (found) return found.manifest["type"];
  const above = dirname(folder);
  return above === folder ? undefined : moduleKindOf(above);
}

const firstCommands = [
  { name: "ping", description: "Replies, so you can see that it works." },
  {
    name: "score",
    description: "Shows the score of a player.",
    options: [{ type: 6, name: "player", description: "The player; you by default." }],
  },
];
/** Without it, the first `commands apply` would have to delete the command that launches the Activity. */
const launch = { type: 4, name: "launch", description: "Wave together", handler: 2 };
const schemas = "./node_modules/slashpass/dist/schemas";

export function configText(config: SlashpassConfig, format: Format): string {
  if (format === "json") return asJson({ $schema: `${schemas}/config.json`, ...config });
  return moduleText(format, {
    head: "The applications of the slashpass command line. Do not store secrets here.",
    from: "slashpass/config",
    type: "SlashpassConfig",
    value: config,
  });
}

export function firstCommandsText(format: Format, withActivity = false): string {
  return commandsText(format, withActivity ? [...firstCommands, launch] : firstCommands);
}

export function commandsText(format: Format, commands: readonly object[]): string {
  if (format === "json") return asJson({ $schema: `${schemas}/commands.json`, commands });
  return moduleText(format, {
    head: "The application's commands. 'slashpass commands plan' shows the changes that applying them makes.",
    from: "slashpass/commands",
    type: "DesiredCommand",
    list: true,
    value: commands,
  });
}

export function applicationText(format: Format, application: object): string {
  if (format === "json") return asJson(application);
  return moduleText(format, {
    head: "The application's settings. 'slashpass app plan' shows the changes that applying them makes.",
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

/** Imports only types, so the files also load without the package. */
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
 * Writes files atomically, by path. If one cannot be written, new files are removed.
 *
 * @param folders - directories to create first.
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
