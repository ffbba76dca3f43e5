import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isClientError, type RawBody, verifyInteraction } from "../../../../src/interactions/index.ts";
import { publicKey, signedHeaders } from "../../../setup/interactions/service.ts";
import { cases } from "../../../setup/cases.ts";
import { takeSlice } from "../../../../src/interactions/endpoint/verify.ts";

const body = '{"type":1}';
const headers = signedHeaders(body);
const message = {
  publicKey,
  body,
  signature: headers["x-signature-ed25519"],
  timestamp: headers["x-signature-timestamp"],
};

test.each([body, ""])("verifies a message signed by the service: %j", async (signed) => {
  const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = signedHeaders(signed);
  expect(await verifyInteraction({ publicKey, signature, timestamp, body: signed })).toBe(true);
});

const text = '{"name":"Grüße 🎮"}';
const bytes = Uint8Array.from(Buffer.from(text));
const padded = Buffer.from(`..${text}...`);

test.each<[string, RawBody]>([
  ["text", text],
  ["a Buffer", Buffer.from(text)],
  ["a Uint8Array", bytes],
  ["part of a larger array", padded.subarray(2, -3)],
  ["an ArrayBuffer", bytes.buffer],
  ["a DataView", new DataView(padded.buffer, padded.byteOffset + 2, bytes.length)],
  [
    "an ArrayBuffer from another realm",
    ofAnotherRealm(`Uint8Array.from(${JSON.stringify([...bytes])}).buffer`),
  ],
  ["bytes from another realm", ofAnotherRealm(`Uint8Array.from(${JSON.stringify([...bytes])})`)],
])("accepts %s as the body", async (_, raw) => {
  const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = signedHeaders(text);
  expect(await verifyInteraction({ publicKey, signature, timestamp, body: raw })).toBe(true);
  expect(await verifyInteraction({ ...message, body: raw })).toBe(false);
});

function ofAnotherRealm(code: string): RawBody {
  return runInNewContext(code) as RawBody;
}

test.each([
  ["a parsed interaction", { type: 1 }, "(Object)"],
  ["a parsed array", [1], "(Array)"],
  ["a number", 7, "(Number)"],
  ["a stream", new ReadableStream(), "(ReadableStream)"],
  ["a promise", Promise.resolve(text), "(Promise)"],
])("rejects %s as the body with a hint about the raw body", async (_, parsed, kind) => {
  const refused = verifyInteraction({ ...message, body: parsed as never });
  await expect(refused).rejects.toMatchObject({
    code: "invalid_body",
    message: expect.stringContaining(kind),
    hint: expect.stringMatching(/express\.raw.*addContentTypeParser.*arrayBuffer\(\)/),
  });
});

test.each([
  ["shared memory", new SharedArrayBuffer(8)],
  ["a view of shared memory", new Uint8Array(new SharedArrayBuffer(8))],
])("rejects %s as the body because it can change after the check", async (_, shared) => {
  await expect(verifyInteraction({ ...message, body: shared as never })).rejects.toMatchObject({
    code: "invalid_body",
    message: expect.stringContaining("shared memory"),
  });
});

test("returns `false` for bytes transferred to another thread", async () => {
  const given = Uint8Array.from(Buffer.from(body));
  structuredClone(given.buffer, { transfer: [given.buffer] });
  expect(await verifyInteraction({ ...message, body: given })).toBe(false);
  expect(await verifyInteraction({ ...message, body: given.buffer })).toBe(false);
});

test.each([undefined, null, 7])("rejects %j as the message", async (nothing) => {
  await expect(verifyInteraction(nothing as never)).rejects.toMatchObject({ code: "invalid_argument" });
});

/** Has an incorrect length, as a parsed body or a broken adapter might. */
class Lying extends Uint8Array {
  override get length(): number {
    return Number.NaN;
  }
}

const oddValues = fc.oneof(
  fc.anything({ withTypedArray: true, withDate: true, withMap: true, withBigInt: true }),
  fc.record({ length: fc.oneof(fc.integer(), fc.double(), fc.string()) }),
  fc.uint8Array({ maxLength: 6000 }).map((array) => array.buffer),
  fc.uint8Array().map((array) => new Lying(array)),
);

test("is not affected by arbitrary values in earlier requests", async () => {
  const bad = fc.sample(
    fc.record({ signature: oddValues, timestamp: oddValues, body: oddValues }),
    cases(5_000, 100),
  );
  const half = fc.sample(fc.record({ body: oddValues }), cases(5_000, 100));
  for (const change of [...bad, ...half]) {
    const checked = verifyInteraction({ ...message, ...(change as object) });
    expect(await checked.catch((error: unknown) => isClientError(error) && error.code)).toBeOneOf([
      false,
      "invalid_body",
    ]);
  }
  expect(await verifyInteraction(message)).toBe(true);
});

test.each([
  ["another key", { publicKey: "ab".repeat(32) }],
  ["a changed body", { body: `${body} ` }],
  ["a changed timestamp", { timestamp: (Number(message.timestamp) + 1).toString() }],
  ["a signature of 63 bytes", { signature: message.signature.slice(2) }],
  ["a signature of 65 bytes", { signature: `${message.signature}00` }],
  ["a signature that is not hexadecimal", { signature: `zz${message.signature.slice(2)}` }],
  ["a signature whose last digit is not hexadecimal", { signature: `${message.signature.slice(0, -1)}g` }],
  ["no signature", { signature: null }],
  ["an empty signature", { signature: "" }],
  ["no timestamp", { timestamp: undefined }],
  ["a timestamp that is not a number", { timestamp: "now" }],
  ["an array of signatures", { signature: [message.signature] }],
  ["an array of timestamps", { timestamp: [message.timestamp] }],
  ["a timestamp that is a JavaScript number", { timestamp: Number(message.timestamp) as never }],
  ["no body", { body: undefined }],
  ["an unparsed body object", { body: {} as never }],
])("returns `false` for %s", async (_, change) => {
  expect(await verifyInteraction({ ...message, ...change })).toBe(false);
});

test("accepts uppercase hexadecimal digits", async () => {
  const upper = { publicKey: publicKey.toUpperCase(), signature: message.signature.toUpperCase() };
  expect(await verifyInteraction({ ...message, ...upper })).toBe(true);
});

test.each(["", "abc", "zz".repeat(32), "ab".repeat(33), 7 as unknown as string])(
  "requires 64 hexadecimal digits as the public key, not %j",
  async (malformed) => {
    await expect(verifyInteraction({ ...message, publicKey: malformed })).rejects.toMatchObject({
      code: "invalid_public_key",
    });
  },
);

test("checks many simultaneous messages of any length, each against its own body", async () => {
  const signed = Array.from({ length: 300 }, (_, index) => {
    const numbered = `{"text":"${"x".repeat(index * 17)}${index}"}`;
    const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = signedHeaders(numbered);
    return { publicKey, signature, timestamp, body: numbered };
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

test("takes small slices from one array and allocates large ones separately", () => {
  const [one, two] = [takeSlice(0), takeSlice(0)];
  expect(one.buffer).toBe(two.buffer);
  expect(takeSlice(4097).buffer.byteLength).toBe(4097);
});
