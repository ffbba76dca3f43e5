import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ClientError, ErrorType } from "../errors.ts";
import { type LoopbackOptions, type LoopbackPlace, parsePlace } from "./loopback-options.ts";
import { callbackPath, checkRequest } from "./loopback-request.ts";
import { closeServer, createLoopbackServer, listen } from "./loopback-server.ts";
import type { PageOption } from "./page-appearance.ts";
import { createPages, type Page, type RenderPage } from "./page.ts";
import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";

/** A browser that does not read the page may not hold up the game. */
const longestDeliveryMs = 1_000;

/**
 * Checks how to listen on the loopback interface (RFC 8252 §7.3), and gives the function that does it for one flow: by
 * default at a free port of 127.0.0.1, or of ::1 where that is missing. The port is bound before anybody hears of it.
 *
 * @returns a function that fails with `port_unavailable` (Disabled) when the port that was asked for is taken, and
 *   `loopback_unavailable` (Disabled) when neither address can be bound, `too_many_files` (Disabled, retryable) when no
 *   more can be opened.
 * @throws ClientError `invalid_port`, `invalid_preference` or `invalid_page` (ValidationError).
 */
export function prepareLoopback(
  options: LoopbackOptions = {},
  page?: PageOption,
): () => Promise<RedirectReceiver> {
  const place = parsePlace(options);
  const renderPage = createPages(page);
  return () => open(place, renderPage);
}

async function open(place: LoopbackPlace, renderPage: RenderPage): Promise<RedirectReceiver> {
  const { server, host } = await bind(place);
  const failure = new Promise<never>((_resolve, reject) => {
    server.on("error", () => reject(unavailable()));
  });
  failure.catch(() => undefined);
  const { port } = server.address() as AddressInfo;
  // As a browser writes it into the Host header: without the port where that is 80.
  const authority = new URL(`http://${host === "::1" ? "[::1]" : host}:${port}`).host;
  const close = () => closeServer(server);
  return {
    redirectUri: `http://${authority}${callbackPath}`,
    receive: (judge, receiving) =>
      Promise.race([failure, receive({ server, authority, renderPage }, judge, receiving)]),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function bind({ hosts, port }: LoopbackPlace): Promise<{ server: Server; host: string }> {
  for (const host of hosts) {
    const server = createLoopbackServer();
    try {
      await listen(server, host, port);
      return { server, host };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (port !== 0 && (code === "EADDRINUSE" || code === "EACCES")) throw portUnavailable(port, code);
      if (code === "EMFILE" || code === "ENFILE") throw tooManyFiles(code);
    }
  }
  throw unavailable();
}

interface Listener {
  readonly server: Server;
  readonly authority: string;
  readonly renderPage: RenderPage;
}

async function receive<Answer>(
  { server, authority, renderPage }: Listener,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", abort);
      for (const event of ["request", "clientError", "connect"]) server.removeAllListeners(event);
      server.on("request", drop);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const abort = () => fail(signal.reason as Error);
    // What goes wrong in a callback of the game's belongs to whoever waits, and must not end the process.
    const guarded =
      <Args extends unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args) => {
        try {
          handle(...args);
        } catch (error) {
          fail(error as Error);
        }
      };
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      const check = checkRequest(request, authority);
      if ("ignored" in check) {
        sendStatus(response, check.status);
        return onIgnored(check.ignored);
      }
      const judged = judge(check.parameters);
      const language = request.headers["accept-language"];
      if ("ignored" in judged) {
        // Wrong parameters come from an old tab more often than from an attacker: the player gets an explanation.
        sendPage(response, 400, renderPage("stale", language));
        return onIgnored(judged.ignored);
      }
      end();
      sendPage(response, 200, renderPage(judged.outcome, language), () => resolve(judged.answer));
    };
    signal.addEventListener("abort", abort, { once: true });
    reportUnreadable(server, guarded(onIgnored));
    server.on("request", guarded(onRequest));
  });
}

/** What does not even become a request: bytes that are not HTTP, headers without end, tunnels. */
function reportUnreadable(server: Server, ignore: (reason: IgnoredReason) => void): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    socket.destroy();
    if (error.code?.startsWith("HPE_")) ignore("malformed");
  });
  server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    socket.destroy();
    ignore("method");
  });
}

function drop(request: IncomingMessage): void {
  request.socket.destroy();
}

function sendStatus(response: ServerResponse, status: number): void {
  const allow = status === 405 ? { allow: "GET" } : {};
  const headers = { ...allow, "cache-control": "no-store", "content-length": "0", connection: "close" };
  response.writeHead(status, headers).end();
}

function sendPage(response: ServerResponse, status: number, page: Page, done?: () => void): void {
  if (done) {
    const timer = setTimeout(done, longestDeliveryMs);
    // "close" comes after the last byte, and also when the browser has gone away
    response.once("close", () => {
      clearTimeout(timer);
      done();
    });
  }
  const body = Buffer.from(page.html);
  const headers = { ...page.headers, "content-length": body.length, connection: "close" };
  response.writeHead(status, headers).end(body);
}

function portUnavailable(port: number, reason: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: `Port ${port} on the loopback interface cannot be listened on (${reason}).`,
    hint: "Another program has it. Leave the port out: any free one is taken.",
  });
}

function tooManyFiles(code: "EMFILE" | "ENFILE"): ClientError {
  const who = code === "EMFILE" ? "this process has" : "the system has";
  return new ClientError({
    type: ErrorType.Disabled,
    code: "too_many_files",
    message: `The loopback interface cannot be listened on: ${who} too many files open.`,
    hint: "Close files and connections that are no longer needed, or raise the limit (ulimit -n).",
    retryable: true,
  });
}

function unavailable(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "loopback_unavailable",
    message: "No port could be opened on the loopback interface (127.0.0.1, ::1).",
    hint: "Allow the game to listen on this machine, or use a custom-scheme redirect.",
  });
}
