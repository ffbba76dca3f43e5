import { type Command, CommandType } from "../../wire/command.ts";
import type { CommandOption, OptionType } from "../../wire/command-option.ts";
import { optionTraits } from "../../wire/option-traits.ts";
import type { Records } from "../player/records.ts";
import { listUsables } from "../player/usable.ts";
import type { Named, ShownCommand, ShownField } from "./model/view.ts";

/** Commands as the page offers them, subcommands spelled out. */
export function describeCommands(
  commands: readonly Command[],
  records: Pick<Records, "list">,
): readonly ShownCommand[] {
  return commands.flatMap(listUsables).map(({ command, title, description, fields }) => ({
    title,
    kind: kinds[command.type ?? CommandType.ChatInput],
    description,
    isGuildCommand: command.guild_id !== undefined,
    fields: fields.map((option) => describeField(option, records)),
  }));
}

const kinds: Readonly<Record<CommandType, ShownCommand["kind"]>> = {
  [CommandType.ChatInput]: "slash",
  [CommandType.User]: "user",
  [CommandType.Message]: "message",
  [CommandType.PrimaryEntryPoint]: "launch",
};

/** What some options have. */
interface Settings {
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
}

function describeField(option: CommandOption, records: Pick<Records, "list">): ShownField {
  const settings = option as Settings;
  return {
    name: option.name,
    description: option.description,
    type: option.type,
    isRequired: settings.required === true,
    isSuggesting: settings.autocomplete === true,
    items: itemsOf(option.type, settings, records),
    min: settings.min_value,
    max: settings.max_value,
    minLength: settings.min_length,
    maxLength: settings.max_length,
  };
}

const answers: readonly Named[] = [
  { id: "true", name: "True" },
  { id: "false", name: "False" },
];

function itemsOf(
  type: OptionType,
  { choices = [], channel_types: channelTypes }: Settings,
  records: Pick<Records, "list">,
): readonly Named[] | undefined {
  if (choices.length > 0) return choices.map(({ name, value }) => ({ id: String(value), name }));
  const { holds, record } = optionTraits[type];
  if (holds === "boolean") return answers;
  if (record === undefined || record === "attachment") return undefined;
  return records.list(record, channelTypes).map(({ id, name }) => ({ id, name }));
}
