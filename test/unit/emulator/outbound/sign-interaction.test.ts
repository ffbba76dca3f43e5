import { describe, expect, it } from "vitest";
import {
  createSigningKey,
  type InteractionToSign,
  signInteraction,
} from "../../../../src/emulator/outbound/signed-post.ts";
import { verifyInteraction } from "../../../../src/interactions/index.ts";

const isSigned = ({ publicKey = "", body = "" }, headers: ReturnType<typeof signInteraction>) =>
  verifyInteraction({
    publicKey,
    body,
    signature: headers["x-signature-ed25519"],
    timestamp: headers["x-signature-timestamp"],
  });

describe("signInteraction", () => {
  it("creates a signature that only its own key verifies, with any timestamp", async () => {
    const { publicKey, privateKey } = createSigningKey();
    const body = '{"type":1, "é":"\u2028"}';
    for (const timestamp of [undefined, 0, 1_700_000_000]) {
      const headers = signInteraction({ privateKey, body, timestamp });
      expect(await isSigned({ publicKey, body }, headers)).toBe(true);
      expect(await isSigned({ publicKey, body: `${body} ` }, headers)).toBe(false);
      expect(await isSigned({ publicKey: createSigningKey().publicKey, body }, headers)).toBe(false);
      if (timestamp !== undefined) expect(headers["x-signature-timestamp"]).toBe(String(timestamp));
    }
    expect(createSigningKey(privateKey)).toEqual({ publicKey, privateKey });
  });

  it.each([
    { privateKey: "short", body: "" },
    { privateKey: "a".repeat(64), body: {} },
    { privateKey: "a".repeat(64), body: "", timestamp: 1.5 },
    undefined,
  ])("rejects invalid input: %j", (message) => {
    expect(() => signInteraction(message as InteractionToSign)).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  it("rejects a malformed private key", () => {
    expect(() => createSigningKey("x")).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });
});
