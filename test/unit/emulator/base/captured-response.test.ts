import { afterEach, expect, it } from "vitest";
import { type CapturedBody, captureResponse } from "../../../../src/emulator/base/captured-response.ts";
import { type LocalServer, startServer } from "../../../setup/emulator/game.ts";

let server: LocalServer | undefined;
afterEach(() => server?.close());

/** Returns the captured and the received response. */
async function capture(chunks: readonly (string | Uint8Array)[], isWanted?: () => boolean) {
  let captured: (() => CapturedBody) | undefined;
  server = await startServer((_request, response) => {
    captured = captureResponse(response, isWanted);
    for (const chunk of chunks.slice(0, -1)) response.write(chunk);
    response.end(chunks.at(-1));
  });
  const arrived = await (await fetch(server.url)).text();
  return { arrived, ...(captured as () => CapturedBody)() };
}

it("captures the whole response, whether sent as strings or bytes", async () => {
  const { arrived, bytes, size } = await capture(["a", Buffer.from("ü"), "c"]);
  expect([arrived, bytes.toString(), size]).toEqual(["aüc", "aüc", 4]);
});

it("stops capturing after 64 KiB but counts the rest", async () => {
  const part = "x".repeat(40 * 1024);
  const { bytes, size } = await capture([part, part, part]);
  expect([bytes.length, size]).toEqual([80 * 1024, 120 * 1024]);
});

it("captures nothing if capturing is disabled or the response is empty", async () => {
  expect(await capture(["a"], () => false)).toMatchObject({ arrived: "a", size: 0 });
  server = await startServer((_request, response) => {
    captureResponse(response);
    response.end();
  });
  expect(await (await fetch(server.url)).text()).toBe("");
});
