import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stageFile } from "../../../../src/cli/frame/private-file.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("writes a temporary file that replaces the target when put", async () => {
  const path = join(temporaryFolder(), "it");
  writeFileSync(path, "old");
  const staged = await stageFile(path, "new");
  expect([staged.path, readFileSync(path, "utf8")]).toEqual([path, "old"]);
  await staged.put();
  await staged.discard();
  expect(readFileSync(path, "utf8")).toBe("new");
});

it("leaves no files behind if discarded or not writable", async () => {
  const folder = temporaryFolder();
  const staged = await stageFile(join(folder, "it"), "new");
  await staged.discard();
  mkdirSync(join(folder, "taken"));
  const taken = await stageFile(join(folder, "taken"), "new");
  await expect(taken.put()).rejects.toMatchObject({ code: /^E/ });
  await taken.discard();
  await expect(stageFile(join(folder, "no", "it"), "new")).rejects.toMatchObject({ code: "ENOENT" });
  expect(readdirSync(folder)).toEqual(["taken"]);
});
