import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientError, validationError } from "../../../../src/core/errors.ts";
import { send, type StreamedBody } from "../../../../src/core/request/send.ts";
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

  it("decodes a character split over two chunks, and an empty response", async () => {
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

  it("stops reading above the limit", async () => {
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
