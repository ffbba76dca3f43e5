import { expect, test } from "vitest";
import {
  digestOf,
  formatEntry,
  type JournalEntry,
  openJournal,
  parseEntries,
} from "../../../src/commands/many-guilds.ts";
import { validationError } from "../../../src/core/errors.ts";

const entry: JournalEntry = { guildId: "7", digest: "d", status: "done", savedPermissions: [] };

test("hides a custom journal's error message unless the error is a ClientError", async () => {
  const append = () => Promise.reject(new Error("a secret"));
  const lying = openJournal({ read: () => Promise.resolve(5 as never), append });
  await expect(lying).rejects.toMatchObject({ code: "journal_failed" });
  const opened = await openJournal({ read: async () => "", append });
  await expect(opened.record(entry)).rejects.toMatchObject({
    code: "journal_failed",
    message: expect.not.stringContaining("secret") as string,
  });
  const known = validationError("invalid_argument", "The disk is full.");
  const failing = openJournal({ read: () => Promise.reject(known), append });
  await expect(failing).rejects.toMatchObject({ code: "invalid_argument" });
});

test("uses each guild's last entry and skips a truncated line", () => {
  const failed: JournalEntry = { ...entry, status: "failed" };
  const cut = formatEntry(entry).slice(0, 20);
  const text = formatEntry(entry) + formatEntry(failed) + cut + formatEntry({ ...entry, guildId: "8" });
  const malformed = '\nnull\n{"format":1,"guildId":7}\n{"format":1,"guildId":"9"}';
  expect([...parseEntries(text + malformed)]).toEqual([
    ["7", failed],
    ["8", { ...entry, guildId: "8" }],
  ]);
});

test("computes a set's SHA-256 in hexadecimal", async () => {
  // `printf '[]' | sha256sum`
  expect(await digestOf([])).toBe("4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945");
  expect(await digestOf([{}])).not.toBe(await digestOf([]));
});
