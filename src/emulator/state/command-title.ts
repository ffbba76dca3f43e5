import { type CommandOption, OptionType } from "../../wire/command-option.ts";

/** A command as it was used: its name, and the options that were given. */
interface UsedCommand {
  readonly name?: string | undefined;
  readonly options?: readonly Pick<CommandOption, "type" | "name">[] | undefined;
}

/** The name of a command with the subcommand that was used: `match find`. */
export function titleOfCommand({ name, options = [] }: UsedCommand): string {
  return [name, ...pathIn(options)].join(" ");
}

function pathIn([first]: NonNullable<UsedCommand["options"]>): readonly string[] {
  if (first?.type !== OptionType.SubCommand && first?.type !== OptionType.SubCommandGroup) return [];
  return [titleOfCommand(first)];
}
