import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { describe, expect, it, test } from "vitest";
import { readApiBody, readBody, sendJson, urlOf } from "../../../../src/emulator/base/http.ts";
import { Refusal } from "../../../../src/emulator/base/refusal.ts";
import { startServer } from "../../../setup/emulator/game.ts";

test.each([
  ["/a?b=c", "/a?b=c"],
  ["http://elsewhere/a", "/"],
  ["*", "/"],
  [undefined, "/"],
])("parses the URL %j as %s", (url, path) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  if (url === undefined) delete (request as { url?: string }).url;
  const { pathname, search } = urlOf(request);
  expect(pathname + search).toBe(path);
});

/** Starts a server that reads bodies of at most 10 bytes and echoes them. */
function startReader() {
  return startServer(async (request, response) => {
    try {
      sendJson(response, 200, await readBody(request, 10), { "x-read": "yes" });
    } catch (error) {
      if (error instanceof Refusal) sendJson(response, error.status, error.body);
    }
  });
}

describe("body", () => {
  it("is read completely, including characters split over chunks", async () => {
    await using server = await startReader();
    const response = await fetch(server.url, { method: "POST", body: "ä€😀" });
    expect([response.headers.get("x-read"), await response.json()]).toEqual(["yes", "ä€😀"]);
  });

  it("is rejected if it is too long, without affecting the next request on the connection", async () => {
    await using server = await startReader();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1").setEncoding("utf8");
    let heard = "";
    socket.on("data", (text: string) => (heard += text));
    const post = (body: string) =>
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    post("x".repeat(1_000_000));
    while (!heard.includes("}")) await once(socket, "data");
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    expect(heard).toContain("the body is longer than");
    heard = "";
    post("again");
    while (!heard.includes('"again"')) await Promise.race([once(socket, "data"), gone(socket)]);
    socket.destroy();
  });
});

test.each([
  ["application/json", 4, 200],
  ["application/json", 5, 413],
  ["multipart/form-data; boundary=x", 104, 200],
  ["multipart/form-data; boundary=x", 105, 413],
])("reads an API body of type %s and %i MiB with status %i", async (type, size, expected) => {
  const read = readApiBody(arriving(type, size)).then(
    ({ length }) => [200, length / 1024 / 1024],
    ({ status }: Refusal) => [status, size],
  );
  expect(await read).toEqual([expected, size]);
});

/** A request of `size` MiB without a real connection, which would take a second. */
function arriving(type: string, size: number): IncomingMessage {
  const piece = Buffer.alloc(1024 * 1024);
  let left = size;
  return Object.assign(new IncomingMessage(new Socket()), {
    headers: { "content-type": type },
    _read(this: IncomingMessage) {
      this.push(left-- > 0 ? piece : null);
    },
  });
}

async function gone(socket: Socket): Promise<never> {
  await once(socket, "close");
  throw new Error("The connection was closed.");
}

test("sends no body if there is none", async () => {
  await using server = await startServer((_request, response) => sendJson(response, 204));
  const response = await fetch(server.url);
  expect([response.status, await response.text()]).toEqual([204, ""]);
});
