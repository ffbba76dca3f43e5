import { readFileSync, readdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi, test } from "vitest";
import { ClientError, validationError, ErrorType } from "../../../../src/core/errors.ts";
import {
  send,
  userAgent,
  type StreamedBody,
  describeRequest,
  ask,
  createOAuthFetch,
} from "../../../../src/core/request/send.ts";
import { freePort } from "../../../setup/free-port.js";

let server: Server | undefined;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

const plain = { operation: "Asking", method: "GET", timeoutMs: 10_000 } as const;

describe("send", () => {
  it("returns any response's status, headers and text", async () => {
    const base = await serve((_request, response) =>
      response.writeHead(503, { "retry-after": "7" }).end("läuft nicht"),
    );
    const answer = await send(base, plain);
    expect([answer.status, answer.headers.get("retry-after"), answer.text]).toEqual([
      503,
      "7",
      "läuft nicht",
    ]);
  });

  it("decodes an empty response and a character split over two chunks", async () => {
    const bytes = new TextEncoder().encode("läuft");
    const inTwo = new ReadableStream({
      start(controller) {
        for (const part of [bytes.subarray(0, 2), bytes.subarray(2)]) controller.enqueue(part);
        controller.close();
      },
    });
    const texts = [inTwo, null].map(async (body) => {
      const { text } = await send("http://127.0.0.1:1", {
        ...plain,
        fetch: () => Promise.resolve(new Response(body)),
      });
      return text;
    });
    expect(await Promise.all(texts)).toEqual(["läuft", ""]);
  });

  it("reads a response in several chunks without Buffer, as on edge runtimes", async () => {
    const body = ["in ", "three ", "parts"].map((part) => new TextEncoder().encode(part));
    const response = { status: 200, headers: new Headers(), body } as unknown as Response;
    vi.stubGlobal("Buffer", undefined);
    const options = { ...plain, fetch: () => Promise.resolve(response) };
    const answer = await send("http://127.0.0.1:1", options).finally(() => vi.unstubAllGlobals());
    expect(answer.text).toBe("in three parts");
  });

  it("does not follow redirects, which could send a token to another server", async () => {
    const base = await serve((_request, response) =>
      response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    );
    expect((await send(base, plain)).status).toBe(302);
  });

  it("names the host and the system's error code, but not the path, if the connection is refused", async () => {
    const base = `http://127.0.0.1:${await freePort()}`;
    await expect(send(`${base}/secret?token=x`, plain)).rejects.toMatchObject({
      type: 1,
      code: "network_error",
      message: `Asking could not reach ${base} (ECONNREFUSED).`,
      retryable: true,
    });
  });

  describe("with a streamed body", () => {
    const body = (chunks: () => AsyncGenerator<Uint8Array>, length?: number) => {
      const closed = { count: 0 };
      const streamed: StreamedBody = {
        contentType: "text/plain",
        length,
        isRepeatable: false,
        open: (fail) => {
          const iterator = chunks();
          const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
            try {
              const { done, value } = await iterator.next();
              if (done) controller.close();
              else controller.enqueue(value);
            } catch (error) {
              fail(error as ClientError);
              controller.error(error);
            }
          };
          const stream = new ReadableStream({ pull }, { highWaterMark: 0 });
          return { stream, close: () => void closed.count++ };
        },
      };
      return { streamed, closed };
    };

    it("sends the body and closes it after the response", async () => {
      const base = await serve(async (request, response) => {
        response.end(Buffer.concat(await request.toArray()));
      });
      const { streamed, closed } = body(async function* () {
        yield Buffer.from("hel");
        yield Buffer.from("lo");
      });
      expect((await send(base, { ...plain, method: "POST", body: streamed })).text).toBe("hello");
      expect(closed.count).toBe(1);
    });

    it("prevents fetch from keeping a copy of the body", async () => {
      const { streamed } = body(async function* () {
        yield Buffer.from("x");
      });
      const requests: RequestInit[] = [];
      const fetch = async (_url: string, init: RequestInit) => {
        requests.push(init);
        return new Response("");
      };
      await send("https://example.com", { ...plain, method: "POST", body: streamed, fetch });
      expect(requests).toMatchObject([{ redirect: "error", window: null, duplex: "half" }]);
    });

    it("rejects with the body's error", async () => {
      const base = await serve(() => undefined);
      const { streamed, closed } = body(async function* () {
        yield Buffer.from("x");
        throw validationError("file_too_large", "It is too large.");
      });
      await expect(send(base, { ...plain, method: "POST", body: streamed })).rejects.toMatchObject({
        code: "file_too_large",
      });
      expect(closed.count).toBe(1);
    });

    it("closes the body if the request is aborted", async () => {
      const controller = new AbortController();
      const { streamed, closed } = body(async function* () {
        controller.abort();
        yield Buffer.from("x");
      });
      const base = await serve(() => undefined);
      const sent = send(base, { ...plain, method: "POST", body: streamed, signal: controller.signal });
      await expect(sent).rejects.toMatchObject({ code: "aborted" });
      expect(closed.count).toBe(1);
    });
  });

  it("reports a connection that breaks in the middle of the body", async () => {
    const base = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setImmediate(() => response.destroy());
    });
    await expect(send(base, plain)).rejects.toMatchObject({ code: "network_error" });
  });

  it("stops reading at the limit", async () => {
    const base = await serve((_request, response) => response.end("x".repeat(100)));
    await expect(send(base, { ...plain, maxBodyBytes: 99 })).rejects.toMatchObject({
      code: "response_too_large",
    });
    expect((await send(base, { ...plain, maxBodyBytes: 100 })).text).toHaveLength(100);
  });

  it("rejects after the timeout, even in the middle of the body", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let halfSent: () => void = () => undefined;
    const half = new Promise<void>((resolve) => (halfSent = resolve));
    const base = await serve((_request, response) => response.write("half", () => halfSent()));
    const answer = send(base, plain);
    const outcome = expect(answer).rejects.toMatchObject({ type: 1, code: "timeout", retryable: true });
    await half;
    await vi.advanceTimersByTimeAsync(10_000);
    await outcome;
  });

  it("rejects if the caller's signal is aborted before or during the request", async () => {
    const base = await serve(() => undefined);
    await expect(send(base, { ...plain, signal: AbortSignal.abort() })).rejects.toMatchObject({
      type: 7,
      code: "aborted",
    });
    const controller = new AbortController();
    const answer = send(base, { ...plain, signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ type: 7, code: "aborted" });
  });
});

it("sends a User-Agent with the required format and the package's version", () => {
  const text = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(userAgent).toMatch(/^DiscordBot \(https:\/\/\S+, \d+\.\d+\.\d+\)$/);
  expect(userAgent).toContain(`, ${version})`);
});

describe("describeRequest", () => {
  const token = "aW50ZXJhY3Rpb24-token_of.this.click";

  const describeOutcome = (url: string, outcome: unknown) =>
    describeRequest(url, { method: "POST", operation: "Doing it" }, 1.5, outcome);

  const describePath = (path: string) =>
    describeOutcome(`https://discord.com${path}`, 200).replace(
      /^\[http\] POST discord\.com(\S*) 200 in \d+ ms: Doing it$/,
      "$1",
    );

  it("shows the method, URL without query, status, duration and operation", () => {
    expect(describeOutcome("https://discord.com/api/v10/users/@me?code=c0de", 204)).toMatch(
      /^\[http\] POST discord\.com\/api\/v10\/users\/@me 204 in \d+ ms: Doing it$/,
    );
  });

  it.each([
    [
      `/api/v10/webhooks/1574127050150876288/${token}/messages/@original`,
      "/api/v10/webhooks/1574127050150876288/[hidden]/messages/@original",
    ],
    [
      `/api/v10/interactions/1574127050150876288/${token}/callback`,
      "/api/v10/interactions/1574127050150876288/[hidden]/callback",
    ],
    ["/a-secret-of-the-proxy/api/v10", "/[hidden]/api/v10"],
    ["/v10.c0de/vsecret", "/[hidden]/[hidden]"],
    [
      `/api/v10/applications/1/activity-instances/${token}`,
      "/api/v10/applications/1/activity-instances/[hidden]",
    ],
  ])("hides possible tokens in %s", (path, expected) => {
    expect(describePath(path)).toBe(expected);
  });

  it.each<[unknown, string]>([
    [new ClientError({ type: ErrorType.NetworkError, code: "timeout", message: "It was slow." }), "timeout"],
    [new ClientError({ type: ErrorType.Aborted, code: token as "aborted", message: "x" }), "failed"],
    [new Error(token), "failed"],
    [undefined, "failed"],
  ])("shows a failure's error code: %s", (outcome, word) => {
    expect(describeOutcome("https://discord.com/api", outcome)).toContain(`/api ${word} in `);
  });

  /** Matches literal paths, paths under another path, and OAuth URLs. */
  const pattern =
    /path: [`"](\/(?:\$\{[^}]*\}|[^`"?$])+)|\$\{this\.#path\}(\/(?:\$\{[^}]*\}|[^`"?$])+)|\/(?:oauth2|partner-sdk)\/[^`"?${}…]+/g;

  it("shows every path that the library requests", () => {
    const paths = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) =>
        /^(?:core\/request|commands|resources|interactions|tokens|sign-in)\/.*\.ts$/.test(path),
      )
      .flatMap((path) => [...readFileSync(`src/${path}`, "utf8").matchAll(pattern)])
      .map(([whole, path, rest]) => path ?? rest ?? whole)
      .map((path) => path.replaceAll(/\$\{[^}]*\}/g, "1"));
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths) expect(describePath(path)).toBe(path);
  });
});

describe("ask", () => {
  function answering(response: () => Response) {
    const requests: { url: string; headers: Headers; body: unknown }[] = [];
    const fetch = (url: string, init: RequestInit): Promise<Response> => {
      requests.push({ url, headers: new Headers(init.headers), body: init.body });
      return Promise.resolve(response());
    };
    return { requests, fetch };
  }

  const refuse = ({ status }: { status: number }): Error => new Error(`refused with ${status}`);
  const question = {
    operation: "Asking",
    method: "POST",
    url: "https://service.example/x",
    timeoutMs: 60_000,
    refuse,
  } as const;

  test("sends JSON with the library's user agent and returns the parsed response", async () => {
    const { requests, fetch } = answering(() => Response.json({ well: true }));
    const texts: string[] = [];
    const headers = { "user-agent": "somebody else" };
    const onText = (text: string): number => texts.push(text);
    expect(await ask({ ...question, body: { a: 1 }, headers, fetch, onText })).toEqual({ well: true });
    expect(requests[0]?.body).toBe('{"a":1}');
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": userAgent,
    });
    expect(texts).toEqual(['{"well":true}']);
  });

  test("sends OAuth requests with the library's user agent instead of oauth4webapi's", async () => {
    const { requests, fetch } = answering(() => Response.json({}));
    const fetchToken = createOAuthFetch({ operation: "Asking", timeoutMs: 60_000, fetch, refuse });
    const body = new URLSearchParams({ a: "1" });
    await fetchToken("https://service.example/token", { headers: { "user-agent": "oauth4webapi/3" }, body });
    expect(requests[0]?.headers.get("user-agent")).toBe(userAgent);
  });

  test.each([
    [204, null, undefined],
    [200, "", undefined],
    [201, "[1]", [1]],
  ])("resolves status %i with the body %j to %j", async (status, text, expected) => {
    const { fetch } = answering(() => new Response(text, { status }));
    expect(await ask({ ...question, fetch })).toEqual(expected);
  });

  test("accepts status 202 unless it reports that an index is not ready", async () => {
    const answers = [{ code: 1 }, { code: 110_000, message: "Index not yet available. Try again later" }];
    const { fetch } = answering(() => Response.json(answers.shift(), { status: 202 }));
    expect(await ask({ ...question, fetch })).toEqual({ code: 1 });
    await expect(ask({ ...question, fetch })).rejects.toThrow("refused with 202");
  });

  test("rejects other statuses, invalid JSON, and bodies that cannot be serialized", async () => {
    for (const status of [300, 307, 400, 500]) {
      const { fetch } = answering(() => new Response(null, { status }));
      await expect(ask({ ...question, fetch })).rejects.toThrow(`refused with ${status}`);
    }
    const { fetch } = answering(() => new Response("<html>"));
    await expect(ask({ ...question, fetch })).rejects.toMatchObject({ code: "invalid_response" });
    await expect(ask({ ...question, fetch, body: { a: 1n } })).rejects.toMatchObject({
      code: "invalid_body",
    });
  });
});

describe("createOAuthFetch", () => {
  const request = { headers: { accept: "application/json" }, body: new URLSearchParams({ code: "c" }) };
  const refuse = ({ status, text }: { status: number; text: string }) => new Error(`${status} ${text}`);

  function asking(response: () => Response, onText?: (text: string) => void) {
    const fetch = () => Promise.resolve(response());
    return createOAuthFetch({ operation: "Asking", timeoutMs: 60_000, fetch, refuse, onText });
  }

  test("reports a successful response's body before returning the response", async () => {
    const texts: string[] = [];
    const fetchToken = asking(
      () => Response.json({ well: true }),
      (text) => texts.push(text),
    );
    const response = await fetchToken("https://service.example/token", request);
    expect(texts).toEqual(['{"well":true}']);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ well: true });
    expect(await response.text()).toBe('{"well":true}');
  });

  test("does not add a missing content type", async () => {
    const fetchToken = asking(() => new Response(new TextEncoder().encode("{}")));
    const response = await fetchToken("https://service.example/token", request);
    expect(response.headers.get("content-type")).toBe("");
  });

  test.each([201, 302, 400, 500])("rejects status %i", async (status) => {
    const fetchToken = asking(() => new Response("no", { status }));
    await expect(fetchToken("https://service.example/token", request)).rejects.toThrow(`${status} no`);
  });
});
