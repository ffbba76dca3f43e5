import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadFile, loadFileAnew } from "../../../../src/cli/settings/load-file.ts";
import { runProgram } from "../../../setup/child-process.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { until } from "../../../setup/until.ts";

it("loads JSON and modules and reloads them after changes", async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return loadFile(join(folder, name), "The file");
  };
  expect(await write("a.json", "[1]")).toEqual([1]);
  expect(await write("a.mjs", "export default [2]")).toEqual([2]);
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(await write("a.mjs", "export default [3]")).toEqual([3]);
});

describe("a file that cannot be read", () => {
  it.each([
    ["nosuch.json", "it does not exist."],
    ["nosuch.mjs", "it does not exist."],
    ["nosuch.ts", "it does not exist."],
    ["locked.mjs", "it is a folder."],
    ["empty.json", "it is empty."],
    ["empty.mjs", "it is empty."],
  ])("is rejected with a reason and a hint: %s", async (name, reason) => {
    const path = join(folderWith({ "empty.json": "", "empty.mjs": "", "locked.mjs/a": "" }), name);
    for (const load of [loadFile, loadFileAnew]) {
      await expect(load(path, "The file")).rejects.toMatchObject({
        message: `The file ${path} cannot be loaded: ${reason}`,
        hint: expect.stringMatching(/\.$/),
        exitCode: 2,
      });
    }
  });
});

describe.each([
  ["a.json", "[1]"],
  ["a.mjs", "export default [1];"],
])("loading %s", (name, text) => {
  const write = (content: string | Uint8Array) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, content);
    return path;
  };

  it("accepts a byte order mark and CRLF", async () => {
    const path = write(`\uFEFF\r\n${text}\r\n`);
    for (const load of [loadFile, loadFileAnew]) expect(await load(path, "The file")).toEqual([1]);
  });

  it("rejects a pipe immediately", needs("a POSIX system"), async () => {
    const path = join(temporaryFolder(), name);
    await runProgram("mkfifo", [path]);
    for (const load of [loadFile, loadFileAnew])
      await expect(load(path, "The file")).rejects.toMatchObject({
        message: expect.stringContaining("a pipe"),
      });
  });
});

it("stops waiting for a module when the signal is aborted", async () => {
  const waiting =
    "await new Promise((resolve) => { globalThis.settleModule = resolve; });\nexport default 1;";
  const path = join(folderWith({ "a.mjs": waiting }), "a.mjs");
  const before = process.listenerCount("SIGHUP");
  const loading = loadFile(path, "The file");
  const rejected = expect(loading).rejects.toMatchObject({ code: "file_unreadable" });
  await until(() => process.listenerCount("SIGHUP") > before);
  process.emit("SIGHUP", "SIGHUP");
  await rejected;
  expect(process.listenerCount("SIGHUP")).toBe(before);
  // A pending import would block `vi.dynamicImportSettled` in all later test files of this process.
  const shared = globalThis as { settleModule?: () => void };
  await until(() => shared.settleModule !== undefined);
  shared.settleModule?.();
  delete shared.settleModule;
});

it("reports a module's missing import", async () => {
  const cwd = folderWith({ "a.mjs": 'import "./more.mjs";\nexport default [];' });
  await expect(loadFile(join(cwd, "a.mjs"), "The file")).rejects.toMatchObject({
    message: expect.stringMatching(/cannot be loaded: .*more\.mjs/),
  });
});

it("rejects TypeScript with a hint if Node cannot load it", async () => {
  // Simulates Node 20's error, because files are compiled here before Node loads them.
  const refused = `throw Object.assign(new Error("no"), { code: "ERR_UNKNOWN_FILE_EXTENSION" })`;
  await expect(loadFile(join(folderWith({ "a.ts": refused }), "a.ts"), "The file")).rejects.toMatchObject({
    code: "file_unreadable",
    message: expect.stringContaining("cannot read TypeScript."),
    hint: expect.stringContaining("Use Node 22.18 or later"),
  });
});

describe("loadFileAnew", () => {
  const anew = (text: string, more = "export const name = 'one';") => {
    const cwd = folderWith({ "a.mjs": text, "more.mjs": more });
    return { cwd, load: () => loadFileAnew(join(cwd, "a.mjs"), "The file") };
  };

  it("returns the current content of imports, converted to JSON", async () => {
    const { cwd, load } = anew('import { name } from "./more.mjs";\nexport default [{ name, run() {} }];');
    expect(await load()).toEqual([{ name: "one" }]);
    writeFileSync(join(cwd, "more.mjs"), "export const name = 'two';");
    expect(await load()).toEqual([{ name: "two" }]);
  });

  it.each([
    ["export const a = 1;", "it has no default export."],
    ["throw new Error('Not today.')", "Not today."],
    ["process.exit(0)", "loading it exits the program."],
    ["export default [", "Unexpected end"],
  ])("rejects %j with a message", async (text, words) => {
    await expect(anew(text).load()).rejects.toMatchObject({
      code: "file_unreadable",
      message: expect.stringContaining(words),
    });
  });
});
