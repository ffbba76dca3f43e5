import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { corruptAnswer } from "../../../../src/emulator/base/faults.ts";
import { passClocks } from "../../../setup/emulator/passing-clocks.ts";
import { startServer } from "../../../setup/emulator/game.ts";

type How = Parameters<typeof corruptAnswer>[1];

const say = (response: ServerResponse) => response.end("a text");

/** Starts a server that corrupts every response. */
function start(how: How, answer: (response: ServerResponse) => unknown) {
  return startServer((_request, response) => {
    corruptAnswer(response, how, new Clock());
    answer(response);
  });
}

describe("corruptAnswer", () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ["a text", (response) => response.end("a text")],
    ["bytes!", (response) => response.end(Buffer.from("bytes!"))],
    ["", (response) => response.writeHead(204).end()],
  ])("sends a response byte by byte: %j", async (text, answer) => {
    const waits = passClocks();
    await using server = await start("slow", answer);
    expect(await (await fetch(server.url)).text()).toBe(text);
    expect(waits).toHaveLength(text.length);
  });

  it("stops when the client disconnects", async () => {
    const sent: unknown[] = [];
    await using server = await startServer((_request, response) => {
      const write = response.write.bind(response) as (chunk: unknown) => boolean;
      response.write = ((chunk: unknown) => (sent.push(chunk), write(chunk))) as typeof response.write;
      response.once("close", () => sent.push("closed"));
      corruptAnswer(response, "slow", new Clock());
      response.end("x".repeat(1_000));
    });
    const { body } = await fetch(server.url);
    await body?.cancel();
    await expect.poll(() => sent.at(-1)).toBe("closed");
  });

  it("truncates a response or drops it", async () => {
    await using half = await start("half", say);
    const response = await fetch(half.url);
    expect(response.headers.get("content-length")).toBe("6");
    await expect(response.text()).rejects.toThrow("terminated");
    await using none = await start("drop-answer", say);
    await expect(fetch(none.url)).rejects.toThrow("fetch failed");
  });
});
