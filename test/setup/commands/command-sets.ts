import * as fc from "fast-check";
import { type DesiredCommand, validateCommandSet } from "../../../src/commands/index.ts";

const scope = "global";

const text = fc.constantFrom("a", "b", "c");
const locale = fc.constantFrom("de", "fr", "en-US");
const dictionary = fc.option(fc.dictionary(locale, fc.constantFrom("x", "y", "a", "b", "c"), { maxKeys: 2 }));

const option = fc.record(
  {
    type: fc.constant(3),
    name: text,
    description: fc.constantFrom("first", "second"),
    required: fc.boolean(),
    choices: fc
      .uniqueArray(text, { maxLength: 2 })
      .map((values) => values.map((value) => ({ name: value, value }))),
    min_length: fc.constantFrom(0, 3),
  },
  { requiredKeys: ["type", "name", "description"] },
);

const shared = {
  name: text,
  name_localizations: dictionary,
  nsfw: fc.boolean(),
  default_member_permissions: fc.constantFrom(null, "0", "32", "032"),
  contexts: fc.constantFrom(null, [0], [1, 0], [0, 1]),
  integration_types: fc.constantFrom([0], [1, 0]),
};

const optional = ["name"] as const;
const chatInput = fc.record(
  {
    ...shared,
    description: fc.constantFrom("first", "second"),
    options: fc.uniqueArray(option, { maxLength: 2, selector: ({ name }) => name }),
  },
  { requiredKeys: [...optional, "description"] },
);
const menu = fc.record({ ...shared, type: fc.constant(3) }, { requiredKeys: [...optional, "type"] });
const entryPoint = fc.record(
  {
    ...shared,
    type: fc.constant(4),
    handler: fc.constantFrom(1, 2),
    description: fc.constantFrom("first", "second"),
  },
  { requiredKeys: [...optional, "type"] },
);

/** Command sets that violate no rule. */
export const commandSet: fc.Arbitrary<DesiredCommand[]> = fc
  .uniqueArray(fc.oneof({ weight: 4, arbitrary: chatInput }, menu, entryPoint), {
    maxLength: 4,
    selector: (command) =>
      "type" in command && command.type === 4 ? "4" : JSON.stringify([command.name, "type" in command]),
  })
  .map((commands) => commands as unknown as DesiredCommand[])
  .filter((commands) =>
    validateCommandSet(commands, { scope }).every(({ severity }) => severity !== "error"),
  );
