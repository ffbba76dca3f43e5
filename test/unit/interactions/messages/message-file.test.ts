import { expect, test } from "vitest";
import { readFiles } from "../../../../src/interactions/messages/message-file.ts";

const data = new Uint8Array(5);
const read = (value: unknown) => () => readFiles(value, "files", 5);

test("numbers the files and determines their sizes", () => {
  const stream = new Blob(["x"]).stream();
  expect(
    read([
      { name: "a", data, description: "A" },
      { name: "b", data: stream },
    ])(),
  ).toEqual([
    { index: 0, name: "a", data, description: "A", size: 5 },
    { index: 1, name: "b", data: stream },
  ]);
  expect(read(undefined)()).toEqual([]);
});

test.each([
  [[{ name: "", data }], "files[0].name is an empty string"],
  [[{ name: "a" }], "files[0].data is missing, but must be a Blob, a Uint8Array"],
  [[{ name: "a", data: "text" }], "files[0].data is a string"],
  [[{ name: "a", data, description: "x".repeat(1025) }], "files[0].description"],
  [[{ name: "a", data, size: -1 }], "files[0].size"],
  [[{ name: "a", data, path: "x" }], "files[0].path does not exist"],
  [Array.from({ length: 11 }, () => ({ name: "a", data })), "files is not a list of at most 10"],
  ["x", "files is a string"],
])("rejects an invalid list of files (%#)", (value, fragment) => {
  expect(read(value)).toThrow(fragment);
});

test.each([{ data: new Uint8Array(6) }, { data: new Blob(["sixsix"]) }, { data, size: 6 }])(
  "rejects a file over the limit before sending (%#)",
  (file) => {
    expect(read([{ name: "map.png", ...file }])).toThrow(
      expect.objectContaining({
        code: "file_too_large",
        type: 6,
        message: expect.stringContaining('"map.png" is larger than 5 bytes'),
      }),
    );
  },
);
