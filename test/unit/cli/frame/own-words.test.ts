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
])("of %j, %j are the program's own", (words, own) => {
  expect(ownWords(words)).toEqual(own);
});
