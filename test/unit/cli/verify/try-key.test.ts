import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { tryKey } from "../../../../src/cli/verify/judge.ts";
import { createSigningKey } from "../../../../src/emulator/index.ts";
import { verifyInteraction } from "../../../../src/interactions/index.ts";
import { startServer } from "../../../setup/emulator/game.ts";

it("signs two of the four requests, with different bytes for the same JSON", async () => {
  const key = createSigningKey();
  const signed: string[] = [];
  let count = 0;
  await using server = await startServer(async (request, response) => {
    count += 1;
    const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = request.headers;
    const body = await text(request);
    const { publicKey } = key;
    if (await verifyInteraction({ publicKey, signature, timestamp, body })) signed.push(body);
    response.end();
  });
  await tryKey({ url: server.url, signal: new AbortController().signal }, key, undefined);
  expect([count, signed.length]).toEqual([4, 2]);
  const [first = "", second = ""] = signed;
  expect(first).not.toBe(second);
  expect(JSON.parse(first)).toEqual(JSON.parse(second));
});
