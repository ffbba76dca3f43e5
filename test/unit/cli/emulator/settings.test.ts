import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linesOf, refuseForeignFile, writeSettings } from "../../../../src/cli/emulator/settings.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const settings = { open: { ID: "1" }, secret: { KEY: "2" } };

describe("the settings file", () => {
  it("has one line per setting and can be overwritten", async () => {
    const path = join(temporaryFolder(), "env");
    await refuseForeignFile(path);
    await writeSettings(path, settings);
    await refuseForeignFile(path);
    expect(readFileSync(path, "utf8")).toMatch(/^# Written by slashpass emulator.*\nID=1\nKEY=2\n$/);
    expect(linesOf(settings.open)).toBe("ID=1");
  });

  it("does not replace a user's file or an unreadable one", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "env"), "MINE=1\n");
    await expect(refuseForeignFile(join(folder, "env"))).rejects.toMatchObject({ code: "env_file_taken" });
    await expect(refuseForeignFile(folder)).rejects.toMatchObject({
      code: "env_file_taken",
      message: expect.stringContaining("EISDIR"),
    });
  });

  it("causes an error if it cannot be written", async () => {
    const folder = temporaryFolder();
    await expect(writeSettings(join(folder, "no", "env"), settings)).rejects.toMatchObject({
      code: "env_file_not_written",
      message: expect.stringContaining("ENOENT"),
    });
  });
});
