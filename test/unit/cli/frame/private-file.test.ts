import { mkdirSync, readdirSync, readFileSync, writeFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import { stageFile, writePrivateFile } from "../../../../src/cli/frame/private-file.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("keeps the target unchanged until the temporary file replaces it", async () => {
  const path = join(temporaryFolder(), "it");
  writeFileSync(path, "old");
  const staged = await stageFile(path, "new");
  expect([staged.path, readFileSync(path, "utf8")]).toEqual([path, "old"]);
  await staged.put();
  await staged.discard();
  expect(readFileSync(path, "utf8")).toBe("new");
});

it("leaves no files behind if discarded or unwritable", async () => {
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

describe("writePrivateFile", () => {
  it("replaces an existing file with one that only its owner can read", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "it");
    writeFileSync(path, "old", { mode: 0o644 });
    await writePrivateFile(path, "new");
    expect(readFileSync(path, "utf8")).toBe("new");
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["it"]);
  });

  it("leaves no files behind if it cannot write", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "taken"));
    await expect(writePrivateFile(join(folder, "taken"), "new")).rejects.toMatchObject({ code: /^E/ });
    await expect(writePrivateFile(join(folder, "no", "it"), "new")).rejects.toMatchObject({ code: "ENOENT" });
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});
