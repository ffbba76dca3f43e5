import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeFiles } from "../../../../src/cli/init/write-files.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("writes each file, and leaves no temporary files", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "b"), "old");
  await writeFiles(new Map(["a", "b"].map((name) => [join(folder, name), name])));
  expect(readdirSync(folder)).toEqual(["a", "b"]);
  expect(readFileSync(join(folder, "b"), "utf8")).toBe("b");
});

it("removes new files if another cannot be written, and reports that one", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "taken"));
  const files = new Map(["a", "taken"].map((name) => [join(folder, name), name]));
  await expect(writeFiles(files)).rejects.toMatchObject({
    code: "file_not_written",
    message: expect.stringContaining(join(folder, "taken")),
  });
  expect(readdirSync(folder)).toEqual(["taken"]);
});

it("throws if the directory does not exist", async () => {
  const path = join(temporaryFolder(), "none", "a");
  await expect(writeFiles(new Map([[path, "a"]]))).rejects.toMatchObject({
    message: expect.stringContaining("ENOENT"),
  });
});

it("creates the specified directories, and removes new ones on failure", async () => {
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
