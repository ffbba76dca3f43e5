import { describe, expect, it } from "vitest";
import { isInteraction, titleOf } from "../../../../src/emulator/page/shown-exchange.ts";
import { exchangeOf } from "../../../setup/emulator/exchange.ts";

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
  ])("is titled by its purpose: %j", (body, title) => {
    const exchange = exchangeOf({ body: JSON.stringify(body) });
    expect(titleOf(exchange)).toBe(title);
    expect(isInteraction(exchange)).toBe("data" in body);
  });

  it("is an interaction that cannot be resent if its body is truncated", () => {
    const exchange = exchangeOf({ body: '{"type":2,"data":{' });
    expect([titleOf(exchange), isInteraction(exchange)]).toEqual(["Interaction", false]);
  });
});

describe("a request from the application", () => {
  it.each([
    ["grant_type: refresh_token\nclient_id: 1", "POST /oauth2/token (refresh_token)"],
    ["grant_type: urn:ietf:params:oauth:grant-type:device_code", "POST /oauth2/token (device_code)"],
    ["client_id: 1", "POST /oauth2/token"],
  ])("is titled by its grant type: %s", (body, title) => {
    const url = "/api/v10/oauth2/token";
    expect(titleOf(exchangeOf({ from: "application", method: "POST", url, body }))).toBe(title);
  });

  it.each([
    ["/api/v10/webhooks/1/secret/messages/@original?x=1", "PATCH /webhooks/1/:token/messages/@original"],
    ["/api/interactions/1/secret/callback", "PATCH /interactions/1/:token/callback"],
    ["/api/v10/applications/1/commands", "PATCH /applications/1/commands"],
  ])("is titled by method and path, without a token: %s", (url, title) => {
    const exchange = exchangeOf({ from: "application", method: "PATCH", url, body: '{"data":{}}' });
    expect([titleOf(exchange), isInteraction(exchange)]).toEqual([title, false]);
  });
});
