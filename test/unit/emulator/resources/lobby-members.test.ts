import { expect, test } from "vitest";
import { lobbyMembersForm } from "../../../../src/emulator/resources/lobbies.ts";

const problems = (metadata: unknown) => lobbyMembersForm([{ id: "1", metadata }], []);

test("limits metadata to 1000 characters, including the names", () => {
  expect(problems({ a: "x".repeat(999) })).toEqual([]);
  expect(problems({ ab: "x".repeat(999) })).toMatchObject([{ path: ["0", "metadata"] }]);
  expect(problems({ a: "x".repeat(1025) })).toMatchObject([{ path: ["0", "metadata", "a"] }]);
  expect(problems("x")).toMatchObject([{ path: ["0", "metadata"] }]);
  expect(problems(null)).toEqual([]);
});
