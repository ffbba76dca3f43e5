import { describe, expect, it } from "vitest";
import { type Exchange, Exchanges, keepPart } from "../../../../src/emulator/world/exchanges.ts";

const exchange: Omit<Exchange, "number"> = {
  from: "service",
  method: "POST",
  url: undefined,
  at: 0,
  durationMs: 1,
  request: keepPart([], new Uint8Array()),
  answer: undefined,
};

describe("the exchanges of an application", () => {
  it("are counted, and the last 100 are kept", () => {
    const exchanges = new Exchanges();
    for (let count = 0; count < 120; count++) exchanges.add(exchange);
    expect(exchanges.all).toHaveLength(100);
    expect(exchanges.all.at(-1)).toEqual({ ...exchange, number: 120 });
  });
});

describe("what is kept of a part", () => {
  it("is its text, up to 64 KiB of it, and how long it was", () => {
    expect(keepPart([], Buffer.from("grüße"))).toEqual({ headers: {}, body: "grüße", bytes: 7 });
    const long = keepPart([], Buffer.alloc(100_000, "x"));
    expect([long.body.length, long.bytes]).toEqual([65_536, 100_000]);
    expect(keepPart([], Buffer.from("x"), 9)).toMatchObject({ body: "x", bytes: 9 });
  });

  it("is a list of the parts of a form, with what a file is and how long", () => {
    const body = [
      '--x1\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"grüße"}',
      '--x1\r\nContent-Disposition: form-data; name="files[0]"; filename="map.png"\r\nContent-Type: image/png\r\n\r\n\0\r\n1',
      '--x1\r\nContent-Disposition: form-data; name="files[1]"; filename="notes"\r\n\r\n',
      "--x1--\r\n",
    ].join("\r\n");
    const keep = (type: string) => keepPart([["content-type", type]], Buffer.from(body));
    for (const boundary of ["x1", '"x1"; charset=utf-8']) {
      expect(keep(`multipart/form-data; boundary=${boundary}`)).toMatchObject({
        body: 'payload_json: {"content":"grüße"}\nfiles[0]: map.png, image/png, 4 bytes\nfiles[1]: notes, application/octet-stream, 0 bytes',
        isListed: true,
        bytes: Buffer.byteLength(body),
      });
    }
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=other", "text/plain"]) {
      expect(keep(type)).toMatchObject({ body });
      expect(keep(type)).not.toHaveProperty("isListed");
    }
  });

  it("has no credential in its headers", () => {
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
