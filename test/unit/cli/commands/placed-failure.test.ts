import { join } from "node:path";
import { expect, it } from "vitest";
import { placedFailure } from "../../../../src/cli/commands/source.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

function placed(name: string, text: string, message: string): string | undefined {
  const path = join(folderWith({ [name]: text }), name);
  return placedFailure(new Error(message), path)?.message.replace(path, name);
}

it.each([
  ["c.mjs", "export default [\n  {,}", "Unexpected token ','", "c.mjs:2:4: Unexpected token."],
  [
    "c.json",
    '[\n  {"a" 1}',
    "c.json cannot be loaded: Expected ':' in JSON at position 8",
    "c.json:2:7: Expected ':'.",
  ],
])("names the place in %s", (name, text, message, expected) => {
  expect(placed(name, text, message)).toBe(expected);
});

it.each([
  ["c.mjs", "throw 1", "1"],
  ["c.json", "[", "Unexpected end of JSON input"],
])("leaves a failure in %s as it is where no place is known", (name, text, message) => {
  expect(placed(name, text, message)).toBeUndefined();
});

it("leaves the failure of a file that is not there", () => {
  expect(placedFailure(new Error("ENOENT"), "/nowhere/c.mjs")).toBeUndefined();
});
