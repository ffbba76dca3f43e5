import { join } from "node:path";
import * as nodeModule from "node:module";
import { expect, it } from "vitest";
import { readSource } from "../../../../src/cli/commands/find-place.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

function read(name: string, text: string) {
  return readSource(join(folderWith({ [name]: text }), name));
}

it("resolves the default export through constants and relative imports", () => {
  const source = read(
    "commands.mjs",
    `import ping, { pong as other, "a b" as odd } from "./ping.mjs";
     import * as all from "./all.mjs";
     import { defineCommand } from "slashpass/interactions";
     export const one = 1, [two] = [2];
     const three = 3;
     let later;
     export { three };
     export default [one];`,
  );
  expect(source.root).toMatchObject({ type: "ArrayExpression", loc: { start: { line: 8, column: 20 } } });
  expect([...source.constants.keys()]).toEqual(["one", "three"]);
  expect([...source.imports].map(([local, { name }]) => [local, name])).toEqual([
    ["ping", "default"],
    ["other", "pong"],
    ["odd", "a b"],
  ]);
  expect(source.imports.get("ping")?.path).toMatch(/[\\/]ping\.mjs$/);
});

it("parses JSON as an expression", () => {
  expect(read("commands.json", '[{ "name": "ping" }]').root).toMatchObject({ type: "ArrayExpression" });
});

it("has no root without a default export", () => {
  expect(read("commands.js", "export const a = 1;").root).toBeUndefined();
});

it("parses TypeScript if Node does, and throws a SyntaxError otherwise", () => {
  const readTyped = () =>
    read("commands.ts", "const a: number = 1;\nexport default [a] satisfies number[];").root;
  if ("stripTypeScriptTypes" in nodeModule)
    expect(readTyped()).toMatchObject({ loc: { start: { line: 2 } } });
  else expect(readTyped).toThrow(SyntaxError);
});

it("throws with the location of a syntax error", () => {
  expect(() => read("commands.mjs", "export default [\n  {,}\n];")).toThrow(
    expect.objectContaining({ loc: { line: 2, column: 3 } }) as Error,
  );
});
