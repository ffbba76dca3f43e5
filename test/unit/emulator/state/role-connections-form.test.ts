import { expect, test } from "vitest";
import { roleConnectionMetadataForm } from "../../../../src/emulator/state/application-form.ts";

const level = { type: 2, key: "level", name: "Level", description: "d" };
const paths = (records: unknown) => roleConnectionMetadataForm(records, []).map(({ path }) => path.join("."));

test("reports every problem at its place", () => {
  expect(paths([level])).toEqual([]);
  expect(paths([{ ...level, key: "a b", name: "", name_localizations: { xx: "x", de: "" } }])).toEqual([
    "0.key",
    "0.name",
    "0.name_localizations.de",
    "0.name_localizations.xx",
  ]);
  expect(paths([level, level, { ...level, key: "other" }])).toEqual(["1.key"]);
  expect(paths([{ ...level, key: 5 }])).toEqual(["0.key"]);
  expect(paths([null])).toEqual(["0"]);
});
