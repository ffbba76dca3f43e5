import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import {
  writeFiles,
  withDevScript,
  extensionOf,
  moduleKindOf,
  readableFormats,
  handlerText,
  configText,
  firstCommandsText,
} from "../../../../src/cli/init/write-files.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";

it("writes each file and leaves no temporary files", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "b"), "old");
  await writeFiles(new Map(["a", "b"].map((name) => [join(folder, name), name])));
  expect(readdirSync(folder)).toEqual(["a", "b"]);
  expect(readFileSync(join(folder, "b"), "utf8")).toBe("b");
});

it("removes the new files and reports the failed one if a file cannot be written", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "taken"));
  for (const [name, code] of [
    ["taken", "EISDIR"],
    ["none/b", "ENOENT"],
  ] as const) {
    const files = new Map(["a", name].map((file) => [join(folder, file), file]));
    const message = expect.stringMatching(new RegExp(`${name}.* cannot be written \\(${code}\\)`));
    await expect(writeFiles(files)).rejects.toMatchObject({ code: "file_not_written", message });
    expect(readdirSync(folder)).toEqual(["taken"]);
  }
});

it("creates the specified directories and removes new ones on failure", async () => {
  const folder = temporaryFolder();
  const page = join(folder, "page");
  const files = (name: string) =>
    new Map([
      [join(page, "a"), "a"],
      [join(folder, name), "b"],
    ]);
  await expect(writeFiles(files("none/b"), [page])).rejects.toMatchObject({ code: "file_not_written" });
  expect(readdirSync(folder)).toEqual([]);
  await writeFiles(files("b"), [page]);
  expect(readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
    "b",
    "page",
    "page/a",
  ]);
  await expect(writeFiles(files("none/b"), [page])).rejects.toMatchObject({ code: "file_not_written" });
  expect(readdirSync(page)).toEqual(["a"]);
});

const textFor = (manifest: unknown) => withDevScript(folderWith({ "package.json": manifest }))?.text;

it("adds the script to a package.json and keeps its indentation", () => {
  const folder = folderWith({
    "package.json": '{\n\t"name": "game",\n\t"scripts": { "test": "node --test" }\n}',
  });
  expect(withDevScript(folder)).toEqual({
    path: join(folder, "package.json"),
    text: '{\n\t"name": "game",\n\t"scripts": {\n\t\t"test": "node --test",\n\t\t"dev": "slashpass dev"\n\t}\n}\n',
  });
  expect(textFor("{}")).toBe('{\n  "scripts": {\n    "dev": "slashpass dev"\n  }\n}\n');
});

it("keeps a package.json's byte order mark and line endings", () => {
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
      message: `The file ${path} cannot be loaded: it is UTF-16, but must be UTF-8.`,
    }),
  );
});

it("does not change a package.json that already has the script or is invalid", () => {
  const others = [{ scripts: { dev: "vite" } }, { scripts: "none" }, "[]", "no JSON"];
  expect(others.map(textFor)).toEqual(others.map(() => undefined));
  expect(withDevScript(folderWith({}))).toBeUndefined();
});

it("offers TypeScript as a format only if Node strips types", () => {
  expect(readableFormats({ typescript: "strip" })).toEqual(["mjs", "json", "ts"]);
  expect(readableFormats({ typescript: false })).toEqual(["mjs", "json"]);
  expect(readableFormats({})).toEqual(["mjs", "json"]);
});

it("chooses a TypeScript extension that Node treats as a module", () => {
  const folder = temporaryFolder();
  expect(extensionOf("mjs", folder)).toBe("mjs");
  expect(extensionOf("ts", folder)).toBe("mts");
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  expect(extensionOf("ts", folder)).toBe("mts");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(extensionOf("ts", folder)).toBe("ts");
});

it("rejects a format that this Node version cannot load", async () => {
  const words = ["init", "--yes", "--application", "1400000000000000001", "--format", "ts"];
  const { code, stderr } = await runInProcess(words, { cwd: temporaryFolder() });
  const isRead = readableFormats(process.features).includes("ts");
  expect([code, stderr.includes("Use Node 22.18 or later")]).toEqual(isRead ? [0, false] : [2, true]);
});

it("returns the nearest package.json's module type", () => {
  const folder = temporaryFolder();
  const below = join(folder, "a", "b");
  mkdirSync(below, { recursive: true });
  expect(moduleKindOf(below)).toBeUndefined();
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  expect(moduleKindOf(below)).toBe("commonjs");
  writeFileSync(join(below, "package.json"), "{}");
  expect(moduleKindOf(below)).toBeUndefined();
});

const config = {
  environments: {
    development: { applicationId: "1400000000000000001", guildId: "1400000000000000002" },
    production: { applicationId: "1400000000000000003", protected: true },
  },
  defaultEnvironment: "development",
  commands: "./commands.mjs",
};

describe.each(["mjs", "json", "ts"] as const)("the files in the format %s", (format) => {
  it("match their snapshots", async () => {
    await expect(configText(config, format)).toMatchFileSnapshot(
      `../../../golden/program/init/slashpass.config.${format}.txt`,
    );
    await expect(firstCommandsText(format)).toMatchFileSnapshot(
      `../../../golden/program/init/commands.${format}.txt`,
    );
    await expect(handlerText(format, `commands.${format}`)).toMatchFileSnapshot(
      `../../../golden/program/init/handler.${format}.txt`,
    );
  });
});
