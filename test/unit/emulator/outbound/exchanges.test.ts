import { describe, expect, it } from "vitest";
import { type Exchange, Exchanges, keepPart, listForm } from "../../../../src/emulator/outbound/exchanges.ts";

const exchange: Omit<Exchange, "number"> = {
  from: "service",
  method: "POST",
  url: undefined,
  at: 0,
  durationMs: 1,
  request: keepPart([], new Uint8Array()),
  answer: undefined,
};

describe("Exchanges", () => {
  it("numbers exchanges and keeps the newest 1,000", () => {
    const exchanges = new Exchanges();
    for (let count = 0; count < 1_020; count++) exchanges.add(exchange);
    expect(exchanges.all).toHaveLength(1_000);
    expect(exchanges.all.at(-1)).toEqual({ ...exchange, number: 1_020 });
  });

  it("keeps at most 16 MiB of bodies", () => {
    const exchanges = new Exchanges();
    const request = keepPart([], Buffer.alloc(65_536, "x"));
    for (let count = 0; count < 300; count++) exchanges.add({ ...exchange, request });
    expect(exchanges.all.map(({ number }) => number)).toEqual(
      Array.from({ length: 256 }, (_, at) => at + 45),
    );
    for (let count = 0; count < 1_000; count++) exchanges.add(exchange);
    expect(exchanges.all).toHaveLength(1_000);
  });
});

describe("keepPart", () => {
  it("keeps up to 64 KiB of text and records its full length", () => {
    expect(keepPart([], Buffer.from("grüße"))).toEqual({ headers: {}, body: "grüße", bytes: 7 });
    const long = keepPart([], Buffer.alloc(100_000, "x"));
    expect([long.body.length, long.bytes]).toEqual([65_536, 100_000]);
    expect(keepPart([], Buffer.from("x"), 9)).toMatchObject({ body: "x", bytes: 9 });
  });

  it("lists a form's parts and keeps an invalid form's text", () => {
    const form = '--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{}\r\n--x--\r\n';
    const keep = (boundary: string) =>
      keepPart([["content-type", `multipart/form-data; boundary=${boundary}`]], Buffer.from(form));
    expect(keep("x")).toMatchObject({ body: "payload_json: {}", isListed: true, bytes: form.length });
    expect(keep("y")).toMatchObject({ body: form });
    expect(keep("y")).not.toHaveProperty("isListed");
  });

  it("removes credentials from the headers", () => {
    const { headers } = keepPart(
      [
        ["Authorization", "Bot a.b.c"],
        ["cookie", "session=1"],
        ["Set-Cookie", "session=1"],
        ["x-api-key", "1"],
        ["x-hub-token", "1"],
        ["Content-Type", "application/json"],
        ["X-Signature-Ed25519", "ab"],
        ["x-ratelimit-bucket", "b"],
      ],
      new Uint8Array(),
    );
    expect(headers).toEqual({
      authorization: "Bot [hidden]",
      cookie: "[hidden]",
      "set-cookie": "[hidden]",
      "x-api-key": "[hidden]",
      "x-hub-token": "[hidden]",
      "content-type": "application/json",
      "x-signature-ed25519": "ab",
      "x-ratelimit-bucket": "b",
    });
  });
});

const body = [
  '--x1\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"grüße"}',
  '--x1\r\nContent-Disposition: form-data; name="files[0]"; filename="map.png"\r\nContent-Type: image/png\r\n\r\n\0\r\n1',
  '--x1\r\nContent-Disposition: form-data; name="files[1]"; filename="notes"\r\n\r\n',
  "--x1--\r\n",
].join("\r\n");
const list = (type: string) => listForm(type, Buffer.from(body));

it.each(["x1", '"x1"; charset=utf-8'])(
  "with the boundary %s, describes each part and each file's length",
  (boundary) => {
    expect(list(`multipart/form-data; boundary=${boundary}`)).toBe(
      [
        'payload_json: {"content":"grüße"}',
        "files[0]: map.png, image/png, 4 bytes",
        "files[1]: notes, application/octet-stream, 0 bytes",
      ].join("\n"),
    );
  },
);

it.each(["multipart/form-data", "multipart/form-data; boundary=other"])(
  "returns `undefined` for %s",
  (type) => {
    expect(list(type)).toBeUndefined();
  },
);

it("accepts parts without a name or headers", () => {
  const odd = Buffer.from("--x\r\nno head\r\n--x\r\n\r\n\r\ntext\r\n--x--\r\n");
  expect(listForm("multipart/form-data; boundary=x", odd)?.split("\n")).toHaveLength(2);
});
