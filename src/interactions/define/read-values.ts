import { setField } from "../../commands/rules/set-field.ts";
import type { CommandData } from "../../wire/interaction.ts";
import { definitionOf, type GivenOption, findFilledLevel, isSubCommand, mismatch } from "./filled-options.ts";
import type { OptionDefinition } from "./option-definition.ts";
import { malformed } from "../../events/interaction-payload.ts";
import { readValueOf } from "./values-by-type.ts";

/**
 * The values of a slash command as `ChatInputValues` types them; nothing passes that the types do not promise.
 *
 * @throws ClientError `malformed_payload` or `command_mismatch`.
 */
export function readValues(definitions: readonly OptionDefinition[], data: CommandData): unknown {
  const { path, definitions: level, filled } = findFilledLevel(definitions, data.options);
  const values = new Map<string, unknown>();
  for (const option of filled) values.set(option.name, readValue(definitionOf(level, option), option, data));
  if (level.some(isSubCommand)) throw mismatch("it is defined with subcommands, and none was used");
  const options = valuesByName(level, values);
  return path.length > 0 ? { name: path.join(" "), options } : options;
}

/** Every option of the level has a field, own even if it is named `__proto__`. */
function valuesByName(
  definitions: readonly OptionDefinition[],
  values: ReadonlyMap<string, unknown>,
): unknown {
  const byName: Record<string, unknown> = {};
  for (const definition of definitions) {
    const { name } = definition;
    if ("required" in definition && definition.required && !values.has(name)) {
      throw mismatch(`the option "${name}" is required here, and missing`);
    }
    setField(byName, name, values.get(name));
  }
  return byName;
}

function readValue(definition: OptionDefinition, option: GivenOption, data: CommandData): unknown {
  const value = readValueOf(definition.type, option.value, data);
  if (value === undefined) throw malformed(`the value of "${definition.name}"`);
  if (!isChoice(definition, value))
    throw mismatch(`the value of "${definition.name}" is not among its choices`);
  return value;
}

function isChoice(definition: OptionDefinition, value: unknown): boolean {
  if ("choices" in definition && definition.choices) {
    return definition.choices.some((choice) => choice.value === value);
  }
  if ("channel_types" in definition && definition.channel_types) {
    return (definition.channel_types as readonly unknown[]).includes((value as { type?: unknown }).type);
  }
  return true;
}
