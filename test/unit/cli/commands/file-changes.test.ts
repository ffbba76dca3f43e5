import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it, vi } from "vitest";
import { fileChanges, filesOf } from "../../../../src/cli/commands/file-changes.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const files = {
  "all.mjs": 'import { a } from "./more/a.mjs";\nimport * as b from "./b.mjs";\nexport default [a, b];',
  "more/a.mjs": 'export * from "./../b.mjs";\nexport { c } from "../c.mjs";\nexport const a = 1;',
  "b.mjs": 'import "./all.mjs";\nimport "node:fs";\nexport const b = 1;',
  "c.mjs": "export const c = 1;",
};

it("lists each local import and re-export once", () => {
  const folder = folderWith(files);
  const names = [...filesOf([join(folder, "all.mjs")])].map((path) => basename(path));
  expect(names).toEqual(["all.mjs", "a.mjs", "b.mjs", "c.mjs"]);
  expect([...filesOf([join(folder, "none.mjs")])]).toHaveLength(1);
});

it("reports replaced files, briefly missing files and changes made between waits", async () => {
  const folder = folderWith(files);
  const end = new AbortController();
  const changes = fileChanges({ files: [join(folder, "all.mjs")] }, end.signal);
  const isOver = async () => (await changes.next()).done;
  expect(await isOver()).toBe(false);
  writeFileSync(join(folder, "c.mjs"), "export const c = 12;");
  expect(await isOver()).toBe(false);
  writeFileSync(join(folder, "new"), "export const a = 123;");
  renameSync(join(folder, "new"), join(folder, "more", "a.mjs"));
  expect(await isOver()).toBe(false);
  const waiting = isOver();
  rmSync(join(folder, "all.mjs"));
  expect(await waiting).toBe(false);
  end.abort();
  expect(await isOver()).toBe(true);
});

it("ignores unrelated files", async () => {
  const folder = folderWith({ ...files, "c.mjs": 'import "./nowhere/d.mjs";\nexport const c = 1;' });
  const end = new AbortController();
  const changes = fileChanges({ files: [join(folder, "all.mjs")] }, end.signal);
  await changes.next();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const last = changes.next();
  writeFileSync(join(folder, "other.mjs"), "");
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  end.abort();
  expect((await last).done).toBe(true);
});

it("stops when the signal is aborted", async () => {
  const changes = fileChanges({ files: [join(folderWith(files), "all.mjs")] }, AbortSignal.abort());
  expect((await changes.next()).done).toBe(false);
  expect((await changes.next()).done).toBe(true);
});

it("reports a changed or added language, even in a directory created later", async () => {
  const folder = folderWith(files);
  const end = new AbortController();
  const sources = { files: [join(folder, "all.mjs")], languagesFolder: join(folder, "languages") };
  const changes = fileChanges(sources, end.signal);
  const isOver = async () => (await changes.next()).done;
  expect(await isOver()).toBe(false);
  mkdirSync(sources.languagesFolder);
  writeFileSync(join(sources.languagesFolder, "de.json"), "1");
  expect(await isOver()).toBe(false);
  writeFileSync(join(sources.languagesFolder, "de.json"), "12");
  expect(await isOver()).toBe(false);
  end.abort();
  expect(await isOver()).toBe(true);
});

it("does not stop if the languages directory is a file", async () => {
  const folder = folderWith({ ...files, languages: "" });
  const end = new AbortController();
  const sources = { files: [join(folder, "all.mjs")], languagesFolder: join(folder, "languages") };
  const changes = fileChanges(sources, end.signal);
  expect((await changes.next()).done).toBe(false);
  end.abort();
  expect((await changes.next()).done).toBe(true);
});
