import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withDevScript } from "../../../../src/cli/init/dev-script.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const textFor = (manifest: unknown) => withDevScript(folderWith({ "package.json": manifest }))?.text;

it("adds the script to a package.json, and keeps its indentation", () => {
  const folder = folderWith({
    "package.json": '{\n\t"name": "game",\n\t"scripts": { "test": "node --test" }\n}',
  });
  expect(withDevScript(folder)).toEqual({
    path: join(folder, "package.json"),
    text: '{\n\t"name": "game",\n\t"scripts": {\n\t\t"test": "node --test",\n\t\t"dev": "slashpass dev"\n\t}\n}\n',
  });
  expect(textFor("{}")).toBe('{\n  "scripts": {\n    "dev": "slashpass dev"\n  }\n}\n');
});

it("keeps the byte order mark and line endings of a package.json", () => {
  const text = '{\r\n  "name": "game"\r\n}\r\n';
  const scripts = '{\r\n  "name": "game",\r\n  "scripts": {\r\n    "dev": "slashpass dev"\r\n  }\r\n}\r\n';
  expect(textFor(text)).toBe(scripts);
  expect(textFor(`\uFEFF${text}`)).toBe(`\uFEFF${scripts}`);
});

it("rejects a package.json in UTF-16", () => {
  const path = join(folderWith({ "package.json": "" }), "package.json");
  writeFileSync(path, "\uFEFF{}", "utf16le");
  expect(() => withDevScript(join(path, ".."))).toThrow(
    expect.objectContaining({
      code: "file_unreadable",
      message: `The file ${path} cannot be loaded: it is in UTF-16, and must be in UTF-8.`,
    }),
  );
});

it("does not change a package.json that has the script or is invalid", () => {
  const others = [{ scripts: { dev: "vite" } }, { scripts: "none" }, "[]", "no JSON"];
  expect(others.map(textFor)).toEqual(others.map(() => undefined));
  expect(withDevScript(folderWith({}))).toBeUndefined();
});
