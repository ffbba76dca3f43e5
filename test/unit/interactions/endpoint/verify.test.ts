import { expect, test } from "vitest";
import { verifyInteraction } from "../../../../src/interactions/index.ts";
import { publicKey, signedHeaders } from "../service.ts";

const body = '{"type":1}';
const headers = signedHeaders(body);
const message = {
  publicKey,
  body,
  signature: headers["x-signature-ed25519"],
  timestamp: headers["x-signature-timestamp"],
};

test("a message that the service signed is verified", async () => {
  expect(await verifyInteraction(message)).toBe(true);
});

test("the body may be text or bytes", async () => {
  const text = '{"name":"Grüße 🎮"}';
  const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = signedHeaders(text);
  expect(await verifyInteraction({ publicKey, signature, timestamp, body: text })).toBe(true);
  expect(await verifyInteraction({ publicKey, signature, timestamp, body: Buffer.from(text) })).toBe(true);
});

test.each([
  ["another key", { publicKey: "ab".repeat(32) }],
  ["a changed body", { body: `${body} ` }],
  ["a changed timestamp", { timestamp: (Number(message.timestamp) + 1).toString() }],
  ["a signature of 63 bytes", { signature: message.signature.slice(2) }],
  ["a signature of 65 bytes", { signature: `${message.signature}00` }],
  ["a signature that is not hexadecimal", { signature: `zz${message.signature.slice(2)}` }],
  ["no signature", { signature: null }],
  ["an empty signature", { signature: "" }],
  ["no timestamp", { timestamp: undefined }],
  ["a timestamp that is not a number", { timestamp: "now" }],
])("%s is not verified, and throws nothing", async (_, change) => {
  expect(await verifyInteraction({ ...message, ...change })).toBe(false);
});

test("hexadecimal digits may be upper case", async () => {
  const upper = { publicKey: publicKey.toUpperCase(), signature: message.signature.toUpperCase() };
  expect(await verifyInteraction({ ...message, ...upper })).toBe(true);
});

test.each(["", "abc", "zz".repeat(32), "ab".repeat(33), 7 as unknown as string])(
  "the application's own key must be 64 hexadecimal digits, not %j",
  async (malformed) => {
    await expect(verifyInteraction({ ...message, publicKey: malformed })).rejects.toMatchObject({
      code: "invalid_public_key",
    });
  },
);

test("each of many checks at once sees its own body, whatever its length", async () => {
  const signed = Array.from({ length: 300 }, (_, index) => {
    const text = `{"text":"${"x".repeat(index * 17)}${index}"}`;
    const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = signedHeaders(text);
    return { publicKey, signature, timestamp, body: text };
  });
  const wrongBody = (index: number): string => signed[(index + 1) % signed.length]?.body ?? "";
  const results = await Promise.all(
    signed.flatMap((own, index) => [
      verifyInteraction(own),
      verifyInteraction({ ...own, body: wrongBody(index) }),
    ]),
  );
  expect(results).toEqual(signed.flatMap(() => [true, false]));
});
