import { expect, test } from "vitest";
import { attachFiles, keepAttachments, StoredFiles } from "../../../../src/emulator/state/attachments.ts";

const files = new StoredFiles();
const target = { channelId: "8", isEphemeral: true, files, now: Date.now() };
const content = new Blob(["reef"]);
const upload = { key: "0", filename: "a map.png", size: 4, contentType: "image/png", content };

test("takes a file's name from the message and marks files of ephemeral messages", () => {
  const drafts = [{ id: 0, filename: "b.png", title: "Map", description: null }];
  const [attachment] = attachFiles(target, [upload], drafts);
  expect(attachment).toMatchObject({ filename: "b.png", title: "Map", size: 4, ephemeral: true });
  expect(attachment).not.toHaveProperty("description");
  expect(attachFiles(target, [upload], [])).toMatchObject([{ url: expect.stringContaining("a%20map.png") }]);
  expect(files.find(attachment?.id ?? "")).toBe(upload);
});

test("keeps the attachments that an edit lists, in the edit's order and with its descriptions", () => {
  const old = attachFiles(target, [upload, { ...upload, key: "1" }], []);
  const [first, second] = old;
  const drafts = [{ id: second?.id ?? "" }, { id: "0" }, { id: first?.id ?? "", description: "new" }];
  const stored = keepAttachments(target, old, [upload], drafts);
  expect(stored).toEqual([second, expect.objectContaining({ size: 4 }), { ...first, description: "new" }]);
  expect(keepAttachments(target, old, [upload], undefined)).toHaveLength(3);
});

const fileOf = (size: number) => ({
  key: "0",
  filename: "map.png",
  size,
  contentType: "image/png",
  content: new Blob([]),
});

test("drops the oldest files beyond 64 MiB", () => {
  const stored = new StoredFiles();
  const sizes = [10, 20, 34, 5, 15].map((mebibytes) => mebibytes * 1024 * 1024);
  sizes.slice(0, 3).forEach((size, index) => stored.keep(String(index), fileOf(size)));
  expect(["0", "1", "2"].map((id) => stored.find(id)?.size)).toEqual(sizes.slice(0, 3));
  sizes.slice(3).forEach((size, index) => stored.keep(String(index + 3), fileOf(size)));
  expect(["0", "1", "2", "3", "4"].map((id) => stored.find(id)?.size)).toEqual([
    undefined,
    undefined,
    ...sizes.slice(2),
  ]);
});

test.each([
  ["a b.png", "a%20b.png"],
  ["..", "file"],
  ["half-\ud83d.png", "file"],
])("serves a file named %j at …/%s", (filename, name) => {
  expect(new StoredFiles().urlOf("1", "2", filename)).toBe(`https://cdn.example/attachments/1/2/${name}`);
});
