import type { Random } from "../description/random.ts";

type Fields = Record<string, unknown>;

const names = [
  "It's",
  "l'été",
  "lʼété",
  "Ping",
  "ДА",
  "да",
  "हिन्दी",
  "ภาษา",
  "café",
  "cafe\u0301",
  "a b",
  "🎮",
  "①",
  "ǅ",
];
const locales = ["pt-BR", "pt_BR", "ar", "he", "en", "xx", "DE"];
const flags = [true, false, null, 1, "true"];
const permissions = [
  "0",
  "18446744073709551615",
  "18446744073709551616",
  "-1",
  "",
  0,
  2 ** 54,
  2 ** 54 + 4,
  0.5,
];
const ids = ["1", "0", "18446744073709551615", "18446744073709551616", "99999999999999999999", 7, null];
const lists = [[0, 0], [0, 1, 0], [2], [1, 2], [], [16], [16, 16], ["0"], null];

const commandFields: Readonly<Record<string, readonly unknown[]>> = {
  name: names,
  nsfw: flags,
  dm_permission: flags,
  default_permission: flags,
  default_member_permissions: permissions,
  contexts: lists,
  integration_types: lists,
  handler: [1, 2, 3, null],
  type: [null, 1, 2, 3, 4, 5, "1"],
  id: ids,
  version: ids,
  description: ["", null, "d".repeat(100), "é".repeat(101)],
  colour: ["red"],
};

const optionFields: Readonly<Record<string, readonly unknown[]>> = {
  name: names,
  required: flags,
  autocomplete: flags,
  choices: [
    null,
    [],
    [{ name: "A", value: "a" }],
    [{ name: "A", value: 1 }],
    [{ name: "A", value: "v".repeat(101) }],
  ],
  min_value: [null, 0, -1, 2 ** 53, 2 ** 53 + 2],
  max_value: [null, 0, 1.5, -(2 ** 53)],
  min_length: [null, 0, 6000, 6001, 0.5],
  max_length: [null, 0, 1, 6000],
  channel_types: lists,
  file_types: [null, [".png"], ["png"], ["image", "image"], [`.${"x".repeat(15)}`], [`.${"x".repeat(16)}`]],
  options: [null, [], [{ type: 3, name: "below", description: "d" }]],
  type: [3, 4, 7, 10, 11, 12],
  colour: ["red"],
};

/**
 * Gives a command or one of its options an unusual field that a schema would not generate: Unicode, unknown fields, duplicates,
 * huge ids.
 */
export function makeOdd(command: Fields, random: Random): void {
  const { options } = command;
  const isOption = Array.isArray(options) && options.length > 0 && random.chance(0.5);
  const fields = isOption ? random.pick(options as Fields[]) : command;
  if (random.chance(0.2)) {
    fields["name_localizations"] = { [random.pick(locales)]: random.pick([...names, null, ""]) };
    return;
  }
  const [name, values] = random.pick(Object.entries(isOption ? optionFields : commandFields));
  fields[name] = random.pick(values);
}
