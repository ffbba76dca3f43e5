import { join } from "node:path";
import { expect, it } from "vitest";
import { withDevScript } from "../../../../src/cli/init/dev-script.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const textFor = (manifest: unknown) => withDevScript(folderWith({ "package.json": manifest }))?.text;

it("a package.json gets the script, in its own indentation", () => {
  const folder = folderWith({
    "package.json": '{\n\t"name": "game",\n\t"scripts": { "test": "node --test" }\n}',
  });
  expect(withDevScript(folder)).toEqual({
    path: join(folder, "package.json"),
    text: '{\n\t"name": "game",\n\t"scripts": {\n\t\t"test": "node --test",\n\t\t"dev": "slashpass dev"\n\t}\n}\n',
  });
  expect(textFor("{}")).toBe('{\n  "scripts": {\n    "dev": "slashpass dev"\n  }\n}\n');
});

it("a package.json that has one, or cannot be read, stays as it is", () => {
  const others = [{ scripts: { dev: "vite" } }, { scripts: "none" }, "[]", "no JSON"];
  expect(others.map(textFor)).toEqual(others.map(() => undefined));
  expect(withDevScript(folderWith({}))).toBeUndefined();
});
