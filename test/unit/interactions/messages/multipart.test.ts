import { describe, expect, it, test } from "vitest";
import type { ClientError } from "../../../../src/core/errors.ts";
import type { StreamedBody } from "../../../../src/core/request/send.ts";
import type { FileData } from "../../../../src/interactions/messages/message-file.ts";
import { createForm, createMultipart } from "../../../../src/interactions/messages/multipart.ts";

const mib = 1024 * 1024;
const file = (index: number, name: string, data: FileData, size?: number) => ({
  index,
  name,
  data,
  ...(size !== undefined && { size }),
});

/** Parses a body like a server. */
async function receive(body: StreamedBody): Promise<{ form: FormData; bytes: number }> {
  const { stream } = body.open((reason) => {
    throw reason;
  });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const response = new Response(bytes, { headers: { "content-type": body.contentType } });
  return { form: await response.formData(), bytes: bytes.byteLength };
}

describe("a form", () => {
  it("contains JSON and files with arbitrary names, and has a length", async () => {
    const odd = 'a "map"\r\nContent-Type: x.png';
    const body = createMultipart(
      '{"content":"x"}',
      [
        file(0, odd, new Blob(["hello"], { type: "image/png" }), 5),
        file(1, "empty.bin", new Uint8Array(0), 0),
        file(2, "odd", new Blob(["x"], { type: "text/plain; charset=utf-8" }), 1),
      ],
      5,
    );
    const { form, bytes } = await receive(body);
    const got = [...form].map(([key, one]) =>
      typeof one === "string" ? [key, one] : [key, one.name, one.size, one.type],
    );
    expect(got).toEqual([
      ["payload_json", '{"content":"x"}'],
      ["files[0]", odd, 5, "image/png"],
      ["files[1]", "empty.bin", 0, "application/octet-stream"],
      ["files[2]", "odd", 1, "application/octet-stream"],
    ]);
    expect(body).toMatchObject({ length: bytes, isRepeatable: true });
    expect((await receive(body)).bytes).toBe(bytes);
  });

  it("cannot be repeated if it has a stream, and has no length without the stream's size", () => {
    const stream = () => new Blob(["x"]).stream();
    expect(createMultipart("{}", [file(0, "x", stream())], 5)).toMatchObject({
      length: undefined,
      isRepeatable: false,
    });
    expect(createMultipart("{}", [file(0, "x", stream(), 1)], 5).length).toBeGreaterThan(100);
  });
});

test("reads one chunk at a time from 10 files of 10 MiB", async () => {
  let asked = 0;
  let taken = 0;
  let furthest = 0;
  const piece = new Uint8Array(64 * 1024);
  async function* pieces() {
    for (let count = 0; count < 160; count++) {
      asked++;
      furthest = Math.max(furthest, asked - taken);
      yield piece;
    }
  }
  const files = Array.from({ length: 10 }, (_, index) => file(index, `${index}.bin`, pieces()));
  const { stream } = createMultipart("{}", files, 10 * mib).open(() => undefined);
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (chunk.buffer === piece.buffer) taken++;
  }
  expect(bytes).toBeGreaterThan(100 * mib);
  expect([asked, taken, furthest]).toEqual([1600, 1600, 1]);
});

test("fails for a file that exceeds the limit, and ends its source", async () => {
  const ended: string[] = [];
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(mib);
    } finally {
      ended.push("source");
    }
  }
  const reasons: ClientError[] = [];
  const { stream } = createMultipart("{}", [file(0, "x", endless())], 3 * mib).open(
    (reason) => void reasons.push(reason),
  );
  await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({ code: "file_too_large" });
  expect([reasons.map(({ code }) => code), ended]).toEqual([["file_too_large"], ["source"]]);
});

test("does not read the files of a canceled form", async () => {
  let isRead = false;
  async function* pieces() {
    isRead = true;
    yield new Uint8Array(1);
  }
  const body = createMultipart("{}", [file(0, "x", pieces())], 5);
  const one = body.open(() => undefined);
  await one.stream.cancel();
  one.close();
  const two = body.open(() => undefined);
  two.close();
  expect((await new Response(two.stream).arrayBuffer()).byteLength).toBe(0);
  expect(isRead).toBe(false);
});

test("creates a form only if there are files", async () => {
  const place = { operation: "Sending", limit: 10 };
  expect(createForm({ content: "x" }, [], place)).toBeUndefined();
  const form = createForm({ type: 4, data: { content: "x" } }, [file(0, "a.png", new Uint8Array(2))], place);
  const { form: received } = await receive(form as StreamedBody);
  expect(JSON.parse(received.get("payload_json") as string)).toEqual({ type: 4, data: { content: "x" } });
});
