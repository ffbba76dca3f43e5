import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { checkNavigation, checkVisit } from "../../../../src/sign-in/redirect/loopback-server.ts";
import type { Peer } from "../../../../src/sign-in/redirect/peer.ts";

const authority = "127.0.0.1:49152";

/** A request as parsed by Node, with these headers instead of a browser's. */
function requestOf(headers: Readonly<Record<string, string>>, method = "GET", url = "/callback?code=c1") {
  const request = new IncomingMessage(new Socket());
  const all = { Host: authority, ...headers };
  Object.assign(request, { method, url, rawHeaders: Object.entries(all).flat() });
  for (const [name, value] of Object.entries(all)) {
    request.headers[name.trim().toLowerCase()] = value;
    request.headersDistinct[name.trim().toLowerCase()] = value.split(" and ");
  }
  return request;
}

const check = (request: IncomingMessage) =>
  checkNavigation(request, authority, (path) => path === "/callback");

it.each([
  ["a browser without Fetch metadata", {}],
  ["a browser of today", { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" }],
  ["a browser that hides where it comes from", { Origin: "null" }],
] as const)("accepts %s", (_case, headers) => {
  const checked = check(requestOf(headers));
  expect("parameters" in checked && checked.parameters.get("code")).toBe("c1");
});

it.each([
  ["a name with white space before its colon (RFC 9112 §5.1)", { "Name ": "value" }, "malformed", 400],
  ["the name of another host", { Host: "evil.example" }, "host", 421],
  ["two hosts", { Host: `${authority} and evil.example` }, "host", 421],
  ["another site's script", { Origin: "https://evil.example" }, "origin", 403],
  ["a prefetch of Chromium", { "Sec-Purpose": "prefetch;prerender" }, "prefetch", 503],
  ["a preview of Safari", { "X-Purpose": "preview" }, "prefetch", 503],
  ["a picture", { "Sec-Fetch-Dest": "image" }, "not_a_navigation", 403],
  ["a script's request", { "Sec-Fetch-Mode": "cors" }, "not_a_navigation", 403],
] as const)("ignores %s", (_case, headers, ignored, status) => {
  expect(check(requestOf(headers))).toEqual({ ignored, status });
});

it("ignores another path and another method", () => {
  expect(check(requestOf({}, "GET", "/favicon.ico"))).toEqual({ ignored: "path", status: 404 });
  expect(check(requestOf({}, "POST"))).toEqual({ ignored: "method", status: 405 });
});

it("keeps question marks after the first, which a value may contain", () => {
  const checked = check(requestOf({}, "GET", "/callback?code=a?b"));
  expect("parameters" in checked && checked.parameters.get("code")).toBe("a?b");
});

it("looks up the user only for plausible browser requests, and ignores another user's request", async () => {
  const asked: unknown[] = [];
  const visitOf = (peer: Peer, request: IncomingMessage) =>
    checkVisit(request, authority, {
      isPath: (path) => path === "/callback",
      findPeer: (socket) => {
        asked.push(socket);
        return Promise.resolve(peer);
      },
    });
  expect(await visitOf("own", requestOf({}, "POST"))).toEqual({ ignored: "method", status: 405 });
  expect(asked).toEqual([]);
  const request = requestOf({});
  expect(await visitOf("foreign", request)).toEqual({ ignored: "other_user", status: 403 });
  expect(asked).toEqual([request.socket]);
  for (const peer of ["own", "unknown"] as const) {
    expect(await visitOf(peer, requestOf({}))).toMatchObject({
      peer,
      parameters: expect.any(URLSearchParams),
    });
  }
});
