import { describe, expect, it, test } from "vitest";
import { bytesOf, prepareMessage } from "../../../../src/interactions/messages/outgoing.ts";
import {
  readFileOptions,
  readMessageOptions,
  toPlain,
} from "../../../../src/interactions/messages/message-file.ts";
import { checkMessage } from "../../../../src/interactions/messages/rules/messages.ts";

const context = { operation: "Sending", limit: 10 };
const file = (index: number, more: object = {}) => ({
  index,
  name: `${index}.png`,
  data: new Uint8Array(2),
  size: 2,
  ...more,
});

const prepare = (
  message: object,
  files: Parameters<typeof prepareMessage>[1] = [],
  more: object = {},
  check = checkMessage,
) => prepareMessage(message, files, { ...context, ...more }, check);

describe("a message to send", () => {
  it("lists its files and keeps its existing attachments", () => {
    const listed = [{ id: "900000000000000001" }, { id: 1, description: "Mine" }];
    const files = [file(0, { description: "First" }), file(1, { description: "Second" })];
    const { body } = prepare({ content: "x", attachments: listed }, files, { isUnseen: true });
    expect(body.attachments).toEqual([
      { id: "900000000000000001" },
      { id: "0", filename: "0.png", description: "First" },
      { id: 1, filename: "1.png", description: "Mine" },
    ]);
    expect(prepare(body, files, { isUnseen: true }).body).toEqual(body);
  });

  it.each([
    [{ content: "x".repeat(2001) }, "content"],
    [
      { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }] },
      "embeds[0].fields",
    ],
    [{ attachments: [{ id: "5" }] }, "attachments[0]"],
  ])("is rejected with the invalid field's path (%#)", (message, path) => {
    expect(() => prepare(message)).toThrow(
      expect.objectContaining({ code: "invalid_message", fieldErrors: [expect.objectContaining({ path })] }),
    );
  });
});

test("sends the same data that was checked", () => {
  let readCount = 0;
  const sly = {
    get content() {
      return readCount++ === 0 ? "x" : "y".repeat(5000);
    },
  };
  expect(prepare(sly).body).toEqual({ content: "x" });
});

test("assumes the maximum size if a file's size is unknown", () => {
  expect(bytesOf([file(0), { index: 1, name: "b", data: new Blob([]) }], 10)).toBe(12);
});

test("runs only the given check and passes it the file names", () => {
  const checked: unknown[] = [];
  const message = { content: "x".repeat(5000) };
  const { body, uploadMs } = prepare(message, [file(0)], { ignored: ["tts"] }, (...given) => {
    checked.push(...given);
  });
  expect(body).toEqual({ ...message, attachments: [{ id: "0", filename: "0.png" }] });
  expect(checked).toEqual([body, { ignored: ["tts"], files: [{ key: "0", filename: "0.png" }] }, "Sending"]);
  expect(uploadMs).toBeCloseTo(2 / 125);
});

it("returns a plain-data copy of a message", () => {
  const own = { embeds: [{ title: "Early" }] };
  const plain = toPlain(own, "Sending");
  own.embeds[0]!.title = "Late";
  expect(plain).toEqual({ embeds: [{ title: "Early" }] });
  expect(() => toPlain({ count: 1n }, "Sending")).toThrow(expect.objectContaining({ code: "invalid_body" }));
  expect(toPlain({ toJSON: () => undefined }, "Sending")).toEqual({});
});

describe("a message's options", () => {
  const files = [{ name: "a", data: new Uint8Array(2) }];

  test("accept optional files and an optional signal", () => {
    const { signal } = new AbortController();
    expect(readMessageOptions({ files, signal }, "options", 5)).toMatchObject({
      signal,
      files: [{ index: 0, name: "a" }],
    });
    expect(readMessageOptions(undefined, "options", 5)).toEqual({ files: [] });
    expect(readFileOptions({ files }, "options", 5)).toHaveLength(1);
  });

  test("are rejected if unknown or if a file is invalid", () => {
    expect(() => readMessageOptions({ file: files }, "options", 5)).toThrow("Did you mean options.files?");
    expect(() => readFileOptions({ files, signal: 1 }, "options", 5)).toThrow(
      "options.signal does not exist",
    );
    expect(() => readMessageOptions({ files }, "options", 1)).toThrow(
      expect.objectContaining({ code: "file_too_large" }),
    );
  });
});
