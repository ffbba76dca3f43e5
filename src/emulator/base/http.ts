import {
  type IncomingMessage,
  type ServerResponse,
  createServer,
  type Server,
  STATUS_CODES,
} from "node:http";
import { isMultipart, type Upload } from "./form.ts";
import { bodyTooLarge, type Refusal } from "./refusal.ts";
import { type Socket, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { guarded } from "../../core/check/callback.ts";
import { pageHeaders, renderPage } from "./page.ts";
import { isServiceName } from "./gateway-address.ts";
import { messageLimits } from "../../wire/limits.ts";

/** The address of a request. A request target that is not a path counts as "/". */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://emulator${url.startsWith("/") ? url : "/"}`);
}

/** Largest body with JSON: a hundred commands in every language. */
const largestJson = 4 * 1024 * 1024;

/** Largest body of a message with files. */
export const largestUpload: number = largestJson + messageLimits.files * messageLimits.fileBytes;

/** Largest body of a form, from a page or an application. */
export const largestForm: number = 32 * 1024;

/** The whole body of a request as text. @throws Refusal 413 above `most` bytes, which leaves the connection open for it. */
export async function readBody(request: IncomingMessage, most: number = largestJson): Promise<string> {
  return (await readBytes(request, most)).toString("utf8");
}

/** The fields of a form. @throws Refusal 413 as {@link readBody}. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readBody(request, largestForm));
}

/** The whole body of a request to the API, which may hold files. @throws Refusal 413 as {@link readBody}. */
export function readApiBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const most = isMultipart(request.headers["content-type"]) ? largestUpload : largestJson;
  return readBytes(request, most);
}

async function readBytes(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The iterator of the request itself would end the connection, and with it the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) break;
    chunks.push(chunk);
  }
  if (size > most) throw tooLarge(request, most);
  const bytes = Buffer.concat(chunks);
  bodies.set(request, bytes);
  return bytes;
}

const bodies = new WeakMap<IncomingMessage, Buffer<ArrayBuffer>>();

/** The body of a request, for those who record requests; nothing where nobody has read it. */
export function bodyOf(request: IncomingMessage): Buffer<ArrayBuffer> {
  return bodies.get(request) ?? Buffer.alloc(0);
}

/**
 * The rest is read and dropped: a client that is still sending would not look at the answer. Not before the iterator has
 * ended: a request that is iterated does not flow, and the next one on its connection would never be read.
 */
function tooLarge(request: IncomingMessage, most: number): Refusal {
  request.resume();
  return bodyTooLarge("body", most);
}

/** Answers with JSON, or with nothing when there is no body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Answers with the bytes of a file. A page that somebody sent does not act as one of the emulator's own. */
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

/** Longest address and headers that are read at all: enough to tell which part of a request is too long. */
const longestHead = 256 * 1024;

const headersTimeout = 10_000;

const requestTimeout = 30_000;

/** Everybody who is connected: the server itself knows only those who speak HTTP. */
const connections = new WeakMap<Server, ReadonlySet<Socket>>();

/** A server that answers in words what Node would answer with an empty body, and ends connections that keep it waiting. */
export function createLimitedServer(): Server {
  const server = createServer({ maxHeaderSize: longestHead, headersTimeout, requestTimeout });
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

/** Closes a server of {@link createLimitedServer}. Resolves when each connection is closed, by force if need be. */
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
  HPE_HEADER_OVERFLOW: [431, `The address and headers are longer than ${longestHead / 1024} KiB together.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, `The request did not arrive within ${requestTimeout / 1000} seconds.`],
};

/** Names that nobody can register: pages of other sites cannot have them (RFC 6761, RFC 2606, and what containers call their host). */
const reserved = ["localhost", "internal", "test"];

/**
 * Whether a request is for the emulator, and not for a page of another site whose name was made to point here: such a page
 * could read what the emulator answers, and act on it. Programs come with the emulator's address, with that of a container or
 * its name, which has no dot, or with the service's own names where those lead here.
 */
export function isOwnHost({ headers: { host = "" } }: IncomingMessage, webBase: string): boolean {
  return host === new URL(webBase).host || isOutOfReach(host);
}

/** Whether no page of another site can have this host. */
function isOutOfReach(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, "");
  if (!name.includes(".") || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return true;
  return isServiceName(name) || reserved.some((domain) => name === domain || name.endsWith(`.${domain}`));
}
