import { expect, it } from "vitest";
import { ownWords } from "../../../../src/cli/frame/run-command.ts";

it.each([
  [
    ["token", "--json"],
    ["token", "--json"],
  ],
  [
    ["token", "--exec", "--", "tool", "--json"],
    ["token", "--exec"],
  ],
  [["--", "tool"], []],
])("treats these words of %j as the program's own: %j", (words, own) => {
  expect(ownWords(words)).toEqual(own);
});
