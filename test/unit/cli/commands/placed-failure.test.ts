import { join } from "node:path";
import { expect, it } from "vitest";
import { placedFailure } from "../../../../src/cli/commands/source.ts";
import { Failure } from "../../../../src/cli/frame/failure.ts";
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
  ["cut.json", '[\n  {"a": 1}\n\n', "Unexpected end of JSON input", "cut.json:2:11: The JSON is incomplete."],
])("adds the position to an error in %s", (name, text, message, expected) => {
  expect(placed(name, text, message)).toBe(expected);
});

it.each([
  ["c.mjs", "throw 1", "1"],
  ["c.json", "[", "EACCES"],
])("returns undefined for an error in %s without a known position", (name, text, message) => {
  expect(placed(name, text, message)).toBeUndefined();
});

it("returns undefined if the file does not exist", () => {
  expect(placedFailure(new Error("ENOENT"), "/nowhere/c.mjs")).toBeUndefined();
});

it("returns undefined for an error that has a hint, such as unsupported TypeScript", () => {
  const path = join(folderWith({ "c.ts": "const a: number = 1" }), "c.ts");
  const failure = new Failure("Node cannot read TypeScript.", {
    code: "file_unreadable",
    hint: "Use another.",
  });
  expect(placedFailure(failure, path)).toBeUndefined();
});
