import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the service saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the service answers. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real HTTP server on this machine that answers as `answer` says and remembers every request. */
export async function startService(answer: (seen: Seen) => Answer | Promise<Answer>) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = "", url = "", headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      const { status, body, headers: extra } = await answer(one);
      response.writeHead(status, { "content-type": "application/json", ...extra });
      response.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}/api/v10`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
