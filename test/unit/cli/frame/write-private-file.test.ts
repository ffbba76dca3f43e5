import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writePrivateFile } from "../../../../src/cli/frame/private-file.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

describe("writePrivateFile", () => {
  it("replaces another file, and is readable only by its owner", async () => {
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
