import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readInteraction, replay } from "../../../../src/cli/verify/replay.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { startServer } from "../../../setup/emulator/game.ts";

function read(text: string) {
  const path = join(temporaryFolder(), "it.json");
  writeFileSync(path, text);
  return readInteraction(path);
}

describe("an interaction file", () => {
  it("contains an interaction or a recorded request, whose header names may be in any case", async () => {
    expect(await read('{ "type": 1 }')).toMatchObject({ body: '{"type":1}', isRequest: false });
    const headers = { "X-Signature-Ed25519": "s", "x-signature-timestamp": ["list"] };
    expect(await read(JSON.stringify({ headers, body: "{ }" }))).toEqual({
      body: "{ }",
      isRequest: true,
      signature: "s",
      timestamp: undefined,
    });
  });

  it.each(["[]", "null", "{"])("is rejected if it contains anything else: %s", async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: "interaction_unreadable" });
  });
});

it("resends a recorded request byte for byte", async () => {
  const received: unknown[] = [];
  await using server = await startServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push([body, request.headers["x-signature-ed25519"], request.headers["x-signature-timestamp"]]);
    response.writeHead(202).end();
  });
  const recorded = { body: '{ "type" : 2 }', isRequest: true, signature: "ab", timestamp: "7" };
  const target = { url: server.url, signal: new AbortController().signal };
  expect((await replay(target, recorded, undefined)).map(({ verdict }) => verdict)).toEqual([
    "ok",
    "failure",
  ]);
  expect(received).toEqual([
    ['{ "type" : 2 }', "ab", "7"],
    ['{ "type" : 2 }', "00", "7"],
  ]);
});

it("reports a rejected recording that was signed in the future", async () => {
  await using server = await startServer((_request, response) => void response.writeHead(401).end());
  const timestamp = String(Math.round(Date.now() / 1000) + 600);
  const recorded = { body: "{}", isRequest: true, signature: "ab", timestamp };
  const target = { url: server.url, signal: new AbortController().signal };
  const [first] = await replay(target, recorded, undefined);
  const found = expect.stringContaining(
    "10 minutes in the future, according to this machine's clock.",
  ) as string;
  expect(first).toMatchObject({ verdict: "warning", found });
});
