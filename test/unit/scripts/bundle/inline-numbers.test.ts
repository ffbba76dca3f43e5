import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { inlineNumbers } from "../../../../scripts/bundle/inline-numbers.js";

const { transform } = inlineNumbers();
const id = fileURLToPath(new URL("../../../../src/interactions/module.ts", import.meta.url));
const imports = `import { CommandType, EntryPointHandler as Handler, type Command } from "../wire/command.ts";
import { limits } from "../wire/limits.ts";
import type { InteractionType } from "../wire/interaction.ts";
import { OAuth2 } from "package";
`;

/** Returns the transformed module without its imports. */
function written(code: string): string {
  expect(id).toMatch(transform.filter.id);
  const { code: text } = transform.handler(imports + code, id);
  expect(text.startsWith(imports)).toBe(true);
  return text.slice(imports.length);
}

it.each([
  ["x === CommandType.Message ? Handler.AppHandler : limits.choices", "x === (3) ? (1) : (25)"],
  ["({ [CommandType.User]: CommandType.User.toString() })", "({ [(2)]: (2).toString() })"],
  ["const { User, Message: menu } = CommandType, other = 1;", "const User = 2, menu = 3, other = 1;"],
])("inlines the numbers in %s", (code, expected) => {
  expect(written(code)).toBe(expected);
});

it.each([
  ["the record itself", "Object.values(CommandType)"],
  ["a computed name", "CommandType[name]"],
  ["a field that is not a number", "limits.commandsByType[1]"],
  ["fields that include a non-number", "const { choices, commandsByType } = limits;"],
  ["rest fields", "const { choices, ...others } = limits;"],
  ["a name that the record lacks", "CommandType.toString()"],
  ["a record from a package", "OAuth2.Scope"],
  ["a record that is imported as a type", "InteractionType.Ping"],
  ["a type", "let a: typeof CommandType.User;"],
  ["a field of another object", "a.CommandType.User"],
])("does not change %s", (_, code) => {
  expect(written(code)).toBe(code);
});
