import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ClientError, ErrorType } from "../errors.ts";
import { callbackPath, checkRequest } from "./loopback-request.ts";
import { renderPage } from "./page.ts";
import type { Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";

/** A redirect is one small GET: whatever is larger or slower is something else. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * Listens on the loopback interface at a free port (RFC 8252 §7.3): 127.0.0.1, or ::1 where that is missing.
 *
 * @throws ClientError `loopback_unavailable` (Disabled) when neither can be bound.
 */
export async function openLoopback(): Promise<RedirectReceiver> {
  const server = createServer(limits);
  const host = await listen(server, "127.0.0.1")
    .catch(() => listen(server, "::1"))
    .catch(refuse);
  const { port } = server.address() as AddressInfo;
  const authority = host === "::1" ? `[::1]:${port}` : `${host}:${port}`;
  const close = () => closeServer(server);
  return {
    redirectUri: `http://${authority}${callbackPath}`,
    receive: (judge, options) => receive(server, authority, judge, options),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listen(server: Server, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // exclusive: a cluster must not hand the redirect of one process to another
    server.listen({ host, port: 0, exclusive: true }, () => {
      server.off("error", reject);
      resolve(host);
    });
  });
}

async function receive<Answer>(
  server: Server,
  authority: string,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    server.on("error", () => reject(unavailable()));
    server.on("request", (request, response) => {
      const check = checkRequest(request, authority);
      const judged = "parameters" in check ? judge(check.parameters) : check;
      if ("ignored" in judged) {
        onIgnored(judged.ignored);
        ignore(response, "parameters" in check ? 400 : check.status);
        return;
      }
      server.removeAllListeners("request");
      signal.removeEventListener("abort", abort);
      sendPage(response, 200, renderPage(judged.outcome), () => resolve(judged.answer));
    });
  });
}

/** Wrong parameters come from an old tab more often than from an attacker, so the player gets an explanation. */
function ignore(response: ServerResponse, status: number): void {
  if (status === 400) return sendPage(response, status, renderPage("stale"));
  response.writeHead(status, { "content-length": "0", connection: "close" }).end();
}

function sendPage(
  response: ServerResponse,
  status: number,
  { html, headers }: ReturnType<typeof renderPage>,
  done?: () => void,
): void {
  // "close" comes after the last byte, and also when the browser has gone away
  if (done) response.once("close", done);
  response.writeHead(status, { ...headers, connection: "close" }).end(html);
}

/** A browser may hold an open, silent connection, for which `close` alone would wait. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function refuse(): never {
  throw unavailable();
}

function unavailable(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "loopback_unavailable",
    message: "No port could be opened on the loopback interface (127.0.0.1, ::1).",
    hint: "Allow the game to listen on this machine, or use a custom-scheme redirect.",
  });
}
