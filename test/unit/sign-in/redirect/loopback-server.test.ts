import { once } from "node:events";
import { connect, type AddressInfo, Socket } from "node:net";
import { expect, it, afterEach, vi, describe } from "vitest";
import {
  closeServer,
  createLoopbackServer,
  listen,
  openListener,
  sendOn,
  sendPage,
  sendStatus,
  checkNavigation,
  checkVisit,
} from "../../../../src/sign-in/redirect/loopback-server.ts";
import { Server, createServer, type RequestListener, IncomingMessage } from "node:http";
import { ErrorType } from "../../../../src/core/errors.ts";
import type { Peer } from "../../../../src/sign-in/redirect/peer.ts";

it("closes the oldest connection when the limit is exceeded", async () => {
  const server = createLoopbackServer();
  await listen(server, "127.0.0.1", 0);
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    await Promise.all([once(socket, "connect"), once(server, "connection")]);
    return socket;
  };
  const first = await open();
  const closed = once(first, "close");
  for (let count = 0; count < 128; count += 1) await open();
  await closed;
  await closeServer(server);
});

it("rejects a port that another server uses", async () => {
  const [one, other] = [createLoopbackServer(), createLoopbackServer()];
  await listen(one, "127.0.0.1", 0);
  const { port } = one.address() as AddressInfo;
  await expect(listen(other, "127.0.0.1", port)).rejects.toMatchObject({ code: "EADDRINUSE" });
  await closeServer(one);
});

describe("a listener", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Makes the system reject every port. */
  function refuseWith(code: string): void {
    vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
      queueMicrotask(() => this.emit("error", Object.assign(new Error(code), { code })));
      return this;
    });
  }

  it("returns the authority that a browser sends in the Host header", async () => {
    const { authority, close } = await openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
    expect(authority).toMatch(/^127\.0\.0\.1:\d+$/);
    await close();
  });

  it.each([
    ["another program has the port", 50_000, "EADDRINUSE", { code: "port_unavailable" }],
    ["the port is reserved for the system", 80, "EACCES", { code: "port_unavailable" }],
    ["a chosen port is available at neither address", 50_000, "EADDRNOTAVAIL", { code: "port_unavailable" }],
    ["this process has too many files open", 0, "EMFILE", { code: "too_many_files", retryable: true }],
    ["the system has too many files open", 0, "ENFILE", { code: "too_many_files", retryable: true }],
    ["there is no loopback interface", 0, "EADDRNOTAVAIL", { code: "loopback_unavailable" }],
  ] as const)("reports that %s", async (_case, port, code, expected) => {
    refuseWith(code);
    const opened = openListener({ hosts: ["127.0.0.1", "::1"], port });
    await expect(opened).rejects.toMatchObject({ type: ErrorType.Disabled, ...expected });
  });
});

describe("responding to a request", () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  async function answered(listener: RequestListener): Promise<Response> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { redirect: "manual" });
  }

  it.each([
    [405, "GET"],
    [404, null],
  ])("sends an empty %d response with an Allow header only for a wrong method", async (status, allow) => {
    const response = await answered((_request, reply) => sendStatus(reply, status));
    expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([
      status,
      allow,
      "",
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("resolves when a page has been delivered", async () => {
    const delivered: Promise<void>[] = [];
    const response = await answered((_request, reply) => {
      delivered.push(
        sendPage(reply, 200, { html: "<p>Grüße</p>", headers: { "content-type": "text/html" } }),
      );
    });
    expect(await response.text()).toBe("<p>Grüße</p>");
    await Promise.all(delivered);
    expect(delivered).toHaveLength(1);
  });

  it("redirects the browser without a Referer", async () => {
    const response = await answered((_request, reply) => sendOn(reply, "https://service.example/?state=s"));
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "https://service.example/?state=s",
    ]);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a request", () => {
  const authority = "127.0.0.1:49152";

  /** Creates a request as Node parses it, with these headers instead of a browser's. */
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
    ["a current browser", { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" }],
    ["a browser that hides its origin", { Origin: "null" }],
  ] as const)("accepts %s", (_case, headers) => {
    const checked = check(requestOf(headers));
    expect("parameters" in checked && checked.parameters.get("code")).toBe("c1");
  });

  it.each([
    ["a name with white space before its colon (RFC 9112 §5.1)", { "Name ": "value" }, "malformed", 400],
    ["another host's name", { Host: "evil.example" }, "host", 421],
    ["two hosts", { Host: `${authority} and evil.example` }, "host", 421],
    ["another site's script", { Origin: "https://evil.example" }, "origin", 403],
    ["a Chromium prefetch", { "Sec-Purpose": "prefetch;prerender" }, "prefetch", 503],
    ["a Safari preview", { "X-Purpose": "preview" }, "prefetch", 503],
    ["an image", { "Sec-Fetch-Dest": "image" }, "not_a_navigation", 403],
    ["a script's request", { "Sec-Fetch-Mode": "cors" }, "not_a_navigation", 403],
  ] as const)("ignores %s", (_case, headers, ignored, status) => {
    expect(check(requestOf(headers))).toEqual({ ignored, status });
  });

  it("ignores other paths and methods", () => {
    expect(check(requestOf({}, "GET", "/favicon.ico"))).toEqual({ ignored: "path", status: 404 });
    expect(check(requestOf({}, "POST"))).toEqual({ ignored: "method", status: 405 });
  });

  it("keeps question marks in values", () => {
    const checked = check(requestOf({}, "GET", "/callback?code=a?b"));
    expect("parameters" in checked && checked.parameters.get("code")).toBe("a?b");
  });

  it("looks up the user only for plausible browser requests and ignores other users' requests", async () => {
    const requests: unknown[] = [];
    const visitOf = (peer: Peer, request: IncomingMessage) =>
      checkVisit(request, authority, {
        isPath: (path) => path === "/callback",
        findPeer: (socket) => {
          requests.push(socket);
          return Promise.resolve(peer);
        },
      });
    expect(await visitOf("own", requestOf({}, "POST"))).toEqual({ ignored: "method", status: 405 });
    expect(requests).toEqual([]);
    const request = requestOf({});
    expect(await visitOf("foreign", request)).toEqual({ ignored: "other_user", status: 403 });
    expect(requests).toEqual([request.socket]);
    for (const peer of ["own", "unknown"] as const) {
      expect(await visitOf(peer, requestOf({}))).toMatchObject({
        peer,
        parameters: expect.any(URLSearchParams),
      });
    }
  });
});
