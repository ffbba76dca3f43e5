import { validationError } from "../../core/errors.ts";
import { type Command, CommandType } from "../../wire/command.ts";
import type { DesiredCommand } from "./plan-types.ts";
import { typeOf } from "./normalize.ts";

/** Which live command each desired one is. */
export interface Matching {
  readonly pairs: ReadonlyMap<DesiredCommand, Command>;
  /** Live commands without a desired one. */
  readonly left: readonly Command[];
}

/**
 * Finds each desired command among the live ones: by its id, as the one entry point, by `renamedFrom`, then by type and name.
 *
 * @throws ClientError `unknown_id`, `type_change` or `ambiguous_match`.
 */
export function matchCommands(desired: readonly DesiredCommand[], live: readonly Command[]): Matching {
  const pairs = new Map<DesiredCommand, Command>();
  const taken = new Map<Command, DesiredCommand>();
  const pair = (command: DesiredCommand, found: Command): void => {
    const other = taken.get(found);
    if (other) throw ambiguous(command, other, found);
    pairs.set(command, found);
    taken.set(found, command);
  };
  for (const command of desired) if (typeof command.id === "string") pair(command, findById(command, live));
  for (const find of [findEntryPoint, findByName, findByOldName]) {
    for (const command of desired) {
      if (pairs.has(command)) continue;
      const found = find(command, live);
      if (found && !(find === findByName && taken.has(found))) pair(command, found);
    }
  }
  return { pairs, left: live.filter((command) => !taken.has(command)) };
}

function findById(command: DesiredCommand, live: readonly Command[]): Command {
  const found = live.find(({ id }) => id === command.id);
  if (!found) {
    throw validationError(
      "unknown_id",
      `The command "${command.name}" has the id ${command.id}, which no live command of the scope has.`,
      "Remove the id to create the command.",
    );
  }
  if (typeOf({ ...found }) !== typeOf({ ...command })) {
    throw validationError(
      "type_change",
      `The command "${command.name}" has another type than the live command with its id. The type of a command cannot change.`,
      "Remove the id: the live command is then deleted and a new one created.",
    );
  }
  return found;
}

/** There is one entry point per application, whatever its name. */
function findEntryPoint(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  if (command.type !== CommandType.PrimaryEntryPoint) return undefined;
  return live.find(({ type }) => type === CommandType.PrimaryEntryPoint);
}

/** Also finds a command that was renamed by an earlier run. */
function findByName(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  return findNamed(command.name, command, live);
}

function findByOldName(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  return command.renamedFrom === undefined ? undefined : findNamed(command.renamedFrom, command, live);
}

function findNamed(name: string, command: DesiredCommand, live: readonly Command[]): Command | undefined {
  return live.find((one) => one.name === name && typeOf({ ...one }) === typeOf({ ...command }));
}

function ambiguous(command: DesiredCommand, other: DesiredCommand, found: Command) {
  return validationError(
    "ambiguous_match",
    `"${command.name}" and "${other.name}" both match the live command "${found.name}" (${found.id}).`,
    "Give each its own id or renamedFrom.",
  );
}
