import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileJournal } from "../../../src/commands/file-journal.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

test("is empty before the first line and keeps every appended line", async () => {
  const journal = fileJournal(join(temporaryFolder(), "journal.jsonl"));
  expect(await journal.read()).toBe("");
  await journal.append("one\n");
  await journal.append("two\n");
  expect(await journal.read()).toBe("one\ntwo\n");
});

test("reports a file that cannot be read or written", async () => {
  const journal = fileJournal(tmpdir());
  const expected = { code: "journal_failed", message: expect.stringContaining("(EISDIR)") as string };
  await expect(journal.read()).rejects.toMatchObject(expected);
  await expect(journal.append("text")).rejects.toMatchObject(expected);
});

test("rejects UTF-16 and accepts a byte order mark", async () => {
  const path = join(temporaryFolder(), "journal.jsonl");
  await writeFile(path, "\uFEFF{}\r\n");
  expect(await fileJournal(path).read()).toBe("{}\r\n");
  await writeFile(path, "\uFEFF{}", "utf16le");
  await expect(fileJournal(path).read()).rejects.toMatchObject({
    code: "journal_failed",
    message: expect.stringContaining("(it is UTF-16, but must be UTF-8)") as string,
  });
});

test.each([undefined, "", 7])("rejects the path %j", (path) => {
  expect(() => fileJournal(path as string)).toThrow(
    expect.objectContaining({ code: "invalid_argument", type: 6 }),
  );
});
