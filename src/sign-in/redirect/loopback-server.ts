import { once } from "node:events";
import { type Server, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ClientError, ErrorType } from "../../core/errors.ts";
import type { FindPeer, Peer } from "./peer.ts";
import type { IgnoredReason } from "./receiver.ts";
import { guarded } from "../../core/check/callback.ts";
import type { Page } from "../page/page.ts";
import type { LoopbackAddress } from "../options.ts";

export interface LoopbackListener {
  readonly server: Server;
  /** The expected Host header. It omits port 80. */
  readonly authority: string;
  readonly close: () => Promise<void>;
}

export async function openListener({ hosts, port }: LoopbackAddress): Promise<LoopbackListener> {
  let code = "";
  for (const host of hosts) {
    const server = createLoopbackServer();
    try {
      // Exclusive, because a cluster must not pass a redirect to another process.
      server.listen({ host, port, exclusive: true });
      await once(server, "listening");
      return { server, authority: authorityOf(server, host), close: () => closeServer(server) };
    } catch (error) {
      code = String((error as NodeJS.ErrnoException).code);
      if (port !== 0 && (code === "EADDRINUSE" || code === "EACCES")) throw portUnavailable(port, code);
      if (code === "EMFILE" || code === "ENFILE") throw tooManyFiles(code);
    }
  }
  throw port === 0 ? loopbackUnavailable() : portUnavailable(port, code);
}

function authorityOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return new URL(`http://${host === "::1" ? "[::1]" : host}:${port}`).host;
}

function portUnavailable(port: number, reason: string): ClientError {
  const cause =
    reason === "EADDRINUSE"
      ? "Another program is using it."
      : "This user cannot open it, or the address does not exist on this machine.";
  return new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: `Port ${port} cannot be opened on the loopback interface (${reason}).`,
    hint: `${cause} Omit the port to use any free one.`,
  });
}

function tooManyFiles(code: "EMFILE" | "ENFILE"): ClientError {
  const who = code === "EMFILE" ? "this process has" : "the system has";
  return new ClientError({
    type: ErrorType.Disabled,
    code: "too_many_files",
    message: `No port can be opened on the loopback interface: ${who} too many open files.`,
    hint: "Close files and connections that are no longer needed, or raise the limit (ulimit -n).",
    retryable: true,
  });
}

export function loopbackUnavailable(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "loopback_unavailable",
    message: "No port could be opened on the loopback interface (127.0.0.1, ::1).",
    hint: "Allow the game to listen on this machine, or use a custom-scheme redirect.",
  });
}

/** Registered in the developer portal as `http://127.0.0.1/callback`, without a port. */
export const callbackPath = "/callback";

interface IgnoredRequest {
  readonly ignored: IgnoredReason;
  readonly status: number;
}

/**
 * Accepts only plain top-level navigations, because any web page or local program can connect. Older browsers do not send all of
 * the headers.
 */
export function checkNavigation(
  request: IncomingMessage,
  authority: string,
  isPath: (path: string) => boolean,
): { readonly parameters: URLSearchParams } | IgnoredRequest {
  const { headers } = request;
  const [path = "", ...query] = (request.url ?? "").split("?");
  if (hasSpacedName(request)) return { ignored: "malformed", status: 400 };
  if (!hasHost(request, authority)) return { ignored: "host", status: 421 };
  if (!isPath(path)) return { ignored: "path", status: 404 };
  if (request.method !== "GET") return { ignored: "method", status: 405 };
  if (headers.origin !== undefined && headers.origin !== "null") return { ignored: "origin", status: 403 };
  if (isPrefetch(headers)) return { ignored: "prefetch", status: 503 };
  if (!isNavigation(headers)) return { ignored: "not_a_navigation", status: 403 };
  return { parameters: new URLSearchParams(query.join("?")) };
}

interface Visit {
  readonly parameters: URLSearchParams;
  readonly peer: Exclude<Peer, "foreign">;
}

/** Also rejects other users' processes, whose requests belong to another sign-in. */
export async function checkVisit(
  request: IncomingMessage,
  authority: string,
  { isPath, findPeer }: { readonly isPath: (path: string) => boolean; readonly findPeer: FindPeer },
): Promise<Visit | IgnoredRequest> {
  const check = checkNavigation(request, authority, isPath);
  if ("ignored" in check) return check;
  const peer = await findPeer(request.socket);
  return peer === "foreign" ? { ignored: "other_user", status: 403 } : { ...check, peer };
}

/** Servers must reject whitespace before the colon (RFC 9112 §5.1), but older Node.js versions do not. */
function hasSpacedName({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text, index) => index % 2 === 0 && /\s/.test(text));
}

/** Prevents DNS rebinding. `headers.host` would hide a second Host header. */
function hasHost({ headersDistinct }: IncomingMessage, authority: string): boolean {
  const hosts = headersDistinct["host"] ?? [];
  return hosts.length === 1 && hosts[0] === authority;
}

/** Older versions of Chromium, Safari and Firefox send headers other than `Sec-Purpose`. */
const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

function isPrefetch(headers: IncomingMessage["headers"]): boolean {
  return purposeHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name])));
}

function isNavigation(headers: IncomingMessage["headers"]): boolean {
  return (
    (headers["sec-fetch-dest"] ?? "document") === "document" &&
    (headers["sec-fetch-mode"] ?? "navigate") === "navigate"
  );
}

/** A slow browser must not delay the game longer than this. */
export const maxDeliveryMs = 1_000;

/** Responds without a body, because players do not see the response. */
export function sendStatus(response: ServerResponse, status: number): void {
  const allow = status === 405 ? { allow: "GET" } : {};
  const headers = { ...allow, "cache-control": "no-store", "content-length": "0", connection: "close" };
  response.writeHead(status, headers).end();
}

/** Resolves even if the browser does not receive the page in time. */
export function sendPage(response: ServerResponse, status: number, page: Page): Promise<void> {
  const body = Buffer.from(page.html);
  const headers = { ...page.headers, "content-length": body.length, connection: "close" };
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxDeliveryMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    // "close" fires after the last byte, or when the browser disconnects.
    response.once("close", guarded(end, end));
    response.writeHead(status, headers).end(body);
  });
}

/** Keeps the original URL out of the cache and the `Referer` header. */
export function sendOn(response: ServerResponse, target: string): void {
  const headers = {
    location: target,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-length": "0",
    connection: "close",
  };
  response.writeHead(303, headers).end();
}

/** Leaves room for cookies that other local servers have set. */
const limits = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  // `checkVisit` reports a missing header.
  requireHostHeader: false,
};

/** A browser needs two or three. */
const maxConnections = 128;

export function dropSocket(_error: unknown, socket: Duplex): void {
  socket.destroy();
}

/** If there are too many connections, closes the oldest, because idle connections must not block the server. */
function createLoopbackServer(): Server {
  const server = createServer(limits);
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    // The server keeps the process alive; connections do not need to.
    socket.unref();
    const forget = () => sockets.delete(socket);
    socket.once("close", guarded(forget, forget));
    const [oldest] = sockets;
    if (sockets.size > maxConnections) oldest?.destroy();
  };
  server.on("connection", guarded(take, dropSocket));
  return server;
}

/** `close` alone would wait for idle connections. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
