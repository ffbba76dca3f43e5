import {
  type IncomingMessage,
  type ServerResponse,
  createServer,
  type Server,
  STATUS_CODES,
} from "node:http";
import { isMultipart, type Upload } from "./form.ts";
import { bodyTooLarge } from "./refusal.ts";
import { type Socket, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { guarded } from "../../core/check/callback.ts";
import { pageHeaders, renderPage } from "./page.ts";
import { messageLimits } from "../../wire/limits.ts";
import { gatewayHost, serviceDomains } from "../../core/request/addresses.ts";

export function urlOf({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://emulator${url.startsWith("/") ? url : "/"}`);
}

const largestJson = 4 * 1024 * 1024;

export const largestUpload: number = largestJson + messageLimits.files * messageLimits.fileBytes;

export const largestForm: number = 32 * 1024;

/** @throws Refusal 413 if the body exceeds `most` bytes. The connection stays open. */
export async function readBody(request: IncomingMessage, most: number = largestJson): Promise<string> {
  return (await readBytes(request, most)).toString("utf8");
}

export async function readFormBody(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readBody(request, largestForm));
}

export function readApiBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const most = isMultipart(request.headers["content-type"]) ? largestUpload : largestJson;
  return readBytes(request, most);
}

async function readBytes(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The default iterator would close the connection before the error is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) break;
    chunks.push(chunk);
  }
  if (size > most) {
    // Drains the body, because clients do not read the response while they are sending. Draining inside the loop would block the
    // connection.
    request.resume();
    throw bodyTooLarge("body", most);
  }
  const bytes = Buffer.concat(chunks);
  bodies.set(request, bytes);
  return bytes;
}

const bodies = new WeakMap<IncomingMessage, Buffer<ArrayBuffer>>();

export function receivedBody(request: IncomingMessage): Buffer<ArrayBuffer> {
  return bodies.get(request) ?? Buffer.alloc(0);
}

export function respondJson(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Sets a policy that keeps uploaded HTML from acting as an emulator page. */
export async function sendFile(
  response: ServerResponse,
  { content, contentType }: Pick<Upload, "content" | "contentType">,
): Promise<void> {
  const bytes = Buffer.from(await content.arrayBuffer());
  response.writeHead(200, {
    "content-type": contentType,
    "content-length": bytes.length,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  response.end(bytes);
}

const longestHead = 256 * 1024;

const requestTimeout = 30_000;

/** Tracked separately, because the server itself tracks only HTTP connections. */
const connections = new WeakMap<Server, ReadonlySet<Socket>>();

export function createLimitedServer(): Server {
  const server = createServer({ maxHeaderSize: longestHead, headersTimeout: 10_000, requestTimeout });
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    const forget = () => sockets.delete(socket);
    sockets.add(socket);
    socket.once("close", guarded(forget, forget));
  };
  connections.set(server, sockets);
  server.on(
    "connection",
    guarded(keep, (_error, socket) => socket.destroy()),
  );
  server.on(
    "clientError",
    guarded(refuse, (_error, _problem, socket) => socket.destroy()),
  );
  return server;
}

export function closeLimitedServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of connections.get(server) as ReadonlySet<Socket>) socket.destroy();
  });
}

function refuse({ code = "" }: { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const [status, text] = reasons[code] ?? [400, "The request is not HTTP/1.1."];
  const page = renderPage("This request cannot be read", `<p role="alert">${text}</p>`);
  const headers = { ...pageHeaders, "content-length": Buffer.byteLength(page), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", page].join("\r\n"));
}

const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The URL and headers exceed ${longestHead / 1024} KiB in total.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, `The request did not arrive within ${requestTimeout / 1000} seconds.`],
};

/** Names that cannot be registered publicly (RFC 6761, RFC 2606), including container host names. */
const reserved = ["localhost", "internal", "test"];

/** Protects against DNS rebinding. */
export function isOwnHost({ headers: { host = "" } }: IncomingMessage, webBase: string): boolean {
  return host === new URL(webBase).host || isOutOfReach(host);
}

function isOutOfReach(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, "");
  if (!name.includes(".") || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return true;
  return isServiceName(name) || reserved.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

export const gatewayPath = "/gateway";

/** Returns the service's gateway URL if DNS resolves the service's host names to the emulator. */
export function gatewayUrl(host: string): string {
  return isServiceName(new URL(`http://${host}`).hostname)
    ? `wss://${gatewayHost}`
    : `ws://${host}${gatewayPath}`;
}

function isServiceName(name: string): boolean {
  const bare = name.replace(/\.$/, "");
  return serviceDomains.some((domain) => bare === domain || bare.endsWith(`.${domain}`));
}
