import { describe, expect, it } from "vitest";
import {
  describeExchange,
  isInteraction,
  titleOf,
  curlOf,
} from "../../../../src/emulator/page/exchange-view.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { type Exchange, keepPart } from "../../../../src/emulator/outbound/exchanges.ts";
import { postForged, postSigned } from "../../../../src/emulator/outbound/signed-post.ts";
import { exchangeOf } from "../../../setup/emulator/exchange.ts";
import { outputOf } from "../../../setup/child-process.ts";

const application = new EmulatorApplication();
const describe_ = (exchange: Exchange) => describeExchange(exchange, application, "http://127.0.0.1:4000");

/** Sends an interaction to an endpoint that responds with `status`. */
async function send(status: number, post = postSigned): Promise<Exchange> {
  await post(application, () => new Response("{}", { status }), { type: 2, data: { name: "ping", type: 1 } });
  return application.exchanges.all.at(-1) as Exchange;
}

describe("an interaction", () => {
  it("has a response, time, cost and signature", async () => {
    const exchange = { ...(await send(200)), at: 0, durationMs: 12.4 };
    const view = describe_(exchange);
    expect(view).toMatchObject({
      from: "service",
      title: "/ping",
      outcome: "done",
      result: "200",
      at: "1970-01-01T00:00:00.000Z",
      durationMs: 12,
      timing: "12 ms of the 3000 ms that the service waits",
      cost: `${exchange.request.bytes} bytes sent, 2 bytes received. The request does not count toward a rate limit, because the service sent it.`,
      signature: "Valid: it matches the application's public key, the timestamp and the body.",
      advice: undefined,
      request: { line: "POST to the handler in this process", body: exchange.request.body, isWhole: true },
      answer: { line: "200", body: "{}", headers: [["content-type", "text/plain;charset=UTF-8"]] },
      curl: undefined,
      isReplayable: true,
    });
  });

  it.each([
    [200, "valid", "done", "Valid: it matches", undefined],
    [401, "valid", "refused", "The endpoint rejected it anyway", "rejected a valid signature"],
    [500, "valid", "refused", "Valid: it matches", undefined],
    [401, "wrong", "done", "correctly rejected it with 401", undefined],
    [200, "wrong", "refused", "must reject it with 401", "with a wrong signature"],
  ] as const)(
    "derives its outcome from status %i and a %s signature",
    async (status, sentSignature, outcome, signature, advice) => {
      const post = sentSignature === "wrong" ? postForged : postSigned;
      const view = describe_({ ...(await send(status, post)), durationMs: 1 });
      expect(view.outcome).toBe(outcome);
      expect(view.title).toBe(post === postForged ? "/ping with a wrong signature" : "/ping");
      expect(view.signature).toContain(signature);
      if (advice === undefined) expect(view.advice).toBeUndefined();
      else expect(view.advice?.message).toContain(advice);
    },
  );

  it.each([
    [undefined, "done", "answered", undefined],
    [
      "silent-bot",
      "refused",
      "no response in time",
      "The bot did not respond to the interaction within 3 seconds.",
    ],
  ] as const)("has no signature at the gateway if `silence` is %s", (silence, ...displayed) => {
    const [outcome, result, message] = displayed;
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
    const exchange = await send(200);
    expect(describe_({ ...exchange, durationMs: 2_500 }).advice?.hint).toContain("type 5");
    expect(describe_({ ...exchange, durationMs: 1_900 }).advice).toBeUndefined();
  });

  it.each([
    ["refused", "No server listens at 127.0.0.1:3000"],
    ["unknown-host", "host 127.0.0.1:3000 could not be resolved"],
    ["late", "did not respond within 3 seconds"],
    ["broken", "was closed before a response was received"],
    ["thrown", "handler threw"],
  ] as const)("has advice if `silence` is %s", (silence, message) => {
    const view = describe_(exchangeOf({ answer: undefined, silence }));
    expect(view).toMatchObject({ outcome: "refused", result: expect.any(String), answer: undefined });
    expect(view.advice?.message).toContain(message);
    expect(view.advice?.hint).not.toBe("");
  });

  it("cannot be resent if its recorded body is truncated", () => {
    const view = describe_(exchangeOf({ request: keepPart([], Buffer.from('{"data":{}'), 70_000) }));
    expect(view).toMatchObject({
      signature: expect.stringContaining("Not checked again"),
      isReplayable: false,
    });
    expect(view.request.isWhole).toBe(false);
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

  it("has no signature and cannot be resent", () => {
    const view = call("/api/v10/webhooks/1/token");
    expect(view).toMatchObject({ title: "POST /webhooks/1/:token", timing: "12 ms", isReplayable: false });
    expect(view.signature).toBeUndefined();
    expect(view.curl).toContain("http://127.0.0.1:4000/api/v10/webhooks/1/token");
  });

  it.each([
    [
      "/api/v10/webhooks/1/token",
      "POST",
      "none of the bot's 50 requests per second, and one of 5 in 2 seconds on its route",
    ],
    ["/api/v10/interactions/1/token/callback", "POST", "none of the bot's 50 requests per second."],
    [
      "/api/v10/applications/1/commands?x=1",
      "POST",
      "one of the bot's 50 requests per second, and one of 5 in 20 seconds",
    ],
    ["/api/v10/applications/1/commands", "GET", "one of the bot's 50 requests per second."],
  ])("shows the cost of a request to %s with method %s", (url, method, cost) => {
    expect(call(url, {}, method).cost).toContain(cost);
  });

  it("shows how many requests remain if the emulator counts them", () => {
    const headers = {
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "3",
      "x-ratelimit-reset-after": "1.500",
    };
    expect(call("/api/v10/webhooks/1/token", { headers }).cost).toBe(
      "2 bytes sent, 0 bytes received. 2 of 5 requests have been used; the count resets in 1.500 seconds.",
    );
  });

  it("has no response if the connection was closed", () => {
    const view = describe_(exchangeOf({ from: "application", url: "/api/x", answer: undefined }));
    expect(view).toMatchObject({ outcome: "refused", result: "connection ended", advice: undefined });
    expect(view.cost).toContain("0 bytes received");
  });

  it.each([
    ["grant_type: refresh_token\nclient_id: 1", "POST /oauth2/token (refresh_token)"],
    ["grant_type: urn:ietf:params:oauth:grant-type:device_code", "POST /oauth2/token (device_code)"],
    ["client_id: 1", "POST /oauth2/token"],
  ])("for the body %j, has a title with the grant type if there is one", (body, title) => {
    const url = "/api/v10/oauth2/token";
    expect(titleOf(exchangeOf({ from: "application", method: "POST", url, body }))).toBe(title);
  });

  it.each([
    ["/api/v10/webhooks/1/secret/messages/@original?x=1", "PATCH /webhooks/1/:token/messages/@original"],
    ["/api/interactions/1/secret/callback", "PATCH /interactions/1/:token/callback"],
    ["/api/v10/applications/1/commands", "PATCH /applications/1/commands"],
  ])("for the path %s, is titled with its method and path but without the token", (url, title) => {
    const exchange = exchangeOf({ from: "application", method: "PATCH", url, body: '{"data":{}}' });
    expect([titleOf(exchange), isInteraction(exchange)]).toEqual([title, false]);
  });
});

const option = (type: number, name: string, options: readonly object[] = []) => ({ type, name, options });

describe("a request from the service", () => {
  it.each<[object, string]>([
    [{ type: 1 }, "PING"],
    [{ type: 2, data: { name: "ping", type: 1 } }, "/ping"],
    [{ type: 2, data: { name: "Wave", type: 2 } }, "Wave"],
    [{ type: 2, data: { name: "score", type: 1, options: [{ type: 4, name: "points" }] } }, "/score"],
    [{ type: 2, data: { name: "a", type: 1, options: [option(2, "b", [option(1, "c")])] } }, "/a b c"],
    [{ type: 2, data: { name: "a", type: 1, options: [{ type: 1, name: "b" }] } }, "/a b"],
    [{ type: 4, data: { name: "guess", type: 1 } }, "Suggestions for /guess"],
    [{ type: 3, data: { custom_id: "vote:1" } }, "Component vote:1"],
    [{ type: 5, data: { custom_id: "rename" } }, "Form rename"],
    [{ type: 1, event: { type: "ENTITLEMENT_CREATE" } }, "Event ENTITLEMENT_CREATE"],
  ])("has a title that states the purpose of %j", (body, title) => {
    const exchange = exchangeOf({ body: JSON.stringify(body) });
    expect(titleOf(exchange)).toBe(title);
    expect(isInteraction(exchange)).toBe("data" in body);
  });

  it("is an interaction that cannot be resent if its body is truncated", () => {
    const exchange = exchangeOf({ body: '{"type":2,"data":{' });
    expect([titleOf(exchange), isInteraction(exchange)]).toEqual(["Interaction", false]);
  });
});

const base = "http://127.0.0.1:4000";

/** Returns the arguments that bash passes to the program, one per line. */
async function argumentsOf(line: string | undefined): Promise<string> {
  const program = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const stdout = await outputOf("bash", ["-c", program], { env: { DISCORD_BOT_TOKEN: "given" } });
  return stdout.replaceAll("\0", "\n");
}

describe("curlOf", () => {
  it("reproduces an interaction byte for byte", async () => {
    const body = JSON.stringify({ token: "made here", text: "it's $HOME `id` \\ \u009b\u202e\u2028 🎲" });
    const headers = { "x-signature-ed25519": "ab", "x-signature-timestamp": "1" };
    const json = "-H\ncontent-type: application/json";
    const signed = "-H\nx-signature-ed25519: ab\n-H\nx-signature-timestamp: 1";
    expect(await argumentsOf(curlOf(exchangeOf({ body, headers }), base))).toBe(
      `-X\nPOST\nhttp://127.0.0.1:3000/interactions\n${json}\n${signed}\n--data-raw\n${body}\n`,
    );
  });

  it("contains only printable ASCII characters", () => {
    const line = curlOf(exchangeOf({ body: '"\u001b[201~\u009b\u202e\u200b\u2028"' }), base);
    expect(line).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it("contains neither the application's nor the developer's credentials", async () => {
    const url = "/api/v10/applications/1/commands?a=1";
    const headers = { authorization: "Bot t.o.k", "x-other": "s", cookie: "s" };
    const requested = curlOf(exchangeOf({ from: "application", method: "GET", url, headers }), base);
    expect(await argumentsOf(requested)).toBe(
      `-X\nGET\n${base}${url}\n-H\ncontent-type: application/json\n-H\nauthorization: Bot given\n`,
    );
    const bearer = exchangeOf({ from: "application", url, headers: { authorization: "Bearer t" } });
    expect(curlOf(bearer, base)).toContain('"authorization: Bearer $DISCORD_ACCESS_TOKEN"');
    const address = "https://me:pass@game.example/in?key=secret&key=other&x=y";
    const sent = curlOf(exchangeOf({ url: address }), base) ?? "";
    expect(sent).toContain("'https://hidden:hidden@game.example/in?key=hidden&x=hidden'");
    expect(curlOf(exchangeOf({ url: "https://:pass@game.example/" }), base)).not.toContain("pass");
  });

  it("returns `undefined` for a handler, a form with files and a truncated body", () => {
    expect(curlOf(exchangeOf({ url: undefined }), base)).toBeUndefined();
    const form = exchangeOf({ body: "--x", headers: { "content-type": "multipart/form-data; boundary=x" } });
    expect(curlOf(form, base)).toBeUndefined();
    expect(curlOf(exchangeOf({ request: keepPart([], Buffer.from("x"), 70_000) }), base)).toBeUndefined();
    expect(curlOf(exchangeOf({ request: keepPart([], Buffer.from("x")) }), base)).toBeUndefined();
  });
});
