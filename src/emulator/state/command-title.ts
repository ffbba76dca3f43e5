import { type CommandOption, OptionType } from "../../wire/command-option.ts";

interface UsedCommand {
  readonly name?: string | undefined;
  readonly options?: readonly Pick<CommandOption, "type" | "name">[] | undefined;
}

export function titleOfCommand({ name, options = [] }: UsedCommand): string {
  return [name, ...pathIn(options)].join(" ");
}

function pathIn([first]: NonNullable<UsedCommand["options"]>): readonly string[] {
  if (first?.type !== OptionType.SubCommand && first?.type !== OptionType.SubCommandGroup) return [];
  return [titleOfCommand(first)];
}
