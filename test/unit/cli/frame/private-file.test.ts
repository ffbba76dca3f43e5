import { mkdirSync, readdirSync, readFileSync, writeFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { stageFile, writePrivateFile } from "../../../../src/cli/frame/private-file.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, "it"), "old", { mode: 0o644 });
  mkdirSync(join(folder, "taken"));
});

const read = () => readFileSync(join(folder, "it"), "utf8");

it("keeps the target unchanged until the temporary file replaces it", async () => {
  const discarded = await stageFile(join(folder, "it"), "newer");
  await discarded.discard();
  const staged = await stageFile(join(folder, "it"), "new");
  expect(read()).toBe("old");
  await staged.put();
  await staged.discard();
  expect(read()).toBe("new");
  expect(readdirSync(folder)).toEqual(["it", "taken"]);
});

it("replaces an existing file with one that only its owner can read", async () => {
  await writePrivateFile(join(folder, "it"), "new");
  expect(read()).toBe("new");
  if (process.platform !== "win32") expect(statSync(join(folder, "it")).mode & 0o777).toBe(0o600);
});

it("leaves no files behind if it cannot write", async () => {
  await expect(writePrivateFile(join(folder, "taken"), "new")).rejects.toMatchObject({ code: /^E/ });
  await expect(writePrivateFile(join(folder, "no", "it"), "new")).rejects.toMatchObject({ code: "ENOENT" });
  expect(readdirSync(folder)).toEqual(["it", "taken"]);
});
