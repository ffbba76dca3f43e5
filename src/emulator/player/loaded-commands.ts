import { ClientError, ErrorType } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Command, CommandType } from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import type { InteractionOption } from "../../wire/interaction.ts";
import { type CommandOption, OptionType } from "../../wire/command-option.ts";

/**
 * The global commands as a player's client has loaded them. A loaded command changes only after the service rejects it as
 * outdated (Application Commands Interface, "Global commands", read-repair). Guild commands are always up to date.
 */
export class LoadedCommands {
  readonly #commands = new Map<Snowflake, Command>();

  constructor(commands: readonly Command[] = []) {
    for (const command of commands) this.load(command);
  }

  see(command: Command): Command {
    return this.#commands.get(command.id) ?? command;
  }

  load(command: Command): void {
    if (command.guild_id === undefined) this.#commands.set(command.id, command);
  }

  requireCurrent(current: Command): void {
    const loadedCommand = this.see(current);
    this.load(current);
    if (loadedCommand.version !== current.version) throw outdated(loadedCommand);
  }
}

function outdated({ name }: Command): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "outdated_command",
    status: 400,
    errorCode: JsonErrorCode.InvalidFormBody,
    message: `The command ${JSON.stringify(name)} was changed after the player's client loaded it. This command is outdated, please try again in a few minutes.`,
    hint: "Try again: the client has reloaded the command.",
    retryable: true,
  });
}

export interface Usable {
  readonly command: Command;
  readonly path: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly fields: readonly CommandOption[];
}

export function listUsables(command: Command): Usable[] {
  const { name, description, options = [] } = command;
  const isSlash = command.type === CommandType.ChatInput;
  const below = isSlash ? flatten(options, []) : [];
  const leaves: readonly Leaf[] = below.length > 0 ? below : [{ path: [], description, fields: options }];
  const start = isSlash ? `/${name}` : name;
  return leaves.map((leaf) => ({ command, title: [start, ...leaf.path].join(" "), ...leaf }));
}

export function nestOptions(
  path: readonly string[],
  filled: readonly InteractionOption[],
): readonly InteractionOption[] {
  const [subcommand, group] = path.toReversed();
  if (subcommand === undefined) return filled;
  const inner = [{ type: OptionType.SubCommand, name: subcommand, options: filled }];
  return group === undefined ? inner : [{ type: OptionType.SubCommandGroup, name: group, options: inner }];
}

type Leaf = Omit<Usable, "command" | "title">;

function flatten(options: readonly CommandOption[], path: readonly string[]): Leaf[] {
  return options.flatMap((option) => {
    const below = [...path, option.name];
    if (option.type === OptionType.SubCommandGroup) return flatten(option.options ?? [], below);
    if (option.type !== OptionType.SubCommand) return [];
    return [{ path: below, description: option.description, fields: option.options ?? [] }];
  });
}
