import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
} from "node:net";
import { text as textOf } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it, afterEach } from "vitest";
import { largestUpload } from "../../../../../src/emulator/base/http.ts";
import {
  beginRequest,
  requestOrigin,
  originHost,
  useMappedPage,
} from "../../../../setup/activity/activity-origin.ts";
import { freePort } from "../../../../setup/free-port.js";
import {
  requestTarget,
  addPageScript,
  isPlainPage,
} from "../../../../../src/emulator/activity/proxy/forward.ts";
import { Readable } from "node:stream";

const at = useMappedPage();
const html = { accept: "text/html", "sec-fetch-dest": "iframe" };

describe("forwarding", () => {
  it("sets the target's host and adds the service's content security policy", async () => {
    at.map();
    const answer = await requestOrigin(at.origin, "/a/b?c=%20d", {
      headers: { "x-own": "kept", te: "trailers" },
    });
    expect([answer.status, answer.text]).toEqual([200, "here"]);
    expect(at.requests[0]?.url).toBe("/a/b?c=%20d");
    expect(at.requests[0]?.headers).toMatchObject({ host: at.address, "x-own": "kept" });
    expect(at.requests[0]?.headers).not.toHaveProperty("te");
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain(`frame-ancestors 'self' ${at.origin.webBase}`);
    expect(policy).toContain("connect-src 'self' ws://");
  });

  it("adds only frame-ancestors if the application disables the policy", async () => {
    at.origin.application.setActivity({ mappings: [{ prefix: "/", target: at.address }], csp: false });
    const { headers } = await requestOrigin(at.origin, "/");
    expect(headers["content-security-policy"]).toBe(`frame-ancestors 'self' ${at.origin.webBase}`);
  });

  it("streams bodies in both directions and leaves compressed bodies unchanged", async () => {
    at.map();
    const packed = gzipSync("packed");
    at.serve = (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const headers = [
          ["Content-Encoding", "gzip"],
          ["X-Body", Buffer.concat(chunks).toString()],
          ["Connection", "X-Hop"],
          ["X-Hop", "1"],
        ];
        response.writeHead(201, "Made", headers.flat()).end(packed);
      });
    };
    const headers = { "transfer-encoding": "chunked" };
    const { status, headers: came } = await requestOrigin(at.origin, "/", {
      method: "POST",
      headers,
      body: "sent",
    });
    expect([status, came["content-encoding"], came["x-body"]]).toEqual([201, "gzip", "sent"]);
    expect(came).not.toHaveProperty("x-hop");
  });

  it("adds the emulator's script only to HTML pages", async () => {
    at.map();
    at.serve = ({ headers }, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": 15 });
      response.end(headers["accept-encoding"] === "identity" ? "<!doctype html>" : "<!doctype HTML>");
    };
    const sent = { ...html, "accept-encoding": "gzip" };
    const { text, headers } = await requestOrigin(at.origin, "/", { headers: sent });
    expect([text, headers["content-length"]]).toEqual([
      '<!doctype html><script src="/.slashpass/page.js"></script>',
      undefined,
    ]);
    expect((await requestOrigin(at.origin, "/")).text).toBe("<!doctype HTML>");
    expect((await requestOrigin(at.origin, "/.slashpass/page.js")).text).toContain("WebSocket");
  });

  it("starts to forward a response before it is complete", async () => {
    at.map();
    let more: (() => void) | undefined;
    at.serve = (_request, response) => {
      response.write("data: 1\n\n");
      more = () => response.end("data: 2\n\n");
    };
    const [answer] = (await once(beginRequest(at.origin, "/").end(), "response")) as [IncomingMessage];
    await once(answer, "readable");
    more?.();
    expect(await textOf(answer)).toBe("data: 1\n\ndata: 2\n\n");
  });

  it("rejects and reports a body over the emulator's upload limit", async () => {
    at.map();
    const ended = new Promise<boolean>((resolve) => {
      at.serve = (request) => void request.resume().on("close", () => resolve(request.complete));
    });
    const [length, chunk] = [largestUpload + 1, Buffer.alloc(1024 * 1024)];
    const headers = { "content-length": String(length) };
    const sending = beginRequest(at.origin, "/upload", { method: "POST", headers });
    const answered = once(sending, "response") as Promise<[IncomingMessage]>;
    for (let sent = 0; sent < length; sent += chunk.length) {
      if (!sending.write(chunk.subarray(0, length - sent))) await once(sending, "drain");
    }
    sending.end();
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    expect(await textOf(answer)).toBe(
      "The body of POST /upload is larger than 104 MiB, the limit for forwarded requests.\nSplit it into several requests.\n",
    );
    expect(await ended).toBe(false);
  });

  it("aborts the request at the target if the browser disconnects", async () => {
    at.map();
    const closed = new Promise<void>((resolve) => {
      at.serve = (request, response) => {
        request.on("close", resolve);
        response.write("begun");
      };
    });
    const sent = beginRequest(at.origin, "/").end();
    await once(sent, "response");
    sent.destroy();
    await closed;
  });

  it("rewrites only redirects to the target", async () => {
    at.map({ prefix: "/api", target: `${at.address}/v1` }, { prefix: "/", target: at.address });
    const follow = async (path: string, location: string) => {
      at.serve = (_request, response) => response.writeHead(302, { location }).end();
      return (await requestOrigin(at.origin, path)).headers.location;
    };
    const here = `http://${originHost(at.origin)}`;
    const there = `http://${at.address}`;
    expect(await follow("/", `${there}/in?a=b#c`)).toBe(`${here}/in?a=b#c`);
    expect(await follow("/api/x", `${there}/v1/in`)).toBe(`${here}/api/in`);
    expect(await follow("/api/x", `${there}/v10/in`)).toBe(`${there}/v10/in`);
    expect(await follow("/", "/in")).toBe("/in");
    expect(await follow("/", "https://elsewhere.example/")).toBe("https://elsewhere.example/");
    at.map({ prefix: "/{room}", target: at.address });
    expect(await follow("/a", `${there}/in`)).toBe(`${there}/in`);
  });

  it("rewrites cookie domains and reports cookies that a framed page could not store", async () => {
    at.map();
    const frame = at.origin.open();
    at.serve = (_request, response) =>
      response
        .setHeader("set-cookie", [
          `a=1; Domain=${at.origin.application.id}.discordsays.com; Path=/`,
          "b=2; SameSite=None",
        ])
        .end();
    const { headers } = await requestOrigin(at.origin, `/?${frame.query.toString()}`);
    expect(headers["set-cookie"]).toEqual(["a=1; Path=/", "b=2; SameSite=None"]);
    expect(at.problems()).toEqual([expect.stringContaining("The cookie 'a' was not stored")]);
  });
});

describe("a request that cannot be forwarded", () => {
  it("receives a self-reloading explanation if no server is listening", async () => {
    const port = await freePort();
    at.map({ prefix: "/", target: `localhost:${port}` });
    const { status, text, headers } = await requestOrigin(at.origin, "/", {
      headers: { accept: "text/html" },
    });
    expect([status, headers["refresh"]]).toEqual([502, "2"]);
    expect(text).toContain(`No server responds at http://localhost:${port} (ECONNREFUSED)`);
    expect(headers["content-security-policy"]).toContain(`frame-ancestors 'self' ${at.origin.webBase}`);
  });

  it("receives an explanation if the server does not respond before the emulator's clock reaches the timeout", async () => {
    at.map();
    const came = new Promise<void>((resolve) => (at.serve = () => resolve()));
    const answer = requestOrigin(at.origin, "/");
    await came;
    at.origin.world.clock.advance(60_000);
    expect(await answer).toMatchObject({ status: 504, text: expect.stringContaining("within 60 seconds") });
  });

  it("receives an explanation if the response has an invalid HTTP status", async () => {
    const odd = createTcpServer((socket) => socket.end("HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n"));
    odd.listen(0, "127.0.0.1");
    await once(odd, "listening");
    const target = `127.0.0.1:${(odd.address() as AddressInfo).port}`;
    at.origin.application.setActivity({ mappings: [{ prefix: "/", target }] });
    const { status, text } = await requestOrigin(at.origin, "/", { headers: html });
    odd.close();
    expect(status).toBe(502);
    expect(text).toContain("sent an HTTP response that cannot be forwarded");
  });

  it("is aborted if the server closes the connection", async () => {
    at.map();
    at.serve = (_request, response) => {
      response.write("half");
      setImmediate(() => response.destroy());
    };
    await expect(requestOrigin(at.origin, "/")).rejects.toThrow("aborted");
  });

  it("receives the target's error response, which is also reported as a problem", async () => {
    at.map();
    const frame = at.origin.open();
    const other = at.origin.open(at.origin.world.applications[1]);
    at.serve = ({ url }, response) => {
      if (url === "/host")
        response
          .writeHead(403, { "content-type": "text/plain" })
          .end('Blocked request. This host ("x") is not allowed.');
      else response.writeHead(url === "/broken" ? 500 : 404, { "x-frame-options": "DENY" }).end("own words");
    };
    expect((await requestOrigin(at.origin, "/host")).status).toBe(403);
    expect(await requestOrigin(at.origin, "/none", { headers: html })).toMatchObject({
      status: 404,
      text: "own words",
    });
    await requestOrigin(at.origin, "/favicon.ico");
    const referer = `http://${originHost(at.origin)}/?frame_id=${frame.id}`;
    await requestOrigin(at.origin, "/broken", { headers: { referer } });
    expect(at.problems()).toEqual([
      expect.stringContaining("responded to GET /host with 403"),
      expect.stringContaining("rejects requests for this host name"),
      expect.stringContaining("responded to GET /none with 404"),
      "A header prevents the page from being shown in a frame: X-Frame-Options: DENY.",
      expect.stringContaining("responded to GET /broken with 500"),
    ]);
    expect(other.problems.all).toEqual([]);
  });
});

const families = getDefaultAutoSelectFamily();
afterEach(() => setDefaultAutoSelectFamily(families));

async function statusAt(host: string, listensAt: string): Promise<number | undefined> {
  const server = createServer((_request, response) => response.writeHead(204).end());
  // Another test may already listen on the same port with the other IP version.
  const port = await freePort();
  await once(server.listen(port, listensAt), "listening");
  const target = { mapping: { prefix: "/", target: host }, host, port, path: "/" };
  const request = requestTarget({} as IncomingMessage, target, { search: "", headers: ["host", host] });
  request.end();
  const [answer] = (await once(request, "response").finally(() => server.close())) as [IncomingMessage];
  return answer.statusCode;
}

it.each([
  ["localhost", "127.0.0.1"],
  ["localhost", "::1"],
  ["reef.localhost", "127.0.0.1"],
  ["[::1]", "::1"],
])("connects to %s if the server listens on %s", async (host, listensAt) => {
  expect(await statusAt(host, listensAt)).toBe(204);
});

it("uses the IPv4 address if Node tries only one address", async () => {
  setDefaultAutoSelectFamily(false);
  expect(await statusAt("localhost", "127.0.0.1")).toBe(204);
});

const tag = '<script src="/.slashpass/page.js"></script>';
/** Returns the transformed page for a source that arrives in these chunks. */
const changed = (...pieces: string[]) =>
  textOf(Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(addPageScript()));

describe("addPageScript", () => {
  it("inserts the script after the doctype, before all other content", async () => {
    expect(await changed("<!doctype html><p>x")).toBe(`<!doctype html>${tag}<p>x`);
    const start = "\n<!-- a -->\n<!DOCTYPE html>";
    expect(await changed("\n<!-- a -->\n<!DOC", "TYPE html>\n<html lang=en>")).toBe(
      `${start}${tag}\n<html lang=en>`,
    );
    // Decoding removes the byte order mark.
    expect(await changed("\uFEFF<!doctype html><p>")).toBe(`<!doctype html>${tag}<p>`);
    expect(await changed("<p>ö")).toBe(`${tag}<p>ö`);
    expect(await changed()).toBe("");
  });

  it("leaves the rest of a long page unchanged", async () => {
    const long = "ö".repeat(3000);
    expect(await changed("<!doctype html>", long, "end")).toBe(`<!doctype html>${tag}${long}end`);
  });

  it.each([
    [{ "content-type": "text/html" }, true],
    [{ "content-type": "text/html; charset=utf-8", "content-encoding": "identity" }, true],
    [{ "content-type": "text/html", "content-encoding": "br" }, false],
    [{ "content-type": "text/html; charset=utf-16le" }, false],
    [{ "content-type": "text/htmlx" }, false],
    [{}, false],
  ])("for the headers %j, `isPlainPage` returns %s", (headers, isPage) => {
    expect(isPlainPage({ headers } as IncomingMessage)).toBe(isPage);
  });
});
