import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SlashpassConfig } from "slashpass/config";
import { isObject } from "../../core/check/readers.ts";
import { fileLimits, readBytesSync, readTextSync, UnusableFile } from "../../core/resolve/read-file.ts";
import { Failure } from "../frame/failure.ts";
import { stageFile, type StagedFile } from "../frame/private-file.ts";
import { variables } from "../frame/host.ts";
import { unreadable } from "../settings/load-file.ts";

export type Format = "mjs" | "json" | "ts";

/** The formats that this version of Node can load. TypeScript requires 22.18, 23.6 or later (nodejs.org, "Type stripping"). */
export function readableFormats(features: object): readonly Format[] {
  const { typescript } = features as { readonly typescript?: unknown };
  return typescript ? ["mjs", "json", "ts"] : ["mjs", "json"];
}

/** Uses `.mts` unless package.json has `"type": "module"`, because Node would otherwise warn about `.ts`. */
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
  { name: "ping", description: "Replies to show that the commands work." },
  {
    name: "score",
    description: "Shows a player's score.",
    options: [{ type: 6, name: "player", description: "The player; you by default." }],
  },
];
/** Without an entry point in the file, the first `commands apply` would have to delete the existing one. */
const launch = { type: 4, name: "launch", description: "Wave together", handler: 2 };
const schemas = "./node_modules/slashpass/dist/schemas";

export function configText(config: SlashpassConfig, format: Format): string {
  if (format === "json") return asJson({ $schema: `${schemas}/config.json`, ...config });
  return moduleText(format, {
    head: "The applications that slashpass manages. Do not store secrets here.",
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
    head: "The application's commands. 'slashpass commands plan' shows what applying them would change.",
    from: "slashpass/commands",
    type: "DesiredCommand[]",
    value: commands,
  });
}

export function applicationText(format: Format, application: object): string {
  if (format === "json") return asJson(application);
  return moduleText(format, {
    head: "The application's settings. 'slashpass app plan' shows what applying them would change.",
    from: "slashpass/config",
    type: "ApplicationConfig",
    value: application,
  });
}

interface Module {
  readonly head: string;
  readonly from: string;
  readonly type: string;
  readonly value: object;
}

/** Imports only types, so that the files also load without the package. */
function moduleText(format: "mjs" | "ts", { head, from, type, value }: Module): string {
  const literal = asJson(value)
    .trimEnd()
    .replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
  return format === "ts"
    ? `import type { ${type.replace("[]", "")} } from "${from}";\n\n// ${head}\nexport default ${literal} satisfies ${type};\n`
    : `// ${head}\n/** @type {import("${from}").${type}} */\nexport default ${literal};\n`;
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function handlerName(format: Format, folder: string): string {
  return `handler.${format === "json" ? "mjs" : extensionOf(format, folder)}`;
}

const library = `import { createInteractionHandler, defineCommand } from "slashpass/interactions";`;

function importsOf(format: Format, commands: string): string {
  if (format !== "json") return `${library}\nimport commands from "./${commands}";\n`;
  return `import { readFileSync } from "node:fs";
${library}

const file = new URL("${commands}", import.meta.url);
/** @type {{ commands: { name: string, description: string }[] }} */
const { commands } = JSON.parse(readFileSync(file, "utf8").replace("\\uFEFF", ""));
`;
}

export function handlerText(format: Format, commands: string): string {
  const type = "Record<string, string>";
  const answers =
    format === "ts" ? `const answers: ${type} = {` : `/** @type {${type}} */\nconst answers = {`;
  return `// Handles the commands. 'slashpass dev' serves this file and reloads it after each change.
${importsOf(format, commands)}
// The responses by command name.
${answers}
  ping: "It works.",
  score: "Nobody has scored yet.",
};

export default createInteractionHandler({
  publicKey: process.env["${variables.publicKey}"] ?? "",
  apiBase: process.env["${variables.apiBase}"], // the emulator's; not set for Discord
  commands: commands.map((command) =>
    defineCommand({
      ...command,
      handle: (interaction) =>
        interaction.reply({ content: answers[command.name] ?? \`/\${command.name} has no answer yet.\` }),
    }),
  ),
});
`;
}

/** @returns `undefined` if the manifest is missing, cannot be opened, or is not a JSON object. */
export function readManifest(folder: string) {
  const path = join(folder, "package.json");
  try {
    const text = readTextSync(path);
    const manifest: unknown = JSON.parse(text);
    return isObject(manifest) ? { path, text, manifest } : undefined;
  } catch (error) {
    if (error instanceof UnusableFile) throw unreadable("The file", path, error);
    return undefined;
  }
}

/**
 * Preserves indentation, line endings and the byte order mark.
 *
 * @returns `undefined` if there is no package.json, or it already has such a script.
 */
export function withDevScript(folder: string): { readonly path: string; readonly text: string } | undefined {
  const found = readManifest(folder);
  if (!found) return undefined;
  const { path, text, manifest } = found;
  const { scripts = {} } = manifest;
  if (!isObject(scripts) || Object.hasOwn(scripts, "dev")) return undefined;
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? "  ";
  const whole = { ...manifest, scripts: { ...scripts, dev: "slashpass dev" } };
  const lines = `${JSON.stringify(whole, null, indent)}\n`;
  const mark = readBytesSync(path, fileLimits.data)[0] === 0xef ? "\uFEFF" : "";
  return { path, text: mark + (text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines) };
}

/**
 * Writes each file atomically. If a write fails, removes the new files.
 *
 * @param folders - Directories to create first.
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
      hint: "Check that the folder is writable.",
    });
  } finally {
    for (const { discard } of staged) await discard();
  }
}
