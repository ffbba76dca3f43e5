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

test("a reader that has gone is nothing to tell", () => {
  expect(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"].flatMap(breaking)).toEqual([]);
});

test("any other reason is", () => {
  expect(breaking("ENOSPC")).toEqual(["ENOSPC"]);
});
