import { afterEach, describe, expect, it, vi } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import {
  type InteractionsHandler,
  type Posted,
  postForged,
  postSigned,
  readEndpoint,
  statusOf,
} from "../../../../src/emulator/outbound/signed-post.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { createEventHandler, verifyInteraction } from "../../../../src/interactions/index.ts";

afterEach(() => vi.restoreAllMocks());

const clock = new Clock();
const application = new EmulatorApplication({}, clock);
const { publicKey } = application;

/** Responds with 200 if the signature is valid, otherwise with 401. */
const verifying: InteractionsHandler = async (request) => {
  const signature = String(request.headers.get("x-signature-ed25519"));
  const timestamp = String(request.headers.get("x-signature-timestamp"));
  const isRight = await verifyInteraction({ publicKey, signature, timestamp, body: await request.text() });
  return new Response("seen", { status: isRight ? 200 : 401 });
};

describe("postSigned", () => {
  it("signs as the application, unlike `postForged`", async () => {
    const answer = await postSigned(application, verifying, { a: 1 });
    expect(answer).toMatchObject({ status: 200 });
    expect((answer as Posted).headers.get("content-type")).toBe("text/plain;charset=UTF-8");
    expect(Buffer.from((answer as Posted).bytes).toString()).toBe("seen");
    expect(await postForged(application, verifying, { a: 1 })).toMatchObject({ status: 401 });
  });

  it.each<[string, InteractionsHandler]>([
    ["throws", () => expect.unreachable()],
    ["rejects", () => Promise.reject(new Error("hidden"))],
    ["gives no response", () => "text" as never],
  ])("returns `thrown` for a handler that %s", async (_, handler) => {
    expect(await postSigned(application, handler, {})).toBe("thrown");
  });

  it("times out after 3 seconds", async () => {
    const never: InteractionsHandler = () => new Promise(() => undefined);
    const waiting = postSigned(application, never, {});
    clock.advance(3_000);
    expect(await waiting).toBe("late");
    expect(statusOf(await waiting)).toBeUndefined();
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

  it("distinguishes a hanging server from a refused connection", async () => {
    const server = await startServer((request) => {
      request.resume().once("end", () => clock.advance(3_000));
    });
    expect(await postSigned(application, server.url, {})).toBe("late");
    await server.close();
    expect(await postSigned(application, server.url, {})).toBe("refused");
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

  it("dates the request by the machine's clock, even if the emulator's clock is ahead", async () => {
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
    expect(() => readEndpoint("ftp://127.0.0.1/", "endpoint")).toThrow("endpoint is a string");
  });
});
