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

describe("an interaction file", () => {
  it("contains an interaction, or a recorded request with headers in any case", async () => {
    expect(await read('{ "type": 1 }')).toMatchObject({ body: '{"type":1}', isRequest: false });
    const headers = { "X-Signature-Ed25519": "s", "x-signature-timestamp": ["list"] };
    expect(await read(JSON.stringify({ headers, body: "{ }" }))).toEqual({
      body: "{ }",
      isRequest: true,
      signature: "s",
      timestamp: undefined,
    });
  });

  it.each(["[]", "null", "{"])("is rejected with other content: %s", async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: "interaction_unreadable" });
  });
});
