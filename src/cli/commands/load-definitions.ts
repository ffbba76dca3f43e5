import { type DesiredCommand, type Finding, type GuildCommand, validateCommandSet } from "slashpass/commands";
import type { Call } from "../frame/call.ts";
import { ExitCode } from "../frame/exit-code.ts";
import { Failure } from "../frame/failure.ts";
import { counted } from "../frame/shown.ts";
import { loadFile } from "../settings/load-file.ts";
import { describeFinding, findingAsData } from "./describe-finding.ts";
import { placedFailure } from "./placed-failure.ts";
import type { Target } from "./read-target.ts";
import { type Place, PlaceFinder } from "./find-place.ts";

/** A finding, and where in the files it is. */
export interface PlacedFinding {
  readonly finding: Finding;
  /** Absent where the definition is computed in a way that cannot be followed. */
  readonly place: Place | undefined;
}

/** The commands of a file, and what is wrong with them. */
interface Definitions {
  readonly commands: unknown;
  readonly findings: readonly PlacedFinding[];
}

/** By what the commands are judged. */
type Rules = Pick<Target, "guildId" | "allowUnknownFields">;

/** How a file is loaded: `loadFile`, or one that also reloads its imports. */
type Load = typeof loadFile;

/**
 * What a file of commands defines, checked: a list, or an object with the list in `commands`, beside which an editor's `$schema`
 * has a place.
 *
 * @throws Failure `file_unreadable`.
 */
export async function loadDefinitions(
  path: string,
  { guildId, allowUnknownFields }: Rules,
  load: Load = loadFile,
): Promise<Definitions> {
  const value = await load(path, "The file with the commands").catch((error: unknown) => {
    throw placedFailure(error, path) ?? error;
  });
  const isWrapped = isRecord(value) && Array.isArray(value["commands"]);
  const commands = isWrapped ? value["commands"] : value;
  const above = isWrapped ? ["commands"] : [];
  const places = new PlaceFinder(path);
  const found = validateCommandSet(commands, {
    scope: guildId === undefined ? "global" : "guild",
    allowUnknownFields,
  });
  return {
    commands,
    findings: found.map((finding) => ({ finding, place: places.find([...above, ...finding.keys]) })),
  };
}

/**
 * The commands, where nothing is wrong with them; warnings are told.
 *
 * @throws Failure `file_unreadable`, `invalid_commands`.
 */
export async function loadCommands(
  { cwd, terminal }: Pick<Call, "cwd" | "terminal">,
  path: string,
  settings: Rules,
  load?: Load,
): Promise<readonly DesiredCommand<GuildCommand>[]> {
  const { commands, findings } = await loadDefinitions(path, settings, load);
  for (const each of findings) {
    terminal.note(describeFinding(each, path, { cwd, terminal, paint: terminal.notePaint }));
  }
  const errors = findings.filter(({ finding }) => finding.severity === "error");
  // The validation has proven it, for the scope that is meant.
  if (errors.length === 0) return commands as readonly DesiredCommand<GuildCommand>[];
  throw new Failure(
    `The service would refuse the commands in ${path}: ${counted(errors.length, "error")}. Nothing was sent.`,
    {
      code: "invalid_commands",
      hint: "The rules are named in brackets; they are described at https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md",
      exitCode: ExitCode.Misunderstood,
      details: { findings: findings.map((each) => findingAsData(each, path)) },
    },
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
