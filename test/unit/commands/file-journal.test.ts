import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileJournal } from "../../../src/commands/file-journal.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

test("a file is empty before its first line, and keeps every line after that", async () => {
  const folder = await mkdtemp(join(tmpdir(), "journal-"));
  try {
    const journal = fileJournal(join(folder, "journal.jsonl"));
    expect(await journal.read()).toBe("");
    await journal.append("one\n");
    await journal.append("two\n");
    expect(await journal.read()).toBe("one\ntwo\n");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a file that cannot be read or written is named", async () => {
  const journal = fileJournal(tmpdir());
  const expected = { code: "journal_failed", message: expect.stringContaining("(EISDIR)") as string };
  await expect(journal.read()).rejects.toMatchObject(expected);
  await expect(journal.append("text")).rejects.toMatchObject(expected);
});

test("a journal in UTF-16 is rejected with its encoding, and one with a byte order mark is read", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  await writeFile(path, "\uFEFF{}\r\n");
  expect(await fileJournal(path).read()).toBe("{}\r\n");
  await writeFile(path, "\uFEFF{}", "utf16le");
  await expect(fileJournal(path).read()).rejects.toMatchObject({
    code: "journal_failed",
    message: expect.stringContaining("(it is in UTF-16, and must be in UTF-8)") as string,
  });
});

test.each([undefined, "", 7])("%j is no path", (path) => {
  expect(() => fileJournal(path as string)).toThrow(
    expect.objectContaining({ code: "invalid_argument", type: 6 }),
  );
});
