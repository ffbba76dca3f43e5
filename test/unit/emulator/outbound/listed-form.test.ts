import { expect, it } from "vitest";
import { listForm } from "../../../../src/emulator/outbound/exchanges.ts";

const body = [
  '--x1\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"grüße"}',
  '--x1\r\nContent-Disposition: form-data; name="files[0]"; filename="map.png"\r\nContent-Type: image/png\r\n\r\n\0\r\n1',
  '--x1\r\nContent-Disposition: form-data; name="files[1]"; filename="notes"\r\n\r\n',
  "--x1--\r\n",
].join("\r\n");
const list = (type: string) => listForm(type, Buffer.from(body));

it.each(["x1", '"x1"; charset=utf-8'])("describes each part, and the length of each file: %s", (boundary) => {
  expect(list(`multipart/form-data; boundary=${boundary}`)).toBe(
    [
      'payload_json: {"content":"grüße"}',
      "files[0]: map.png, image/png, 4 bytes",
      "files[1]: notes, application/octet-stream, 0 bytes",
    ].join("\n"),
  );
});

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
