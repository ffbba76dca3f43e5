import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the service received it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The body parsed as a form or JSON. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings are sent unchanged, other values as JSON. If `undefined`, the response never ends. */
  readonly body?: unknown;
}

type Answering = (request: RecordedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A scripted service, for responses that a correct service never sends. */
export type ScriptedService = Awaited<ReturnType<typeof startService>>;

/** Starts a local HTTP server that responds with `answer` and records every request. */
export async function startService(answer: Answering = () => ({ status: 500 })) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await request.toArray()).join("");
      const recorded = { ...describe(request), body, fields: parseFields(body) };
      service.requests.push(recorded);
      const reply = await service.answer(recorded);
      response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
      if (!("body" in reply)) response.end();
      else if (reply.body === undefined) response.flushHeaders();
      else response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests: RecordedRequest[] = [];
  const service = {
    base,
    apiBase: `${base}/api/v10`,
    requests,
    answer,
    async [Symbol.asyncDispose](): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return service;
}

function describe(request: IncomingMessage) {
  return { method: request.method ?? "", path: request.url ?? "", headers: request.headers };
}

export function parseFields(body: string): Readonly<Record<string, string>> {
  return body.startsWith("{")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
}
