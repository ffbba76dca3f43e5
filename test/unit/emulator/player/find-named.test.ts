import { expect, test } from "vitest";
import { findNamed, unknownName } from "../../../../src/emulator/player/find-named.ts";

const items = [
  { id: "1", name: "general" },
  { id: "2", name: "wreck" },
  { id: "3", name: "1" },
];

test("prefers a name to an id", () => {
  expect(findNamed("channel", "wreck", items)).toBe(items[1]);
  expect(findNamed("channel", "2", items)).toBe(items[1]);
  expect(findNamed("channel", "1", items)).toBe(items[2]);
});

test("rejects an ambiguous role name and lists the ids", () => {
  const divers = [
    { id: "1", name: "Divers" },
    { id: "2", name: "Divers" },
  ];
  expect(() => findNamed("role", "Divers", divers)).toThrow(
    expect.objectContaining({ code: "ambiguous_match", hint: "Use one of their ids: 1, 2." }),
  );
  expect(findNamed("role", "2", divers)).toBe(divers[1]);
  expect(findNamed("button", "Divers", divers)).toBe(divers[0]);
});

test("rejects an unknown name and lists the known names", () => {
  expect(() => findNamed("channel", "wrek", items)).toThrow(
    expect.objectContaining({
      code: "unknown_channel",
      message: 'There is no channel "wrek" here. Did you mean "wreck"?',
      hint: 'Available: "general", "wreck", "1".',
    }),
  );
  expect(unknownName("choice", "x", [], " of map")).toMatchObject({
    code: "unknown_choice",
    hint: "There is no choice of map yet.",
  });
  const many = Array.from({ length: 11 }, (_, index) => ({ name: String(index) }));
  expect(unknownName("role", "Captains", many).hint).toMatch(/"9", …\.$/);
});
