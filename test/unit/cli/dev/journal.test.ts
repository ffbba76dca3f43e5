import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  deleteJournal,
  type Journal,
  journalPath,
  readJournal,
  writeJournal,
} from "../../../../src/cli/dev/journal.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const journal: Journal = {
  format: 1,
  applicationId: "1",
  api: "https://a.example",
  publicUrl: "https://b.example",
  endpointUrl: null,
  commands: { format: 1, scope: "global", commands: [], permissions: [] } as unknown as Journal["commands"],
};

it("is readable only by its owner and can be deleted", async () => {
  const folder = temporaryFolder();
  const path = journalPath(folder, "1");
  expect(await readJournal(path)).toBeUndefined();
  await writeJournal(path, journal);
  expect(await readJournal(path)).toEqual(journal);
  expect(statSync(path).mode & 0o077).toBe(0);
  await deleteJournal(path);
  await deleteJournal(path);
  expect(readdirSync(folder)).toEqual([]);
});

it("throws if it cannot be read, written or deleted", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "journal");
  mkdirSync(join(path, "in it"), { recursive: true });
  await expect(readJournal(path)).rejects.toMatchObject({
    code: "journal_unusable",
    message: expect.stringContaining("it cannot be read (EISDIR)"),
  });
  await expect(writeJournal(path, journal)).rejects.toMatchObject({ code: "journal_failed" });
  await expect(deleteJournal(path)).rejects.toMatchObject({ code: "journal_failed" });
});

it.each([
  ["format", 2],
  ["applicationId", 1],
  ["api", undefined],
  ["publicUrl", null],
  ["endpointUrl", undefined],
  ["guildId", 5],
  ["commands", []],
])("rejects a journal if %s is %j", async (name, value) => {
  const path = join(temporaryFolder(), "journal");
  writeFileSync(path, JSON.stringify({ ...journal, [name]: value }));
  await expect(readJournal(path)).rejects.toMatchObject({ code: "journal_unusable" });
});

it("rejects another user's journal", needs("the root user"), async () => {
  const path = join(temporaryFolder(), "journal");
  await writeJournal(path, journal);
  chownSync(path, 12_345, 12_345);
  await expect(readJournal(path)).rejects.toMatchObject({
    message: expect.stringContaining("it belongs to another user"),
  });
});
