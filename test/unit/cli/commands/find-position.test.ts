import * as nodeModule from "node:module";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PositionFinder } from "../../../../src/cli/commands/find-position.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

/** Returns the `file:line:column` of the value at the path. */
function positionIn(files: Record<string, string>, keys: readonly (string | number)[]): string | undefined {
  const [main = ""] = Object.keys(files);
  const position = new PositionFinder(join(folderWith(files), main)).find(keys);
  return position && `${basename(position.path)}:${position.line}:${position.column}`;
}

it.each([
  [
    "a list that a loop fills",
    [1, "name"],
    "list;\nconst list = [];\nfor (const name of names) list.push({ name });",
  ],
  ["an item after a spread of unknown length", [5], "[{},\n ...f()]"],
])("finds no position for %s", (_what, keys, source) => {
  expect(positionIn({ "commands.mjs": `export default ${source}` }, keys)).toBeUndefined();
});

describe("with a value in the source", () => {
  it.each<[what: string, keys: (string | number)[], source: string, at: string]>([
    ["in a list", [1, "name"], "[\n{},\n{ name: 1 }\n]", "3:3"],
    ["in an option", [0, "options", 0, "name"], "[{\n options: [\n  { 'name': 1 }] }]", "3:5"],
    ["at the last of two fields with the same name", [0, "name"], "[{ name: 1,\n name: 2 }]", "2:2"],
    ["at the object if the field is missing", [0, "name"], "[\n  {}]", "2:3"],
    ["at the root value if it is a number", ["x", 0], "5", "1:16"],
    ["in a constant", [0, "name"], "[ping];\nconst ping = {\n name: 1 };", "3:2"],
    ["in a function's argument", [0, "name"], "[define('x', {\n name: 1 })]", "2:2"],
    [
      "in the body of a defined command",
      [0, "name"],
      "[ping.body];\nconst ping = define({\n name: 1 });",
      "3:2",
    ],
    ["in a mapped list", [0, "name"], "[{\n name: 1 }].map(({ body }) => body)", "2:2"],
    ["in a spread object", [0, "nsfw"], "[{ ...all, name: 1 }];\nconst all = {\n nsfw: 1 };", "3:2"],
    ["in a spread list", [1, "name"], "[{}, ...more];\nconst more = [{\n name: 1 }];", "3:2"],
    ["before a spread of unknown length", [0], "[{},\n ...f()]", "1:17"],
    ["at a computed value", [0, "name"], "[\n f() ]", "2:2"],
    ["at the object if a property name is computed", [0, "name"], "[\n { [x]: 1, ...f() } ]", "2:2"],
    ["at a numeric property name", [0, "a", 0], "[{ a: {\n 0: 1 } }]", "2:2"],
    ["at the array if the item is a hole", [0], "[,\n1]", "1:16"],
  ])("finds its position %s", (_what, keys, source, at) => {
    expect(positionIn({ "commands.mjs": `export default ${source}` }, keys)).toBe(`commands.mjs:${at}`);
  });

  it("finds its position in another file", () => {
    const files = {
      "commands.mjs":
        'import ping, { pong, "no ne" as none } from "./more/ping.mjs";\nexport default [ping, pong, none, nobody];',
      "more/ping.mjs": "export const pong = {\n  name: 1 };\nexport default {\n   name: 2 };",
    };
    expect(positionIn(files, [0, "name"])).toBe("ping.mjs:4:4");
    expect(positionIn(files, [1, "name"])).toBe("ping.mjs:2:3");
    expect(positionIn(files, [2, "name"])).toBe("commands.mjs:2:29");
    expect(positionIn(files, [3, "name"])).toBe("commands.mjs:2:35");
  });

  it.each([
    ["of this file", "const all = [{\n name: 1 }];\nexport { all as default };", "commands.mjs:2:2"],
    ["of another file", 'export { all as default } from "./all.mjs";', "all.mjs:2:3"],
    ["of another file's default", 'export { default } from "./all.mjs";', "all.mjs:4:2"],
    ["of a package, at the export statement", 'export { all as default } from "all";', "commands.mjs:1:10"],
  ])("finds its position in a named export %s", (_what, source, at) => {
    const all = "export const all = [{\n  name: 1 }];\nexport default [{\n name: 2 }];";
    expect(positionIn({ "commands.mjs": source, "all.mjs": all }, [0, "name"])).toBe(at);
  });

  it("finds its position in JSON", () => {
    expect(positionIn({ "c.json": '{\n "commands": [{\n  "name": 1 }] }' }, ["commands", 0, "name"])).toBe(
      "c.json:3:3",
    );
  });
});

it("stops at circular references", () => {
  const main = "export default [a];\nvar a = b,\n  b = a;";
  expect(positionIn({ "commands.mjs": main }, [0, "name"])).toMatch(/^commands\.mjs:[23]:/);
});

it("points at an imported name if the imported file cannot be read", () => {
  const main = 'import { ping } from "./ping.mjs";\nexport default [ping];';
  expect(positionIn({ "commands.mjs": main }, [0, "name"])).toBe("commands.mjs:2:17");
});

it.each(["export const a = 1;", "export default ["])("finds no position in %j", (text) => {
  expect(positionIn({ "commands.mjs": text }, [0])).toBeUndefined();
});

it("finds the position in TypeScript if Node supports it", () => {
  const text = "const a: object = {\n name: 1 };\nexport default [a] satisfies object[];";
  const expected = "stripTypeScriptTypes" in nodeModule ? "commands.ts:2:2" : undefined;
  expect(positionIn({ "commands.ts": text }, [0, "name"])).toBe(expected);
});
