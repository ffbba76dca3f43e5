import { ruleWarning } from "../../core/check/rule-warning.ts";
import { Failure, misunderstood, ExitCode, withFlags, describeError } from "../frame/failure.ts";
import { relative } from "node:path";
import { escapeControls } from "../frame/terminal-text.ts";
import { counted, type Call } from "../frame/run-command.ts";
import type { Terminal } from "../frame/terminal.ts";
import {
  CommandType,
  type DesiredCommand,
  type Finding,
  type GuildCommand,
  type PathKey,
  type PlanWarning,
  validateCommandSet,
} from "slashpass/commands";
import { loadFile } from "../settings/load-file.ts";
import type { Target } from "./open-client.ts";
import { readTextSync } from "../../core/resolve/read-file.ts";
import { isObject } from "../../core/check/readers.ts";
import { type SourcePosition, PositionFinder, readSource } from "./find-position.ts";
import { readLanguages, type LanguageFile } from "./languages/folder.ts";
import { type FolderCommand, isFolder, loadFolder } from "./commands-folder.ts";
import { localize, textsOf, translationAt } from "slashpass/commands/languages";

/**
 * Adds the position of a JSON or JavaScript syntax error, because Node does not always report it. Returns `undefined` for other
 * failures.
 */
export function locatedFailure(failure: unknown, path: string): Failure | undefined {
  if (failure instanceof Failure && failure.hint !== undefined) return undefined;
  const problem = path.endsWith(".json") ? problemInJson(failure, path) : problemInModule(path);
  if (!problem) return undefined;
  const { line, column, reason } = problem;
  return misunderstood(
    `${path}:${line}:${column}: ${reason}.`,
    "Fix the file at that line.",
    "file_unreadable",
  );
}

interface Problem extends Omit<SourcePosition, "path"> {
  readonly reason: string;
}

function problemInModule(path: string): Problem | undefined {
  try {
    readSource(path);
    return undefined;
  } catch (error) {
    const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
    return loc && { line: loc.line, column: loc.column + 1, reason: message.replace(/ \(\d+:\d+\)$/, "") };
  }
}

function problemInJson(failure: unknown, path: string): Problem | undefined {
  const { message } = failure as Failure;
  const [, reason, position] = /cannot be loaded: (.+) in JSON at position (\d+)/s.exec(message) ?? [];
  const isCut = message.endsWith("Unexpected end of JSON input");
  if (reason === undefined && !isCut) return undefined;
  const text = readTextSync(path).trimEnd();
  const lines = (isCut ? text : text.slice(0, Number(position))).split("\n");
  return {
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    reason: reason ?? "The JSON is incomplete",
  };
}

export function describeFinding(
  { finding, position }: LocatedFinding,
  path: string,
  { cwd, terminal }: { readonly cwd: string; readonly terminal: Pick<Terminal, "wrap"> },
  paint: Terminal["paint"],
): string {
  const { severity, path: field, rule, message } = finding;
  const file = relative(cwd, position?.path ?? path);
  const at = position ? `${file}:${position.line}:${position.column}` : file;
  const level = severity === "error" ? paint.red("error") : paint.yellow("warning");
  const value = finding.value || "The field";
  const text = terminal.wrap(`    ${value} ${message} ${withFlags(finding.fix)} [${rule}]`);
  return `${paint.bold(at)} ${level} ${escapeControls(field) || "the whole"}\n${text}`;
}

export function findingAsData(
  { finding, position }: LocatedFinding,
  path: string,
): Readonly<Record<string, unknown>> {
  const { severity, rule, path: field, keys, value, message, fix } = finding;
  return {
    file: position?.path ?? path,
    line: position?.line,
    column: position?.column,
    severity,
    rule,
    field,
    keys,
    value: value || undefined,
    message,
    fix: withFlags(fix),
  };
}

export interface LocatedFinding {
  readonly finding: Finding;
  readonly position: SourcePosition | undefined;
}

const skippedRule = "entry-point-scope";

/** Entry points are skipped in guilds, so this finding becomes a warning. */
function asSkipped(finding: Finding): Finding {
  if (finding.rule !== skippedRule) return finding;
  return {
    ...finding,
    severity: "warning",
    message: "is an entry point. Entry points are always global, so it is skipped for this guild.",
    fix: "Plan and apply it with --global.",
  };
}

type Rules = Pick<Target, "guildId" | "allowUnknownFields" | "languagesFolder">;

type Load = typeof loadFile;

interface Definitions {
  /** An array, unless the file is invalid. */
  readonly written: unknown;
  readonly positionOf: (keys: readonly PathKey[]) => SourcePosition | undefined;
}

async function readDefinitions(path: string, load: Load): Promise<Definitions> {
  const loadOne = (file: string) =>
    load(file, "The commands file").catch((error: unknown) => {
      throw locatedFailure(error, file) ?? error;
    });
  return isFolder(path) ? inFolder(await loadFolder(path, loadOne)) : inFile(path, await loadOne(path));
}

function inFile(path: string, value: unknown): Definitions {
  const isWrapped = isObject(value) && Array.isArray(value["commands"]);
  const above = isWrapped ? ["commands"] : [];
  const positions = new PositionFinder(path);
  return {
    written: isWrapped ? value["commands"] : value,
    positionOf: (keys) => positions.find([...above, ...keys]),
  };
}

function inFolder(commands: readonly FolderCommand[]): Definitions {
  return {
    written: commands.map(({ definition }) => definition),
    positionOf: ([index, ...keys]) => {
      const command = commands[Number(index)];
      if (!command) return undefined;
      const { file, above } = command;
      return new PositionFinder(file).find([...above, ...keys]) ?? { path: file, line: 1, column: 1 };
    },
  };
}

/**
 * Accepts a file that contains an array, a file that contains an object with the array in `commands`, or a folder with one command per
 * file. In a guild, entry points are skipped with a warning.
 *
 * @throws Failure `file_unreadable`, `file_foreign`, `language_invalid`.
 */
export async function loadDefinitions(
  path: string,
  { guildId, allowUnknownFields, languagesFolder }: Rules,
  load: Load = loadFile,
) {
  const { written, positionOf } = await readDefinitions(path, load);
  const localized = localizeDefinitions(written, await readLanguages(languagesFolder));
  const { commands } = localized;
  const isSkipped = (one: unknown) =>
    guildId !== undefined && isObject(one) && one["type"] === CommandType.PrimaryEntryPoint;
  const found = validateCommandSet(commands, {
    scope: guildId === undefined ? "global" : "guild",
    allowUnknownFields,
  });
  return {
    commands: Array.isArray(commands) ? commands.filter((one) => !isSkipped(one)) : commands,
    findings: found.map(asSkipped).map((finding) => ({
      finding,
      position: localized.positionOf(finding) ?? positionOf(finding.keys),
    })),
  };
}

export interface FileCommands {
  readonly commands: readonly DesiredCommand<GuildCommand>[];
  readonly skipped: readonly PlanWarning[];
}

export async function loadCommands(
  call: Pick<Call, "cwd" | "terminal">,
  path: string,
  settings: Rules,
  load?: Load,
): Promise<FileCommands> {
  const { commands, findings } = await loadDefinitions(path, settings, load);
  const { terminal } = call;
  for (const each of findings) terminal.note(describeFinding(each, path, call, terminal.notePaint));
  const errors = findings.filter(({ finding }) => finding.severity === "error");
  if (errors.length === 0) {
    const skipped = findings.filter(({ finding }) => finding.rule === skippedRule);
    return {
      commands: commands as readonly DesiredCommand<GuildCommand>[],
      skipped: skipped.map(({ finding }) => ruleWarning(finding)),
    };
  }
  throw new Failure(
    `The service would reject the commands in ${path}: ${counted(errors.length, "error")}. Nothing was sent.`,
    {
      code: "invalid_commands",
      hint: "Rule names are in brackets. For their descriptions, see https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md",
      exitCode: ExitCode.Misunderstood,
      details: { findings: findings.map((each) => findingAsData(each, path)) },
    },
  );
}

/** @throws Failure `language_invalid` if a definition and a language file translate the same string differently. */
function localizeDefinitions(written: unknown, files: readonly LanguageFile[]) {
  const definitions = files.length > 0 && Array.isArray(written) ? (written as readonly object[]) : [];
  const texts = textsOf(definitions);
  const finders = new Map<string, PositionFinder>(
    files.map(({ path, language }) => [language.locale, new PositionFinder(path)]),
  );
  return {
    commands: definitions.length === 0 ? written : localizeAll(definitions, files),
    positionOf(finding: Finding): SourcePosition | undefined {
      const found = translationAt(finding, texts);
      if (!found || found.text.localizations[found.locale] !== undefined) return undefined;
      return finders.get(found.locale)?.find(["texts", found.text.key, "text"]);
    },
  };
}

function localizeAll(definitions: readonly object[], files: readonly LanguageFile[]): readonly object[] {
  try {
    return localize(
      definitions,
      files.map(({ language }) => language),
    );
  } catch (error) {
    const { message, hint } = describeError(error);
    throw misunderstood(message, hint, "language_invalid");
  }
}
