import { expect, test } from "vitest";
import { readValueOf } from "../../../../src/interactions/define/option-values.ts";
import type { CommandPayload } from "../../../../src/interactions/index.ts";
import type { OptionType } from "../../../../src/wire/command-option.ts";
import { ada } from "../../../setup/interactions/service.ts";

const channel = { id: "30", type: 0, name: "general", permissions: "0" };
const role = { id: "20", name: "Mods", position: 1, permissions: "0" };
const attachment = { id: "40", filename: "a.png", size: 1, url: "https://cdn.example/a.png" };
const resolved = {
  users: { [ada.id]: ada },
  channels: { 30: channel },
  roles: { 20: role },
  attachments: { 40: attachment },
};
const data = { id: "1", name: "test", type: 1, resolved } as unknown as CommandPayload["data"];

test.each<[OptionType, unknown, unknown]>([
  [3, "text", "text"],
  [3, 5, undefined],
  [4, 5, 5],
  [4, 5.5, undefined],
  [4, 2 ** 53, undefined],
  [4, "5", undefined],
  [5, false, false],
  [5, "true", undefined],
  [6, ada.id, { id: ada.id, user: ada, member: undefined }],
  [7, "30", channel],
  [8, "20", role],
  [9, "20", { id: "20", role }],
  [10, 0.5, 0.5],
  [10, "0.5", undefined],
  [10, null, undefined],
  [11, "40", attachment],
  [11, "41", undefined],
  [1, "text", undefined],
  [2, "text", undefined],
])("reads an option of type %i with %j as %j", (type, value, expected) => {
  expect(readValueOf(type, value, data)).toEqual(expected);
});
