import { describe, expect, it } from "vitest";
import { describeExchange } from "../../../../src/emulator/page/shown-exchange.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { type Exchange, keepPart } from "../../../../src/emulator/outbound/exchanges.ts";
import { postForged, postSigned } from "../../../../src/emulator/outbound/signed-post.ts";
import { exchangeOf } from "../../../setup/emulator/exchange.ts";

const application = new EmulatorApplication();
const describe_ = (exchange: Exchange) => describeExchange(exchange, application, "http://127.0.0.1:4000");

/** Sends an interaction to an endpoint that responds with `status`. */
async function sent(status: number, post = postSigned): Promise<Exchange> {
  await post(application, () => new Response("{}", { status }), { type: 2, data: { name: "ping", type: 1 } });
  return application.exchanges.all.at(-1) as Exchange;
}

describe("an interaction", () => {
  it("has a response, time, cost and signature", async () => {
    const exchange = { ...(await sent(200)), at: 0, durationMs: 12.4 };
    const shown = describe_(exchange);
    expect(shown).toMatchObject({
      from: "service",
      title: "/ping",
      outcome: "done",
      result: "200",
      at: "1970-01-01T00:00:00.000Z",
      durationMs: 12,
      timing: "12 ms of the 3000 ms that the service waits",
      cost: `${exchange.request.bytes} bytes sent, 2 bytes received. It counts toward no rate limit, because the service sent it.`,
      signature: "Right: it fits the application's public key, the timestamp and the body.",
      advice: undefined,
      request: { line: "POST to the handler in this process", body: exchange.request.body, isWhole: true },
      answer: { line: "200", body: "{}", headers: [["content-type", "text/plain;charset=UTF-8"]] },
      curl: undefined,
      isReplayable: true,
    });
  });

  it.each([
    [200, postSigned, "done", "Right: it fits", undefined],
    [401, postSigned, "refused", "The endpoint refused it all the same", "refused a signature that is right"],
    [500, postSigned, "refused", "Right: it fits", undefined],
    [401, postForged, "done", "refused it with 401, as it must", undefined],
    [200, postForged, "refused", "must refuse it with 401", "whose signature is wrong"],
  ] as const)("is judged by the response %i to %o", async (status, post, outcome, signature, advice) => {
    const shown = describe_({ ...(await sent(status, post)), durationMs: 1 });
    expect(shown.outcome).toBe(outcome);
    expect(shown.title).toBe(post === postForged ? "/ping with a wrong signature" : "/ping");
    expect(shown.signature).toContain(signature);
    if (advice === undefined) expect(shown.advice).toBeUndefined();
    else expect(shown.advice?.message).toContain(advice);
  });

  it.each([
    [undefined, "done", "answered", undefined],
    [
      "silent-bot",
      "refused",
      "no answer in time",
      "The bot did not answer the interaction within 3 seconds.",
    ],
  ] as const)("has no signature at the gateway, and is explained if it ends with %s", (silence, ...shown) => {
    const [outcome, result, message] = shown;
    const body = JSON.stringify({ type: 2, data: { name: "ping", type: 1 } });
    const sentToBot = {
      isAtGateway: true,
      method: "INTERACTION_CREATE",
      url: undefined,
      answer: undefined,
      body,
    } as const;
    const exchange = describe_(exchangeOf({ ...sentToBot, ...(silence && { silence }) }));
    expect(exchange).toMatchObject({
      title: "/ping",
      outcome,
      result,
      signature: undefined,
      isReplayable: true,
    });
    expect(exchange.request.line).toBe("INTERACTION_CREATE to the bot at the gateway");
    expect(exchange.advice?.message).toBe(message);
  });

  it("has a warning if the response is late", async () => {
    const exchange = await sent(200);
    expect(describe_({ ...exchange, durationMs: 2_500 }).advice?.hint).toContain("type 5");
    expect(describe_({ ...exchange, durationMs: 1_900 }).advice).toBeUndefined();
  });

  it.each([
    ["refused", "Nothing listens at 127.0.0.1:3000"],
    ["unknown-host", "is unknown: 127.0.0.1:3000"],
    ["late", "did not answer within 3 seconds"],
    ["broken", "ended before there was an answer"],
    ["thrown", "handler threw"],
  ] as const)("is explained if there is no response: %s", (silence, message) => {
    const shown = describe_(exchangeOf({ answer: undefined, silence }));
    expect(shown).toMatchObject({ outcome: "refused", result: expect.any(String), answer: undefined });
    expect(shown.advice?.message).toContain(message);
    expect(shown.advice?.hint).not.toBe("");
    expect(describe_(exchangeOf({ answer: undefined, silence, url: undefined })).advice).toBeDefined();
  });

  it("is shown up to the recorded length, and cannot be resent if truncated", () => {
    const shown = describe_(exchangeOf({ request: keepPart([], Buffer.from('{"data":{}'), 70_000) }));
    expect(shown).toMatchObject({
      signature: expect.stringContaining("Not checked again"),
      isReplayable: false,
    });
    expect(shown.request.isWhole).toBe(false);
  });
});

describe("a request from the application", () => {
  const call = (url: string, answer: Partial<NonNullable<Exchange["answer"]>> = {}, method = "POST") =>
    describe_(
      exchangeOf({
        from: "application",
        method,
        url,
        body: "{}",
        answer: { status: 200, headers: {}, body: "", bytes: 0, ...answer },
      }),
    );

  it("has no signature, and cannot be resent", () => {
    const shown = call("/api/v10/webhooks/1/token");
    expect(shown).toMatchObject({ title: "POST /webhooks/1/:token", timing: "12 ms", isReplayable: false });
    expect(shown.signature).toBeUndefined();
    expect(shown.curl).toContain("http://127.0.0.1:4000/api/v10/webhooks/1/token");
  });

  it.each([
    [
      "/api/v10/webhooks/1/token",
      "POST",
      "none of the bot's 50 requests a second, and one of 5 in 2 seconds on its route",
    ],
    ["/api/v10/interactions/1/token/callback", "POST", "none of the bot's 50 requests a second."],
    [
      "/api/v10/applications/1/commands?x=1",
      "POST",
      "one of the bot's 50 requests a second, and one of 5 in 20 seconds",
    ],
    ["/api/v10/applications/1/commands", "GET", "one of the bot's 50 requests a second."],
  ])("has a cost for %s (%3$s)", (url, method, cost) => {
    expect(call(url, {}, method).cost).toContain(cost);
  });

  it("shows the remaining requests if the emulator counts them", () => {
    const headers = {
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "3",
      "x-ratelimit-reset-after": "1.500",
    };
    expect(call("/api/v10/webhooks/1/token", { headers }).cost).toBe(
      "2 bytes sent, 0 bytes received. 2 of 5 requests are used; the count starts again in 1.500 seconds.",
    );
  });

  it("has no response if the connection ended", () => {
    const shown = describe_(exchangeOf({ from: "application", url: "/api/x", answer: undefined }));
    expect(shown).toMatchObject({ outcome: "refused", result: "connection ended", advice: undefined });
    expect(shown.cost).toContain("0 bytes received");
  });
});
