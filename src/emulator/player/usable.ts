import type { Command } from "../../wire/command.ts";
import { CommandType } from "../../wire/command.ts";
import type { InteractionOption } from "../../wire/interaction.ts";
import { type CommandOption, OptionType } from "../../wire/command-option.ts";

/** One thing that a player can click: a command, or a subcommand of it. */
export interface Usable {
  readonly command: Command;
  /** The names of group and subcommand that lead to it. */
  readonly path: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly fields: readonly CommandOption[];
}

/** Everything clickable of a command, subcommands spelled out. */
export function listUsables(command: Command): Usable[] {
  const leaves = command.type === CommandType.ChatInput ? flatten(command.options ?? [], []) : [];
  const slash = command.type === CommandType.ChatInput ? "/" : "";
  if (leaves.length === 0) {
    const { name, description, options = [] } = command;
    return [{ command, path: [], title: slash + name, description, fields: options }];
  }
  return leaves.map(({ path, description, fields }) => ({
    command,
    path,
    title: [slash + command.name, ...path].join(" "),
    description,
    fields,
  }));
}

/** The options as a payload nests them: the path around the filled fields. */
export function nestOptions(
  path: readonly string[],
  filled: readonly InteractionOption[],
): readonly InteractionOption[] {
  const [subcommand, group] = path.toReversed();
  if (subcommand === undefined) return filled;
  const inner = [{ type: OptionType.SubCommand, name: subcommand, options: filled }];
  return group === undefined ? inner : [{ type: OptionType.SubCommandGroup, name: group, options: inner }];
}

interface Leaf {
  readonly path: readonly string[];
  readonly description: string;
  readonly fields: readonly CommandOption[];
}

function flatten(options: readonly CommandOption[], path: readonly string[]): Leaf[] {
  return options.flatMap((option) => {
    const below = [...path, option.name];
    if (option.type === OptionType.SubCommandGroup) return flatten(option.options ?? [], below);
    if (option.type !== OptionType.SubCommand) return [];
    return [{ path: below, description: option.description, fields: option.options ?? [] }];
  });
}
