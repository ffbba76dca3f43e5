import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that the service got. */
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
  /** An object is sent as JSON; undefined never ends the answer. */
  readonly body?: unknown;
}

/** A service that answers as it is told, for what a well-behaved one never says. */
export class ScriptedService implements AsyncDisposable {
  readonly #server: Server;
  readonly requests: SeenRequest[] = [];
  answer: (request: SeenRequest) => ScriptedAnswer = () => ({ status: 500 });

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", async (request, response) => {
      const body = (await request.toArray()).join("");
      const seen = { ...describe(request), body, fields: parseFields(body) };
      this.requests.push(seen);
      const answer = this.answer(seen);
      const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? null);
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      if ("body" in answer && answer.body === undefined) response.flushHeaders();
      else response.end(text);
    });
  }

  static async start(): Promise<ScriptedService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new ScriptedService(server);
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}

function describe(request: IncomingMessage) {
  return { method: request.method ?? "", path: request.url ?? "", headers: request.headers };
}

function parseFields(body: string): Readonly<Record<string, string>> {
  return body.startsWith("{")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
}
