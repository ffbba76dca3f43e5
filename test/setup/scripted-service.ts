import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the service saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The body as a form or as JSON. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON; undefined never ends the answer. */
  readonly body?: unknown;
}

type Answering = (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A service that answers as it is told, for what a well-behaved one never says. */
export type ScriptedService = Awaited<ReturnType<typeof startService>>;

/** A real HTTP server on this machine that answers as `answer` says, and remembers every request. */
export async function startService(answer: Answering = () => ({ status: 500 })) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await request.toArray()).join("");
      const seen = { ...describe(request), body, fields: parseFields(body) };
      service.requests.push(seen);
      const said = await service.answer(seen);
      response.writeHead(said.status ?? 200, { "content-type": "application/json", ...said.headers });
      if (!("body" in said)) response.end();
      else if (said.body === undefined) response.flushHeaders();
      else response.end(typeof said.body === "string" ? said.body : JSON.stringify(said.body));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests: SeenRequest[] = [];
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

/** A body's fields, of a form or of JSON. */
export function parseFields(body: string): Readonly<Record<string, string>> {
  return body.startsWith("{")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
}
