import { expect, it } from "vitest";
import { changed, differences, readChange } from "../../../../src/cli/permissions/edit.ts";

const guildId = "1400000000000000002";
const everyone = { id: guildId, type: 1, permission: false } as const;
const role = { id: "1400000000000000003", type: 1, permission: true } as const;
const none = { allow: [], deny: [], remove: [] };

it("what is not named stays, and what is set replaces what was", () => {
  const change = readChange({ ...none, allow: ["everyone"] }, guildId);
  expect(changed([everyone, role], change)).toEqual([role, { ...everyone, permission: true }]);
  expect(changed([everyone, role], readChange({ ...none, remove: ["everyone"] }, guildId))).toEqual([role]);
});

it("what is taken back and what comes are told, and nothing else", () => {
  const other = { ...everyone, permission: true };
  expect(differences([everyone, role], [role, other])).toEqual([
    { mark: "-", overwrite: everyone },
    { mark: "+", overwrite: other },
  ]);
});

it("something has to be named, and each once", () => {
  expect(() => readChange(none, guildId)).toThrow("No change is given");
  const words = { ...none, deny: ["everyone"], remove: ["all-channels", `role:${guildId}`] };
  expect(() => readChange(words, guildId)).toThrow("everyone is given twice");
});
