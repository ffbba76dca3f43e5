import { expect, it } from "vitest";
import { changed, differences, readChange } from "../../../../src/cli/permissions/edit.ts";

const guildId = "1400000000000000002";
const everyone = { id: guildId, type: 1, permission: false } as const;
const role = { id: "1400000000000000003", type: 1, permission: true } as const;
const none = { allow: [], deny: [], remove: [] };

it("keeps other overwrites, and replaces specified ones", () => {
  const change = readChange({ ...none, allow: ["everyone"] }, guildId);
  expect(changed([everyone, role], change)).toEqual([role, { ...everyone, permission: true }]);
  expect(changed([everyone, role], readChange({ ...none, remove: ["everyone"] }, guildId))).toEqual([role]);
});

it("lists removed and added overwrites only", () => {
  const other = { ...everyone, permission: true };
  expect(differences([everyone, role], [role, other])).toEqual([
    { mark: "-", overwrite: everyone },
    { mark: "+", overwrite: other },
  ]);
});

it("rejects an empty change and duplicate targets", () => {
  expect(() => readChange(none, guildId)).toThrow("No changes are specified");
  const words = { ...none, deny: ["everyone"], remove: ["all-channels", `role:${guildId}`] };
  expect(() => readChange(words, guildId)).toThrow("everyone is specified twice");
});
