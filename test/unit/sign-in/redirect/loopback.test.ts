import net from "node:net";
import { readFile } from "node:fs/promises";
import { type RequestOptions, Server } from "node:http";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorType } from "../../../../src/core/errors.ts";
import type { PageOption } from "../../../../src/sign-in/page/page-appearance.ts";
import type { LoopbackOptions } from "../../../../src/sign-in/options.ts";
import { prepareLoopback, IgnoredRedirects } from "../../../../src/sign-in/redirect/loopback.ts";
import type {
  IgnoredReason,
  Judgement,
  RedirectReceiver,
} from "../../../../src/sign-in/redirect/receiver.ts";
import type { Peer } from "../../../../src/sign-in/redirect/peer.ts";
import { visit, visitOnce } from "../../../flow/fixtures/visit.js";
import { freePort } from "../../../setup/free-port.js";
import { needs } from "../../../setup/system-parts.ts";
import { throwing } from "../../../setup/throwing.ts";
import { LoggingSeverity } from "../../../../src/log/logger.ts";

type Options = LoopbackOptions & { readonly page?: PageOption };

const openLoopback = async ({ page, ...options }: Options = {}) =>
  prepareLoopback(options, page).openReceiver();

let opened: RedirectReceiver[];
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const receiver of opened) await receiver.close();
});

const judge = (parameters: URLSearchParams): Judgement<string> =>
  parameters.get("state") === "right"
    ? { answer: parameters.get("code") ?? "none", ending: Promise.resolve({ outcome: "returned" } as const) }
    : { ignored: "wrong_state" };
const right = "?code=c0de&state=right";

/** Creates a waiting receiver and returns it with its ignored requests and future result. */
async function wait(options: Options = {}) {
  const receiver = await openLoopback(options);
  opened.push(receiver);
  const ignored: IgnoredReason[] = [];
  const stop = new AbortController();
  const answer = receiver.receive(judge, {
    signal: stop.signal,
    onIgnored: (reason) => ignored.push(reason),
  });
  answer.catch(() => undefined);
  return { receiver, ignored, stop, answer, port: Number(new URL(receiver.redirectUri).port) };
}

const visitDone = ({ redirectUri }: RedirectReceiver) => visit(new URL("/done", redirectUri).href);

/** Requests the redirect URI as a browser would and follows the redirect. */
async function ask(receiver: RedirectReceiver, query: string, options: RequestOptions = {}) {
  const answer = await askOnce(receiver, query, options);
  if (answer.location === undefined) return answer;
  return askOnce(receiver, "", { ...options, path: new URL(answer.location).pathname });
}

function askOnce(
  { redirectUri }: RedirectReceiver,
  query: string,
  { path, ...options }: RequestOptions = {},
) {
  return visitOnce(redirectUri + query, path ? { ...options, path: path + query } : options);
}

/** Sends raw bytes and resolves with everything received until the other side closes the connection. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("error", () => undefined).on("close", () => resolve(received));
  });
}

async function connectSilently(port: number): Promise<{ socket: net.Socket; closed: Promise<void> }> {
  const socket = net.connect(port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined).resume();
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, closed };
}

describe("openLoopback", () => {
  it("#14 listens only on the loopback address", needs("Linux"), async () => {
    const { port } = await wait();
    const tables = await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8")));
    const hex = port.toString(16).toUpperCase().padStart(4, "0");
    const listening = tables
      .join("")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "0A");
    expect(listening.map(([, local]) => local)).toEqual([`0100007F:${hex}`]);
  });

  it("#15 uses the bound IP address in the redirect URI", async () => {
    expect((await wait()).receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const { receiver, answer } = await wait({ prefer: "ipv6" });
    expect(receiver.redirectUri).toMatch(/^http:\/\/\[::1\]:\d+\/callback$/);
    await ask(receiver, right);
    expect(await answer).toBe("c0de");
  });

  it("#16 uses a free port or the requested one and reports a port that is in use", async () => {
    const first = await wait();
    const second = await wait();
    expect(first.port).not.toBe(second.port);
    await expect(openLoopback({ port: first.port })).rejects.toMatchObject({
      type: 4,
      code: "port_unavailable",
      message: expect.stringContaining(`Port ${first.port}`),
    });
    await first.receiver.close();
    expect((await wait({ port: first.port })).port).toBe(first.port);
  });

  it(
    "#16 #27 omits port 80 from the address, as browsers do in the Host header",
    needs("port 80"),
    async () => {
      const { receiver, answer } = await wait({ port: 80 });
      expect(receiver.redirectUri).toBe("http://127.0.0.1/callback");
      await ask(receiver, right, { headers: { host: "127.0.0.1" } });
      expect(await answer).toBe("c0de");
    },
  );

  it("#17 falls back from the preferred loopback address to the other one", async () => {
    failToListen(["127.0.0.1"]);
    expect((await wait()).receiver.redirectUri).toContain("http://[::1]:");
    vi.restoreAllMocks();
    failToListen(["::1"]);
    expect((await wait({ prefer: "ipv6" })).receiver.redirectUri).toContain("http://127.0.0.1:");
  });

  it.each([
    [undefined, "EADDRNOTAVAIL", { code: "loopback_unavailable" }],
    [undefined, "EACCES", { code: "loopback_unavailable" }],
    [undefined, "EMFILE", { code: "too_many_files", retryable: true }],
    [5999, "ENFILE", { code: "too_many_files", retryable: true }],
    [5999, "EADDRNOTAVAIL", { code: "port_unavailable" }],
    [80, "EACCES", { code: "port_unavailable" }],
  ])(
    "#17 with the port %j, rejects with a typed error if both addresses fail with %s",
    async (port, code, error) => {
      failToListen(["127.0.0.1", "::1"], code);
      await expect(openLoopback({ port })).rejects.toMatchObject({ type: ErrorType.Disabled, ...error });
    },
  );

  it("#19 closes immediately even if a browser has opened connections that it never used", async () => {
    const { receiver, port } = await wait();
    const silent = await connectSilently(port);
    await receiver.close();
    await silent.closed;
    expect((await ask((await wait()).receiver, right)).headers["connection"]).toBe("close");
  });

  it("#20 leaves no handle that keeps the process alive", async () => {
    let waiting: Awaited<ReturnType<typeof wait>> | undefined;
    const server = await captureServer(async () => void (waiting = await wait()));
    const { receiver, stop, answer, port } = waiting ?? expect.unreachable();
    const { closed } = await connectSilently(port);
    await expect.poll(() => countConnections(server)).toBe(1);
    expect(server.listening).toBe(true);
    stop.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await receiver.close();
    await closed;
    expect(server.listening).toBe(false);
    await expect.poll(() => countConnections(server)).toBe(0);
  });

  it("#22 rejects on a server error, even before receive()", async () => {
    const server = await captureServer(async () => void opened.push(await openLoopback()));
    server.emit("error", new Error("the interface is gone"));
    const [receiver] = opened;
    const options = { signal: new AbortController().signal, onIgnored: () => undefined };
    await expect(receiver?.receive(judge, options)).rejects.toMatchObject({ code: "loopback_unavailable" });
    let answer: Promise<string> | undefined;
    const other = await captureServer(async () => void ({ answer } = await wait()));
    other.emit("error", new Error("the interface is gone"));
    await expect(answer).rejects.toMatchObject({ code: "loopback_unavailable" });
  });

  it("#23 shares its port with no other process in a cluster", async () => {
    const listening = vi.spyOn(net.Server.prototype, "listen");
    await wait();
    expect(listening.mock.calls[0]?.[0]).toEqual({ host: "127.0.0.1", port: 0, exclusive: true });
  });

  it("#24 handles the real redirect despite slow, endless and silent connections", async () => {
    const { receiver, answer, port, ignored } = await wait();
    const silent = await Promise.all(Array.from({ length: 200 }, () => connectSilently(port)));
    const slow = await connectSilently(port);
    slow.socket.write("GET /callback?code=a&state=ri");
    const body = await sendRaw(
      port,
      `POST /callback HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 999999999\r\n\r\nx`,
    );
    expect(body).toMatch(/^HTTP\/1\.1 405 /);
    await sendRaw(port, `GET /callback?${"x".repeat(65_536)} HTTP/1.1\r\n`);
    expect(ignored).toEqual(["method", "malformed"]);
    await ask(receiver, right);
    expect(await answer).toBe("c0de");
    slow.socket.destroy();
    for (const { socket } of silent) socket.destroy();
  });

  it("#24 closes the oldest connection if there are too many", async () => {
    const { port } = await wait();
    const first = await connectSilently(port);
    const others = await Promise.all(Array.from({ length: 128 }, () => connectSilently(port)));
    await first.closed;
    for (const { socket } of others) socket.destroy();
  });

  it("rejects with the abort reason, immediately if the signal is already aborted", async () => {
    const { answer, stop, receiver } = await wait();
    stop.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    const again = receiver.receive(judge, { signal: stop.signal, onIgnored: () => undefined });
    await expect(again).rejects.toThrow("enough");
  });

  it("rejects with an error thrown by the game's callback", async () => {
    const receiver = await openLoopback();
    opened.push(receiver);
    const onIgnored = throwing(new RangeError("a bug in the game"));
    const answer = receiver.receive(judge, { signal: new AbortController().signal, onIgnored });
    answer.catch(() => undefined);
    await ask(receiver, "?state=wrong");
    await expect(answer).rejects.toThrow(RangeError);
  });
});

describe("requests that are not the redirect", () => {
  const cases: [string, string, RequestOptions, number, IgnoredReason][] = [
    ["#25 the favicon", "", { path: "/favicon.ico" }, 404, "path"],
    ["#25 robots.txt", "", { path: "/robots.txt" }, 404, "path"],
    ["#25 /.well-known", "", { path: "/.well-known/appspecific" }, 404, "path"],
    ["#25 the root", right, { path: "/" }, 404, "path"],
    ["#25 a longer path", right, { path: "/callback/" }, 404, "path"],
    ["#25 another spelling", right, { path: "/Callback" }, 404, "path"],
    ["#25 a percent-encoded path", right, { path: "/%63allback" }, 404, "path"],
    ["#25 a full URL as the target", right, { path: "http://evil.example/callback" }, 404, "path"],
    ["#26 HEAD", right, { method: "HEAD" }, 405, "method"],
    ["#26 OPTIONS", right, { method: "OPTIONS" }, 405, "method"],
    ["#26 PUT", right, { method: "PUT" }, 405, "method"],
    ["#30 POST, because form_post is not offered", right, { method: "POST" }, 405, "method"],
    ["#27 another Host", right, { headers: { host: "evil.example" } }, 421, "host"],
    ["#27 localhost as Host", right, { headers: { host: "localhost" } }, 421, "host"],
    ["#27 a Host without the port", right, { headers: { host: "127.0.0.1" } }, 421, "host"],
    ["#28 a prefetch", right, { headers: { "sec-purpose": "prefetch" } }, 503, "prefetch"],
    ["#28 a prerender", right, { headers: { "sec-purpose": "prefetch;prerender" } }, 503, "prefetch"],
    ["#28 an older prefetch header", right, { headers: { purpose: "Prefetch" } }, 503, "prefetch"],
    ["#28 a preview", right, { headers: { "x-purpose": "preview" } }, 503, "prefetch"],
    ["#28 Firefox's old prefetch", right, { headers: { "x-moz": "prefetch" } }, 503, "prefetch"],
    ["#28 an image", right, { headers: { "sec-fetch-dest": "image" } }, 403, "not_a_navigation"],
    ["#28 a frame", right, { headers: { "sec-fetch-dest": "iframe" } }, 403, "not_a_navigation"],
    ["#28 a script's fetch", right, { headers: { "sec-fetch-mode": "cors" } }, 403, "not_a_navigation"],
    ["#29 another Origin", right, { headers: { origin: "https://evil.example" } }, 403, "origin"],
    ["#29 its own Origin", right, { headers: { origin: "http://127.0.0.1" } }, 403, "origin"],
    ["#33 a wrong state", "?code=c0de&state=wrong", {}, 400, "wrong_state"],
  ];
  it.each(cases)("are ignored and counted: %s", async (_name, query, options, status, reason) => {
    const { receiver, ignored, answer } = await wait();
    expect((await ask(receiver, query, options)).status).toBe(status);
    expect(ignored).toEqual([reason]);
    await ask(receiver, right);
    expect(await answer).toBe("c0de");
  });

  it.each([
    ["#27 no Host", "GET /callback?code=c0de&state=right HTTP/1.1\r\n\r\n", "host"],
    [
      "#27 two Hosts",
      "GET /callback?code=c0de&state=right HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n",
      "host",
    ],
    ["#26 a tunnel", "CONNECT 127.0.0.1:PORT HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", "method"],
    ["bytes that are not HTTP", "\u0016\u0003\u0001\u0002\u0000\u0001", "malformed"],
    ["a smuggled header", "GET /callback?code=c0de&state=right HTTP/1.1\r\nHost : x\r\n\r\n", "malformed"],
  ])("are ignored and counted if sent as raw bytes: %s", async (_name, bytes, reason) => {
    const { receiver, ignored, answer, port } = await wait();
    await sendRaw(port, bytes.replaceAll("PORT", String(port)));
    expect(ignored).toEqual([reason]);
    await ask(receiver, right);
    expect(await answer).toBe("c0de");
  });

  it("are not counted if the connection is closed for being too slow", async () => {
    const listen = vi.spyOn(Server.prototype, "listen");
    const { receiver, ignored, answer } = await wait();
    const [server] = listen.mock.contexts as Server[];
    const socket = new net.Socket();
    const tooSlow = Object.assign(new Error("timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server?.emit("clientError", tooSlow, socket);
    expect([socket.destroyed, ignored]).toEqual([true, []]);
    await ask(receiver, right);
    expect(await answer).toBe("c0de");
  });

  it.each([
    [{ method: "PUT" }, 405, "GET"],
    [{ path: "/" }, 404, undefined],
  ])(
    "#26 receive an empty response that names the allowed method if the method is wrong",
    async (options, status, allow) => {
      const { receiver } = await wait();
      const { headers, ...answer } = await ask(receiver, right, options);
      expect(answer).toMatchObject({ status, page: "" });
      expect([headers.allow, headers["cache-control"]]).toEqual([allow, "no-store"]);
    },
  );

  it("are ignored if they come from another user, who is looked up only for plausible requests", async () => {
    const peers: Peer[] = ["foreign", "unknown"];
    const findPeer = vi.fn(() => Promise.resolve(peers.shift() ?? "own"));
    const receiver = await prepareLoopback({}, undefined, { findPeer }).openReceiver();
    opened.push(receiver);
    const ignored: IgnoredReason[] = [];
    const { signal } = new AbortController();
    const answer = receiver.receive(judge, { signal, onIgnored: (reason) => ignored.push(reason) });
    await ask(receiver, right, { method: "POST" });
    expect(findPeer).not.toHaveBeenCalled();
    expect((await ask(receiver, right)).status).toBe(403);
    expect(ignored).toEqual(["method", "other_user"]);
    await ask(receiver, "?code=a?b&state=right");
    expect(await answer).toBe("a?b");
  });

  it.each([
    ["with Chromium's navigation headers", { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" }],
    ["#28 without navigation headers", {}],
    ["#29 with the Origin null", { origin: "null" }],
    ["#29 with any Referer", { referer: "https://evil.example/" }],
  ])("do not include a plain navigation: %s", async (_name, headers) => {
    const { receiver, answer } = await wait();
    await ask(receiver, right, { headers });
    expect(await answer).toBe("c0de");
  });
});

describe("loopback page", () => {
  it("is shown in the browser's language", async () => {
    const { receiver, answer } = await wait();
    const page = await ask(receiver, right, { headers: { "accept-language": "da, en;q=0.5" } });
    await answer;
    expect(page.status).toBe(200);
    expect(page.headers["content-language"]).toBe("da");
    expect(page.page).toContain("<h1>Vend tilbage til spillet</h1>");
  });

  it("has an address without the code and can be reloaded after the flow is disposed", async () => {
    const { receiver, answer } = await wait();
    const { status, location, headers } = await askOnce(receiver, right);
    const done = receiver.redirectUri.replace("/callback", "/done");
    expect([status, location]).toEqual([303, done]);
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const shown = await askOnce(receiver, "", { path: "/done" });
    await answer;
    await receiver[Symbol.asyncDispose]();
    const again = await askOnce(receiver, "", { path: "/done", headers: { "accept-language": "he" } });
    expect([shown.status, again.status]).toEqual([200, 200]);
    expect([shown.page, again.page]).toEqual([
      expect.stringContaining("<h1>Return to the game</h1>"),
      expect.stringContaining('<html lang="he" dir="rtl">'),
    ]);
    const repeated = await askOnce(receiver, right);
    expect([repeated.status, repeated.location]).toEqual([303, done]);
  });

  // A process that another thread is starting may still have the port open.
  it("immediately frees a game-chosen port for the next sign-in", { retry: 2 }, async () => {
    const port = await freePort();
    for (const round of [1, 2]) {
      const { receiver, answer } = await wait({ port });
      await ask(receiver, right);
      expect(await answer, `round ${round}`).toBe("c0de");
      await receiver[Symbol.asyncDispose]();
      await expect(visitDone(receiver)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  it("is unavailable while the flow waits and after a flow that received no redirect", async () => {
    const { receiver, ignored } = await wait();
    expect((await askOnce(receiver, "", { path: "/done" })).status).toBe(404);
    expect(ignored).toEqual(["path"]);
    await receiver[Symbol.asyncDispose]();
    await expect(visitDone(receiver)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("#34 is served again for a repeated redirect, which is not counted as ignored", async () => {
    const { receiver, answer, ignored } = await wait();
    const requests = await Promise.all([ask(receiver, right), ask(receiver, right), ask(receiver, right)]);
    expect(requests.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await answer).toBe("c0de");
    expect(ignored).toEqual([]);
  });

  it("#44 #48 contains nothing from its address and has no links", async () => {
    const { receiver } = await wait();
    const evil = "&next=https://evil.example/&redirect_uri=https://evil.example/&error_description=<b>hi";
    const page = await ask(receiver, `${right}${evil}`);
    expect(page.page).not.toMatch(/c0de|right"|evil|<b>|<a |http-equiv/);
    expect(page.headers).not.toHaveProperty("location");
    expect(page.headers).not.toHaveProperty("refresh");
  });
});

function countConnections(server: net.Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

/** Makes binding to `hosts` fail as if the addresses were missing. */
function failToListen(hosts: string[], code = "EADDRNOTAVAIL"): void {
  const listen = Reflect.get(net.Server.prototype, "listen");
  vi.spyOn(net.Server.prototype, "listen").mockImplementation(function (
    this: net.Server,
    ...args: unknown[]
  ) {
    const [options] = args as [{ host: string }];
    if (!hosts.includes(options.host)) return Reflect.apply(listen, this, args) as net.Server;
    const error = Object.assign(new Error("no such address"), { code });
    process.nextTick(() => this.emit("error", error));
    return this;
  });
}

async function captureServer(open: () => Promise<void>): Promise<net.Server> {
  const listening = vi.spyOn(net.Server.prototype, "listen");
  await open();
  const server = listening.mock.contexts[0] as net.Server;
  listening.mockRestore();
  return server;
}

describe("ignored redirects", () => {
  it("#33 logs the first ignored redirect of each kind and the totals", () => {
    const lines: [number, string][] = [];
    {
      using ignored = new IgnoredRedirects((severity, _component, text) => lines.push([severity, text]));
      for (let count = 0; count < 5_000; count += 1) ignored.add("wrong_state");
      ignored.add("path");
    }
    expect(lines).toEqual([
      [LoggingSeverity.Warning, "ignored a request that is not the expected redirect: wrong_state"],
      [LoggingSeverity.Warning, "ignored a request that is not the expected redirect: path"],
      [LoggingSeverity.Info, "ignored in total: wrong_state 5000, path 1"],
    ]);
  });

  it("logs nothing if no redirect was ignored", () => {
    const ignored = new IgnoredRedirects(() => expect.fail("there is nothing to say"));
    ignored[Symbol.dispose]();
  });
});
