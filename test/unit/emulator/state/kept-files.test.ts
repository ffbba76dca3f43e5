import { expect, test } from "vitest";
import { KeptFiles } from "../../../../src/emulator/state/attachments.ts";

const fileOf = (size: number) => ({
  key: "0",
  filename: "map.png",
  size,
  contentType: "image/png",
  content: new Blob([]),
});

test("drops the oldest files beyond 64 MiB", () => {
  const files = new KeptFiles();
  const sizes = [10, 20, 34, 5, 15].map((mebibytes) => mebibytes * 1024 * 1024);
  sizes.slice(0, 3).forEach((size, index) => files.keep(String(index), fileOf(size)));
  expect(["0", "1", "2"].map((id) => files.find(id)?.size)).toEqual(sizes.slice(0, 3));
  sizes.slice(3).forEach((size, index) => files.keep(String(index + 3), fileOf(size)));
  expect(["0", "1", "2", "3", "4"].map((id) => files.find(id)?.size)).toEqual([
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
  expect(new KeptFiles().urlOf("1", "2", filename)).toBe(`https://cdn.example/attachments/1/2/${name}`);
});
