import { sign } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import {
  type InteractionsHandler,
  type Posted,
  postForged,
  postSigned,
  readEndpoint,
  createSigningKey,
  type InteractionToSign,
  signInteraction,
  privateKeyOf,
  publicKeyHexOf,
  readPrivateKey,
  readSecret,
} from "../../../../src/emulator/outbound/signed-post.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { createEventHandler, verifyInteraction } from "../../../../src/interactions/index.ts";

describe("sending signed requests", () => {
  afterEach(() => vi.restoreAllMocks());

  const clock = new Clock();
  const application = new EmulatorApplication({}, { clock });
  const { publicKey } = application;

  /** Responds with 200 if the signature is valid and with 401 otherwise. */
  const verifying: InteractionsHandler = async (request) => {
    const signature = String(request.headers.get("x-signature-ed25519"));
    const timestamp = String(request.headers.get("x-signature-timestamp"));
    const isRight = await verifyInteraction({ publicKey, signature, timestamp, body: await request.text() });
    return new Response("seen", { status: isRight ? 200 : 401 });
  };

  describe("postSigned", () => {
    it("signs with the application's key, unlike `postForged`", async () => {
      const answer = await postSigned(application, verifying, { a: 1 });
      expect(answer).toMatchObject({ status: 200 });
      expect((answer as Posted).headers.get("content-type")).toBe("text/plain;charset=UTF-8");
      expect(Buffer.from((answer as Posted).bytes).toString()).toBe("seen");
      expect(await postForged(application, verifying, { a: 1 })).toMatchObject({ status: 401 });
    });

    it("records the request and the response", async () => {
      const { exchanges } = application;
      await postSigned(application, verifying, { a: 1 });
      expect(exchanges.all.at(-1)).toMatchObject({
        from: "service",
        method: "POST",
        url: undefined,
        request: {
          headers: { "x-signature-ed25519": expect.stringMatching(/^[\da-f]{128}$/) },
          body: '{"a":1}',
        },
        answer: {
          status: 200,
          headers: { "content-type": "text/plain;charset=UTF-8" },
          body: "seen",
          bytes: 4,
        },
      });
      await postSigned(application, () => expect.unreachable(), {});
      expect(exchanges.all.at(-1)).toMatchObject({ answer: undefined, silence: "thrown" });
    });

    it.each([
      ["ENOTFOUND", "unknown-host"],
      ["EAI_AGAIN", "unknown-host"],
      ["ECONNRESET", "broken"],
      ["CRL_HAS_EXPIRED", "no-tls"],
      ["INVALID_CA", "no-tls"],
      ["DEPTH_ZERO_SELF_SIGNED_CERT", "no-tls"],
      [undefined, "broken"],
    ])("classifies the system error %s", async (code, silence) => {
      const cause = code === undefined ? undefined : { code };
      vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
      expect(await postSigned(application, "http://game.invalid/", {})).toBe(silence);
    });

    it("timestamps the request with the machine's clock, even if the emulator's clock is ahead", async () => {
      clock.advance(86_400_000);
      const answer = await postSigned(application, createEventHandler({ publicKey, events: {} }), {
        version: 1,
        application_id: application.id,
        type: 0,
      });
      expect(answer).toMatchObject({ status: 204 });
    });

    it("accepts only http and https", () => {
      expect(readEndpoint("http://127.0.0.1/", "endpoint")).toBe("http://127.0.0.1/");
      expect(readEndpoint("HTTPS://game.example/", "endpoint")).toBe("HTTPS://game.example/");
      for (const endpoint of [7, "", "ftp://game.example/", {}])
        expect(() => readEndpoint(endpoint, "endpoint")).toThrow("endpoint is");
    });
  });
});

describe("signInteraction", () => {
  const isSigned = ({ publicKey = "", body = "" }, headers: ReturnType<typeof signInteraction>) =>
    verifyInteraction({
      publicKey,
      body,
      signature: headers["x-signature-ed25519"],
      timestamp: headers["x-signature-timestamp"],
    });

  it("for any timestamp, creates a signature that only the matching public key verifies", async () => {
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

describe("keys", () => {
  it("match test 2 of RFC 8032, section 7.1", () => {
    const privateKey = privateKeyOf("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    expect(publicKeyHexOf(privateKey)).toBe(
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    );
    expect(sign(null, Buffer.of(0x72), privateKey).toString("hex")).toMatch(/^92a009a9f0d4cab8720e820b5f64/);
  });

  it("are validated and never shown in errors", () => {
    expect(readPrivateKey("AB".repeat(32), "key")).toBe("ab".repeat(32));
    expect(readSecret("0123456789abcdef", "secret")).toBe("0123456789abcdef");
    for (const [read, wrong] of [
      [readPrivateKey, "ab"],
      [readPrivateKey, 7],
      [readSecret, "with some spaces in it"],
      [readSecret, "short"],
      [readSecret, undefined],
    ] as const) {
      expect(() => read(wrong, "it")).toThrow(expect.objectContaining({ code: "invalid_argument" }));
      expect(() => read(wrong, "it")).not.toThrow("spaces in it");
    }
  });
});
