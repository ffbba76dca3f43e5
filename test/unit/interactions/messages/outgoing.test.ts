import { describe, expect, it, test } from "vitest";
import { bytesOf, prepareMessage } from "../../../../src/interactions/messages/outgoing.ts";
import { checkMessage } from "../../../../src/interactions/messages/rules/answer-rules.ts";

const place = { operation: "Sending", limit: 10 };
const file = (index: number, more: object = {}) => ({
  index,
  name: `${index}.png`,
  data: new Uint8Array(2),
  size: 2,
  ...more,
});

describe("a message to send", () => {
  it("lists its files, and keeps its own attachments", () => {
    const listed = [{ id: "900000000000000001" }, { id: 1, description: "Mine" }];
    const files = [file(0, { description: "First" }), file(1, { description: "Second" })];
    const { body } = prepareMessage(
      { content: "x", attachments: listed },
      files,
      {
        ...place,
        isUnseen: true,
      },
      checkMessage,
    );
    expect(body.attachments).toEqual([
      { id: "900000000000000001" },
      { id: "0", filename: "0.png", description: "First" },
      { id: 1, filename: "1.png", description: "Mine" },
    ]);
    expect(prepareMessage(body, files, { ...place, isUnseen: true }, checkMessage).body).toEqual(body);
  });

  it.each([
    [{ content: "x".repeat(2001) }, "content"],
    [
      { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }] },
      "embeds[0].fields",
    ],
    [{ embeds: [{ description: "x".repeat(4000) }, { description: "x".repeat(2001) }] }, "embeds"],
    [{ flags: 32_768, content: "x", components: [{ type: 10, content: "x" }] }, "content"],
    [
      {
        flags: 32_768,
        components: [{ type: 17, components: Array.from({ length: 40 }, () => ({ type: 14 })) }],
      },
      "components",
    ],
    [{ components: [{ type: 10, content: "x" }] }, "components[0]"],
    [{ attachments: [{ id: "5" }] }, "attachments[0]"],
  ])("is rejected with the path of the invalid field (%#)", (message, path) => {
    expect(() => prepareMessage(message, [], place, checkMessage)).toThrow(
      expect.objectContaining({ code: "invalid_message", fieldErrors: [expect.objectContaining({ path })] }),
    );
  });

  it("must show every file if it consists of components", () => {
    const message = { flags: 32_768, components: [{ type: 13, file: { url: "attachment://0.png" } }] };
    expect(prepareMessage(message, [file(0)], place, checkMessage).body.attachments).toHaveLength(1);
    expect(() => prepareMessage(message, [file(0), file(1)], place, checkMessage)).toThrow(
      expect.objectContaining({ fieldErrors: [expect.objectContaining({ path: "attachments[1]" })] }),
    );
  });

  it("can have components and files if the existing message is unknown", () => {
    const change = {
      components: [{ type: 13, file: { url: "attachment://old.png" } }],
      attachments: [{ id: "5" }],
    };
    expect(prepareMessage(change, [], { ...place, isUnseen: true }, checkMessage).body).toEqual(change);
  });
});

test("sends the same data that was checked", () => {
  let asked = 0;
  const sly = {
    get content() {
      return asked++ === 0 ? "x" : "y".repeat(5000);
    },
  };
  expect(prepareMessage(sly, [], place, checkMessage).body).toEqual({ content: "x" });
});

test("assumes the maximum size for a file of unknown size", () => {
  expect(bytesOf([file(0), { index: 1, name: "b", data: new Blob([]) }], 10)).toBe(12);
});

test("runs only the given check, with the names of the files", () => {
  const checked: unknown[] = [];
  const message = { content: "x".repeat(5000) };
  const { body, uploadMs } = prepareMessage(
    message,
    [file(0)],
    { ...place, ignored: ["tts"] },
    (...given) => {
      checked.push(...given);
    },
  );
  expect(body).toEqual({ ...message, attachments: [{ id: "0", filename: "0.png" }] });
  expect(checked).toEqual([body, { ignored: ["tts"], files: [{ key: "0", filename: "0.png" }] }, "Sending"]);
  expect(uploadMs).toBeCloseTo(2 / 125);
});
