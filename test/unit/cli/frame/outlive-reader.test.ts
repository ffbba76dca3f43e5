import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { outliveReader } from "../../../../src/cli/frame/outlive-reader.ts";

function breaking(code: string): string[] {
  const told: string[] = [];
  const stream = new PassThrough();
  outliveReader(stream, (error) => told.push(String(error.code)));
  stream.emit("error", Object.assign(new Error(code), { code }));
  return told;
}

test("ignores errors of a reader that has closed the stream", () => {
  expect(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"].flatMap(breaking)).toEqual([]);
});

test("reports other errors", () => {
  expect(breaking("ENOSPC")).toEqual(["ENOSPC"]);
});
