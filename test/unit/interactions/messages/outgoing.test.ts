import { describe, expect, it, test } from "vitest";
import { bytesOf, prepareMessage } from "../../../../src/interactions/messages/outgoing.ts";

const place = { operation: "Sending", limit: 10 };
const file = (index: number, more: object = {}) => ({
  index,
  name: `${index}.png`,
  data: new Uint8Array(2),
  size: 2,
  ...more,
});

describe("a message to send", () => {
  it("lists its files, and keeps what it says of them and of others", () => {
    const listed = [{ id: "900000000000000001" }, { id: 1, description: "Mine" }];
    const files = [file(0, { description: "First" }), file(1, { description: "Second" })];
    const { body } = prepareMessage({ content: "x", attachments: listed }, files, {
      ...place,
      isUnseen: true,
    });
    expect(body.attachments).toEqual([
      { id: "900000000000000001" },
      { id: "0", filename: "0.png", description: "First" },
      { id: 1, filename: "1.png", description: "Mine" },
    ]);
    expect(prepareMessage(body, files, { ...place, isUnseen: true }).body).toEqual(body);
  });

  it("is JSON without files, and a form with them", async () => {
    const none = prepareMessage({ content: "x" }, [], place);
    expect([none.upload(), none.uploadMs, none.body]).toEqual([undefined, 0, { content: "x" }]);
    const { upload } = prepareMessage({ content: "x" }, [file(0)], place);
    const form = upload((data) => ({ type: 4, data }));
    const stream = form?.open(() => undefined).stream ?? null;
    const headers = { "content-type": form?.contentType ?? "" };
    const received = await new Response(stream, { headers }).formData();
    expect(JSON.parse(received.get("payload_json") as string)).toEqual({
      type: 4,
      data: { content: "x", attachments: [{ id: "0", filename: "0.png" }] },
    });
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
  ])("%# is refused with the path of what is wrong", (message, path) => {
    expect(() => prepareMessage(message, [], place)).toThrow(
      expect.objectContaining({ code: "invalid_message", fieldErrors: [expect.objectContaining({ path })] }),
    );
  });

  it("of components shows every file", () => {
    const message = { flags: 32_768, components: [{ type: 13, file: { url: "attachment://0.png" } }] };
    expect(prepareMessage(message, [file(0)], place).body.attachments).toHaveLength(1);
    expect(() => prepareMessage(message, [file(0), file(1)], place)).toThrow(
      expect.objectContaining({ fieldErrors: [expect.objectContaining({ path: "attachments[1]" })] }),
    );
  });

  it("that nobody has looked at may be of components, and have files", () => {
    const change = {
      components: [{ type: 13, file: { url: "attachment://old.png" } }],
      attachments: [{ id: "5" }],
    };
    expect(prepareMessage(change, [], { ...place, isUnseen: true }).body).toEqual(change);
  });
});

test("what is checked is what is sent", () => {
  let asked = 0;
  const sly = {
    get content() {
      return asked++ === 0 ? "x" : "y".repeat(5000);
    },
  };
  expect(prepareMessage(sly, [], place).body).toEqual({ content: "x" });
});

test("a file that does not say its size may have what is allowed", () => {
  expect(bytesOf([file(0), { index: 1, name: "b", data: new Blob([]) }], 10)).toBe(12);
});
