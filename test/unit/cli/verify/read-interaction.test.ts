import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readInteraction } from "../../../../src/cli/verify/replay.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

function read(text: string) {
  const path = join(temporaryFolder(), "it.json");
  writeFileSync(path, text);
  return readInteraction(path);
}

describe("the file of an interaction", () => {
  it("holds it, or the request as it was recorded, whose headers may be written in any way", async () => {
    expect(await read('{ "type": 1 }')).toMatchObject({ body: '{"type":1}', isRequest: false });
    const headers = { "X-Signature-Ed25519": "s", "x-signature-timestamp": ["list"] };
    expect(await read(JSON.stringify({ headers, body: "{ }" }))).toEqual({
      body: "{ }",
      isRequest: true,
      signature: "s",
      timestamp: undefined,
    });
  });

  it.each(["[]", "null", "{"])("holds nothing else: %s", async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: "interaction_unreadable" });
  });
});
