import { expect, test } from "vitest";
import { readFileOptions, readMessageOptions } from "../../../../src/interactions/messages/outgoing.ts";

const files = [{ name: "a", data: new Uint8Array(2) }];

test("accepts files and a signal, both optional", () => {
  const { signal } = new AbortController();
  expect(readMessageOptions({ files, signal }, "options", 5)).toMatchObject({
    signal,
    files: [{ index: 0, name: "a" }],
  });
  expect(readMessageOptions(undefined, "options", 5)).toEqual({ files: [] });
  expect(readFileOptions({ files }, "options", 5)).toHaveLength(1);
});

test("rejects unknown options and invalid files", () => {
  expect(() => readMessageOptions({ file: files }, "options", 5)).toThrow("Did you mean options.files?");
  expect(() => readFileOptions({ files, signal: 1 }, "options", 5)).toThrow("options.signal does not exist");
  expect(() => readMessageOptions({ files }, "options", 1)).toThrow(
    expect.objectContaining({ code: "file_too_large" }),
  );
});
