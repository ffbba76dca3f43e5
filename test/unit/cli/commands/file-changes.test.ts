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

/** Watches the sources; `next` waits for a change and returns whether the watch is over. */
function watching(sources: Parameters<typeof fileChanges>[0]) {
  const end = new AbortController();
  const changes = fileChanges(sources, end.signal);
  return { end: () => end.abort(), next: async () => (await changes.next()).done };
}

it("lists each local import and re-export once", () => {
  const folder = folderWith(files);
  const names = [...filesOf([join(folder, "all.mjs")])].map((path) => basename(path));
  expect(names).toEqual(["all.mjs", "a.mjs", "b.mjs", "c.mjs"]);
  expect([...filesOf([join(folder, "none.mjs")])]).toHaveLength(1);
});

it("reports replaced files, briefly missing files and changes made between waits", async () => {
  const folder = folderWith(files);
  const { next, end } = watching({ files: [join(folder, "all.mjs")] });
  expect(await next()).toBe(false);
  writeFileSync(join(folder, "c.mjs"), "export const c = 12;");
  expect(await next()).toBe(false);
  writeFileSync(join(folder, "new"), "export const a = 123;");
  renameSync(join(folder, "new"), join(folder, "more", "a.mjs"));
  expect(await next()).toBe(false);
  const waiting = next();
  rmSync(join(folder, "all.mjs"));
  expect(await waiting).toBe(false);
  end();
  expect(await next()).toBe(true);
});

it("ignores unrelated files", async () => {
  const folder = folderWith({ ...files, "c.mjs": 'import "./nowhere/d.mjs";\nexport const c = 1;' });
  const { next, end } = watching({ files: [join(folder, "all.mjs")] });
  await next();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const last = next();
  writeFileSync(join(folder, "other.mjs"), "");
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  end();
  expect(await last).toBe(true);
});

it("watches a commands directory, including subdirectories that are created later", async () => {
  const folder = folderWith({ "commands/a.json": "{}" });
  const { next, end } = watching({ files: [join(folder, "commands")] });
  expect(await next()).toBe(false);
  writeFileSync(join(folder, "commands/a.json"), "[ ]");
  expect(await next()).toBe(false);
  mkdirSync(join(folder, "commands/more"));
  expect(await next()).toBe(false);
  const waiting = next();
  writeFileSync(join(folder, "commands/more/b.json"), "{}");
  expect(await waiting).toBe(false);
  end();
  expect(await next()).toBe(true);
});

it("reports a changed or added language, even in a directory created later", async () => {
  const folder = folderWith(files);
  const languagesFolder = join(folder, "languages");
  const { next, end } = watching({ files: [join(folder, "all.mjs")], languagesFolder });
  expect(await next()).toBe(false);
  mkdirSync(languagesFolder);
  writeFileSync(join(languagesFolder, "de.json"), "1");
  expect(await next()).toBe(false);
  writeFileSync(join(languagesFolder, "de.json"), "12");
  expect(await next()).toBe(false);
  end();
  expect(await next()).toBe(true);
});

it("ignores a languages directory that is a file, and stops when the signal is aborted", async () => {
  const folder = folderWith({ ...files, languages: "" });
  const sources = { files: [join(folder, "all.mjs")], languagesFolder: join(folder, "languages") };
  const { next, end } = watching(sources);
  expect(await next()).toBe(false);
  end();
  expect(await next()).toBe(true);
});
